//! The division of an index into parts: which units of work belong to which part.
//!
//! Units are dealt longest first, each to the part with the least work so far. The lengths are estimates
//! (`search/kernel/units.rs`) in integers, so that every machine divides a board in the same way.

use super::options::Part;
use crate::combinatorics::BoardSize;
use crate::search::cell_depth;
use crate::search::kernel::{UnitPrefixes, WorkUnit, unit_weights, work_units};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The units of a board, divided into parts.
#[derive(Debug)]
pub struct Division {
    /// The board size.
    pub n: BoardSize,
    pub(in crate::store) of: u32,
    /// The units of the board.
    pub units: Vec<WorkUnit>,
    /// The prefixes below each unit.
    pub(in crate::store) below: UnitPrefixes,
    weights: Vec<u64>,
    /// The part of each unit, 1-based.
    parts: Vec<u32>,
}

impl Division {
    /// The division of an indexable board into this many parts. Takes half a second at N = 22.
    pub fn new(n: BoardSize, of: u32) -> Self {
        let units = work_units(n.get());
        let weights = unit_weights(n.get(), &units);
        let below = UnitPrefixes::new(n.get(), cell_depth(n), &units);
        Division { n, of, parts: deal(&weights, of), weights, below, units }
    }

    /// The part that a unit belongs to, 1-based; `None` if there is no such unit.
    pub(in crate::store) fn part_of(&self, unit: u32) -> Option<u32> {
        self.parts.get(unit as usize).copied()
    }

    /// The queens of a unit, 1-based, as its name.
    pub(in crate::store) fn unit_name(&self, unit: u32) -> String {
        let queens = self.units[unit as usize].queens();
        queens.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The units of a part, ascending. A part may be empty if there are fewer units than parts.
    pub fn units_of(&self, part: Part) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.parts).filter(move |(_, of)| **of == part.number()).map(|(unit, _)| unit)
    }

    /// The number of units in each part.
    pub(in crate::store) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.of as usize];
        self.parts.iter().for_each(|&part| sizes[part as usize - 1] += 1);
        sizes
    }

    /// Groups ascending units into chunks that a thread counts together, longest chunk first. Larger chunks are faster,
    /// smaller ones lose less when the build is killed.
    pub(super) fn chunks(&self, units: &[u32]) -> Vec<Vec<u32>> {
        let size = match self.n.get() {
            ..=18 => 16,
            19 => 4,
            _ => 1,
        };
        let mut chunks: Vec<Vec<u32>> = units.chunks(size).map(<[u32]>::to_vec).collect();
        let weight = |chunk: &Vec<u32>| -> u128 {
            chunk.iter().map(|&unit| u128::from(self.weights[unit as usize])).sum()
        };
        chunks.sort_by_key(|chunk| Reverse(weight(chunk)));
        chunks
    }
}

/// The part of each unit: units are dealt longest first, each to the part with the least work.
pub fn deal(weights: &[u64], of: u32) -> Vec<u32> {
    let mut longest_first: Vec<usize> = (0..weights.len()).collect();
    longest_first.sort_by_key(|&unit| (Reverse(weights[unit]), unit));
    let mut loads: BinaryHeap<Reverse<(u128, u32)>> =
        (1..=of).map(|part| Reverse((0, part))).collect();
    let mut parts = vec![1; weights.len()];
    for unit in longest_first {
        let Some(Reverse((load, part))) = loads.pop() else { break };
        parts[unit] = part;
        loads.push(Reverse((load + u128::from(weights[unit]), part)));
    }
    parts
}
