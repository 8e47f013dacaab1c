//! First steps, for those who start nqdb without a command, read its help, or have no database yet.

/// Five lines: a command and what it does.
pub(super) const TEXT: &str = "To begin:
  nqdb unrank 10 100    prints the hundredth solution for N = 10
  nqdb build 14         builds the tables of N = 14, for thousands of lookups a second
  nqdb sql              opens an SQL prompt; try SELECT * FROM nq_orbits(8);
  nqdb help unrank      explains a command
  nqdb help notations   explains a topic: notations, formats, limits or exit-codes";
