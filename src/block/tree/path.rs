use super::described;
use super::node::{Node, above, below};
use super::streams::Bits;
use crate::block::word::{Layout, MOST_COLUMNS, Word};

/// The walk from solution to solution, which writes the bits that tell the way.
pub(super) struct Path<W> {
    layout: Layout,
    word: W,
    /// The board before each column's queen.
    nodes: [Node; MOST_COLUMNS + 1],
}

/// What takes the bits of a walk: those of column `level`.
pub(super) trait Pen {
    fn zeros(&mut self, level: usize, count: u32);
    fn one(&mut self, level: usize);
}

impl Pen for Vec<Bits> {
    fn zeros(&mut self, level: usize, count: u32) {
        self[level].zeros(count);
    }

    fn one(&mut self, level: usize) {
        self[level].one();
    }
}

/// Only the places where the bits would be.
impl Pen for Vec<u32> {
    fn zeros(&mut self, level: usize, count: u32) {
        self[level] += count;
    }

    fn one(&mut self, level: usize) {
        self[level] += 1;
    }
}

impl<W: Word> Path<W> {
    pub(super) fn new(layout: Layout, first: W) -> Self {
        let nodes = [Node::root(layout.n()); MOST_COLUMNS + 1];
        let mut path = Path { layout, word: first, nodes };
        path.descend(0, |_, _, _| ());
        path
    }

    /// Goes on to a later solution.
    pub(super) fn advance(&mut self, next: W, pen: &mut impl Pen) {
        let fork = self.layout.first_difference(self.word, next);
        let levels = described(self.layout.n());
        let before = std::mem::replace(&mut self.word, next);
        if fork >= levels {
            return;
        }
        for level in fork + 1..levels {
            let rest = self.nodes[level].safe() & above(self.layout.row(before, level));
            pen.zeros(level, rest.count_ones());
        }
        let passed = above(self.layout.row(before, fork)) & below(self.layout.row(next, fork));
        pen.zeros(fork, (self.nodes[fork].safe() & passed).count_ones());
        pen.one(fork);
        self.descend(fork, |level, safe, row| {
            if level > fork {
                pen.zeros(level, (safe & below(row)).count_ones());
                // The highest safe square is known to lead to a solution when the others do not.
                if safe & above(row) != 0 {
                    pen.one(level);
                }
            }
        });
    }

    /// Sets the boards behind column `from`; says for each column the safe squares and the row.
    fn descend(&mut self, from: usize, mut at: impl FnMut(usize, u32, u32)) {
        for level in from..described(self.layout.n()) {
            let (node, row) = (self.nodes[level], self.layout.row(self.word, level));
            at(level, node.safe(), row);
            self.nodes[level + 1] = node.with(1 << row);
        }
    }
}
