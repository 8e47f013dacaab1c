//! The one harness for tables of mistakes: wrong questions to the program, each with what the message says.

use crate::support::program::{Home, words};

/// A question to the program that it must refuse.
pub(crate) struct Mistake {
    question: &'static str,
    input: &'static [u8],
    code: i32,
    reason: &'static [&'static str],
}

/// A question that makes no sense: exit code 2, and a message that mentions all of `reason`.
pub(crate) const fn usage(question: &'static str, reason: &'static [&'static str]) -> Mistake {
    Mistake { question, input: b"", code: 2, reason }
}

/// A question that has no answer: exit code 1, and a message that mentions all of `reason`.
pub(crate) const fn failure(question: &'static str, reason: &'static [&'static str]) -> Mistake {
    Mistake { question, input: b"", code: 1, reason }
}

impl Mistake {
    /// The same question, with a standard input.
    pub(crate) const fn reading(self, input: &'static [u8]) -> Self {
        Mistake { input, ..self }
    }
}

/// Each question is refused with its code and its reason, in the one form of messages, prints no answer, and changes no
/// file.
pub(crate) fn check(home: &Home, mistakes: &[Mistake]) {
    let files = home.files();
    for mistake in mistakes {
        let answer = home.ask(&words(mistake.question), mistake.input);
        answer.failed(mistake.code, mistake.reason);
        assert!(answer.stderr.starts_with("nqdb: "), "{answer:#?}");
        assert!(home.files() == files, "{answer:#?} changed a file");
    }
}
