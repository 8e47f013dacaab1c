//! The orbit graph by its definition.

use nqdb::Permutation;
use nqdb_papers::{Gap, Operation, QueenAt};
use nqdb_test_support::twin::{images, least};
use std::collections::BTreeSet;

/// The smallest images of the solutions that `queens` successive Incs derive from these permutations. Intermediate
/// boards need not be solutions.
pub(crate) fn enlarge(from: &[Permutation], queens: usize) -> BTreeSet<Vec<u8>> {
    let larger = |p: &Permutation| {
        Gap::all(p.n()).map(|gap| Operation::Inc(gap).apply(p)).collect::<Vec<_>>()
    };
    match queens {
        0 => solutions_among(from.iter().copied()),
        _ => {
            let one_more =
                |p| larger(p).into_iter().map(|made| made.expect("a place of the board"));
            from.iter()
                .flat_map(|p| enlarge(&one_more(p).collect::<Vec<_>>(), queens - 1))
                .collect()
        }
    }
}

/// These smallest images and all that Mov reaches from them. With `literally`, Mov is applied to every member of an
/// orbit, otherwise only to its smallest.
pub(crate) fn close_by_mov(start: BTreeSet<Vec<u8>>, literally: bool) -> BTreeSet<Vec<u8>> {
    let mut todo: Vec<Vec<u8>> = start.iter().cloned().collect();
    let mut reached = start;
    while let Some(least) = todo.pop() {
        for least in images_by_mov(&least, literally) {
            if reached.insert(least.clone()) {
                todo.push(least);
            }
        }
    }
    reached
}

/// The smallest images that one Mov leads to.
pub(crate) fn images_by_mov(least: &[u8], literally: bool) -> BTreeSet<Vec<u8>> {
    let members = if literally { images(least).to_vec() } else { vec![least.to_vec()] };
    let made = members.iter().flat_map(|member| {
        let member = Permutation::new(member).expect("an image of a permutation");
        let queens: Vec<QueenAt> = QueenAt::all(&member).collect();
        let moves = queens
            .into_iter()
            .flat_map(move |queen| Gap::all(member.n()).map(move |to| Operation::Mov(queen, to)));
        moves.map(move |mov| mov.apply(&member).expect("a place of the board"))
    });
    solutions_among(made)
}

/// The smallest images of the solutions among these permutations.
fn solutions_among(made: impl Iterator<Item = Permutation>) -> BTreeSet<Vec<u8>> {
    made.filter(|p| p.attack().is_none()).map(|p| least(p.zero_based())).collect()
}
