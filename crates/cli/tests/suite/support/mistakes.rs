//! The harness for tables of mistakes: wrong command lines, each with words of the expected message.

use crate::support::program::{Home, words};

/// A command line that the program must reject.
pub(crate) struct Mistake {
    question: &'static str,
    input: &'static [u8],
    code: i32,
    reason: &'static [&'static str],
}

/// Wrong usage: exit code 2, and a message that contains all of `reason`.
pub(crate) const fn usage(question: &'static str, reason: &'static [&'static str]) -> Mistake {
    Mistake { question, input: b"", code: 2, reason }
}

/// A failure: exit code 1, and a message that contains all of `reason`.
pub(crate) const fn failure(question: &'static str, reason: &'static [&'static str]) -> Mistake {
    Mistake { question, input: b"", code: 1, reason }
}

impl Mistake {
    /// The same command line, with a standard input.
    pub(crate) const fn reading(self, input: &'static [u8]) -> Self {
        Mistake { input, ..self }
    }
}

/// Asserts that each command line is rejected with its exit code and reason, in the common form of messages, and that
/// it prints no output and changes no file.
pub(crate) fn check(home: &Home, mistakes: &[Mistake]) {
    let files = home.files();
    for mistake in mistakes {
        let answer = home.ask(&words(mistake.question), mistake.input);
        answer.failed(mistake.code, mistake.reason);
        assert!(answer.stderr.starts_with("nqdb: "), "{answer:#?}");
        assert!(home.files() == files, "{answer:#?} changed a file");
    }
}
