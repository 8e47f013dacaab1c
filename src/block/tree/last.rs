//! The last columns of a board, searched. The last five by table.

use super::node::Board;
use crate::block::word::{Layout, Word};

/// A set of the 120 orders of five queens, numbered lexicographically.
type Orders = u128;

/// The orders of five queens as rows among the five free ones.
const ORDERS: [[u8; 5]; 120] = orders();

/// For each of five free rows and each set of the five columns: the orders with the row's queen in a
/// column outside the set.
static OPEN: [[Orders; 32]; 5] = open();

/// For each four distances of neighbouring free rows, each capped at 5: the orders without an
/// attack among the five.
static PEACEFUL: [Orders; 625] = peaceful();

const fn orders() -> [[u8; 5]; 120] {
    let mut orders = [[0; 5]; 120];
    let mut number = 0;
    while number < 120 {
        let (mut rest, mut size, mut left) = (number, 24, [0, 1, 2, 3, 4]);
        let mut column = 0;
        while column < 5 {
            let mut place = rest / size;
            rest %= size;
            orders[number][column] = left[place];
            while place < 4 {
                left[place] = left[place + 1];
                place += 1;
            }
            column += 1;
            if column < 5 {
                size /= 5 - column;
            }
        }
        number += 1;
    }
    orders
}

const fn open() -> [[Orders; 32]; 5] {
    let mut open = [[0; 32]; 5];
    let mut number = 0;
    while number < 120 {
        let mut column = 0;
        while column < 5 {
            let mut blocked = 0;
            while blocked < 32 {
                if blocked & (1 << column) == 0 {
                    open[ORDERS[number][column] as usize][blocked] |= 1 << number;
                }
                blocked += 1;
            }
            column += 1;
        }
        number += 1;
    }
    open
}

const fn peaceful() -> [Orders; 625] {
    let mut peaceful = [0; 625];
    let mut index = 0;
    while index < 625 {
        let gaps = [index / 125 + 1, index / 25 % 5 + 1, index / 5 % 5 + 1, index % 5 + 1];
        let mut rows = [0; 5];
        let mut place = 0;
        while place < 4 {
            rows[place + 1] = rows[place] + gaps[place];
            place += 1;
        }
        let mut number = 0;
        while number < 120 {
            if !attacks(&rows, &ORDERS[number]) {
                peaceful[index] |= 1 << number;
            }
            number += 1;
        }
        index += 1;
    }
    peaceful
}

const fn attacks(rows: &[usize; 5], order: &[u8; 5]) -> bool {
    let mut left = 0;
    while left < 5 {
        let mut right = left + 1;
        while right < 5 {
            let (one, other) = (rows[order[left] as usize], rows[order[right] as usize]);
            if one.abs_diff(other) == right - left {
                return true;
            }
            right += 1;
        }
        left += 1;
    }
    false
}

/// Appends the solutions below a board with `left` columns to go, at most six, in lexicographic order.
#[inline(always)]
pub(super) fn search<W: Word>(layout: Layout, board: &Board<W>, left: usize, out: &mut Vec<W>) {
    if left < 6 {
        return search_few(layout, board, left, out);
    }
    let rising = board.node.rising.reverse_bits();
    let mut safe = board.node.safe();
    while safe != 0 {
        let row = safe.trailing_zeros();
        safe &= safe - 1;
        let child = board.child(layout, 1 << row);
        search_five(&child, (rising | 1 << (31 - row)) >> 1, out);
    }
}

/// The same for few columns, queen by queen.
#[cold]
fn search_few<W: Word>(layout: Layout, board: &Board<W>, left: usize, out: &mut Vec<W>) {
    if left == 0 {
        return out.push(board.word);
    }
    let mut safe = board.node.safe();
    while safe != 0 {
        search_few(layout, &board.child(layout, safe & safe.wrapping_neg()), left - 1, out);
        safe &= safe - 1;
    }
}

/// The same for five columns: the orders that each free row leaves open, intersected. `rising` has
/// the bits of the board's rising diagonals in reverse, so that bit 31 − r of it, bit r of the falling
/// ones and those above them are the squares of row r in these columns.
#[inline(always)]
fn search_five<W: Word>(board: &Board<W>, rising: u32, out: &mut Vec<W>) {
    let (rising, mut free) = (u64::from(rising), board.node.free);
    let (mut orders, mut rows, mut gaps) = (Orders::MAX, [0; 5], 0);
    for (place, open) in OPEN.iter().enumerate() {
        let row = free.trailing_zeros() & 31;
        free &= free.wrapping_sub(1);
        let blocked = (rising >> (31 - row)) as u32 | board.node.falling >> row;
        orders &= open[(blocked & 31) as usize];
        rows[place] = row;
        if place > 0 {
            gaps = 5 * gaps + (row.wrapping_sub(rows[place - 1]).min(5) as usize).wrapping_sub(1);
        }
    }
    orders &= PEACEFUL.get(gaps).copied().unwrap_or(0);
    while orders != 0 {
        let order = &ORDERS[orders.trailing_zeros() as usize];
        orders &= orders - 1;
        let tail = order.iter().fold(0, |tail, &place| tail << W::WIDTH | rows[usize::from(place)]);
        out.push(board.word.push(5 * W::WIDTH, tail.into()));
    }
}
