//! The pages, complete without their scripts.

mod frame;

use crate::serve::model::{
    About, Found, Home, OrbitFacts, PuzzleSheet, SolutionFacts, SolutionList,
};
pub(crate) use frame::Frame;
use maud::{Markup, html};

pub(crate) fn solution(frame: &Frame, facts: &SolutionFacts) -> Markup {
    frame.around(html! { h1 { "Solution " (facts.solution.rank.unwrap_or(0)) } })
}

pub(crate) fn orbit(frame: &Frame, facts: &OrbitFacts) -> Markup {
    frame.around(html! { h1 { "Orbit " (facts.orbit.orbit_id.unwrap_or(0)) } })
}

/// Queens to place: `found` is the answer, where it is quick.
pub(crate) fn place(
    frame: &Frame,
    n: usize,
    of: Option<u64>,
    squares: &[String],
    found: Option<&Found>,
) -> Markup {
    let _ = (of, squares, found);
    frame.around(html! { h1 { "Place queens on " (n) " × " (n) } })
}

pub(crate) fn puzzles(frame: &Frame, sheet: &PuzzleSheet) -> Markup {
    frame.around(html! { h1 { (sheet.question.n) " queens: " (sheet.puzzles.len()) " puzzles" } })
}

pub(crate) fn list(frame: &Frame, list: &SolutionList) -> Markup {
    frame.around(html! { h1 { "Solutions from " (list.from) } })
}

pub(crate) fn home(frame: &Frame, home: &Home) -> Markup {
    frame.around(html! { h1 { "The board of " (home.day) } })
}

pub(crate) fn about(frame: &Frame, about: &About) -> Markup {
    frame.around(html! { h1 { "nqdb " (about.version) } })
}

pub(crate) fn failure(frame: &Frame, status: u16, message: &str) -> Markup {
    frame.around(html! { h1 { (status) } p { (message) } })
}
