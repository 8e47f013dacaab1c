//! Terms with a note of two sentences, which opens on a click, also without scripts.

use maud::{Markup, html};

/// A term, its id and its note.
struct Term {
    id: &'static str,
    name: &'static str,
    note: &'static str,
}

const TERMS: [Term; 6] = [
    Term {
        id: "orbit",
        name: "Orbit",
        note: "The boards that rotations and reflections make of one board: eight, or fewer if it is symmetric. Orbits \
            are numbered by their lexicographically smallest boards.",
    },
    Term {
        id: "stabilizer",
        name: "Stabilizer",
        note: "The symmetries that do not change the board. Every other symmetry gives another board of the orbit.",
    },
    Term {
        id: "fundamental",
        name: "Fundamental solution",
        note: "The lexicographically smallest board of the orbit. One of them stands for all its rotations and reflections.",
    },
    Term {
        id: "index",
        name: "Permutation index",
        note: "The position among all N! permutations in lexicographic order, from 0. Its digits in the factorial number \
            system count the smaller rows that are left for each queen.",
    },
    Term {
        id: "signature",
        name: "Signature of the orbit",
        note: "Numbers computed from the queens that are the same for every board of the orbit. Different orbits have \
            different signatures.",
    },
    Term {
        id: "rank",
        name: "Rank",
        note: "The position among all solutions of the board in lexicographic order, from 1. It never changes.",
    },
];

/// The term as a button that opens its note.
pub(crate) fn term(id: &str) -> Markup {
    html! {
        @for term in TERMS.iter().filter(|term| term.id == id) {
            button.term type="button" popovertarget={ "term-" (term.id) } { (term.name) }
            span.note popover id={ "term-" (term.id) } { b { (term.name) ". " } (term.note) }
        }
    }
}
