//! Nothing: this package has only tests.
