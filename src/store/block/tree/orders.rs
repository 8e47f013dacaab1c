//! Tables of the orders of six queens: the permutations of six rows over six columns, and sets of them.

pub(super) const COLUMNS: usize = 6;

/// Number of orders of six queens.
const COUNT: usize = 720;

/// A set of orders, numbered lexicographically: bit i of word w stands for order 64 w + i.
pub(super) type Orders = [u64; COUNT.div_ceil(64)];

pub(super) const NONE: Orders = [0; COUNT.div_ceil(64)];

/// Rows at this distance or more share no diagonal within the columns.
pub(super) const FAR: usize = COLUMNS;

/// Each order by its number: indices of the six rows, one byte per column, the last column lowest.
pub(super) static ORDERS: [u64; 64 * NONE.len()] = orders();

/// By row and set of columns (bit i: column i): the orders with the row's queen outside the set.
pub(super) static OPEN: [[Orders; 1 << COLUMNS]; COLUMNS] = open();

/// By 36 a + 6 b + c, if the distances between the four lowest rows are a + 1, b + 1 and c + 1 (distances above [`FAR`]
/// count as [`FAR`]): the orders in which their queens do not attack each other.
pub(super) static LOWER: [Orders; 256] = peaceful(0);

/// By the distances between the four highest rows, as in [`LOWER`]: the orders in which their queens do not attack each
/// other.
pub(super) static UPPER: [Orders; 256] = peaceful(2);

/// By 16 a + 4 b + c, if the first row is a + 1 below the second, the second b + 3 below the fifth, and the fifth c + 1
/// below the sixth (a and c at most 2, b at most 3): the orders in which the queens of the first two rows do not attack
/// those of the last two.
pub(super) static ACROSS: [Orders; 64] = across();

/// By row and column: the orders with the row's queen in that column.
const PLACED: [[Orders; COLUMNS]; COLUMNS] = placed();

const ALL: Orders = open()[0][0];

const fn orders() -> [u64; 64 * NONE.len()] {
    let mut orders = [0; 64 * NONE.len()];
    let mut number = 0;
    while number < COUNT {
        let (mut rest, mut size, mut left) = (number, COUNT, [0, 1, 2, 3, 4, 5]);
        let mut column = 0;
        while column < COLUMNS {
            size /= COLUMNS - column;
            let mut index = rest / size;
            rest %= size;
            orders[number] = orders[number] << 8 | left[index];
            while index < COLUMNS - 1 {
                left[index] = left[index + 1];
                index += 1;
            }
            column += 1;
        }
        number += 1;
    }
    orders
}

const fn placed() -> [[Orders; COLUMNS]; COLUMNS] {
    let (orders, mut placed) = (orders(), [[NONE; COLUMNS]; COLUMNS]);
    let mut number = 0;
    while number < COUNT {
        let mut column = 0;
        while column < COLUMNS {
            let row = orders[number] >> (8 * (COLUMNS - 1 - column)) & 7;
            placed[row as usize][column][number / 64] |= 1 << (number % 64);
            column += 1;
        }
        number += 1;
    }
    placed
}

const fn open() -> [[Orders; 1 << COLUMNS]; COLUMNS] {
    let mut open = [[NONE; 1 << COLUMNS]; COLUMNS];
    let mut row = 0;
    while row < COLUMNS {
        // From all columns down: the orders for a set with one more column, and those with the queen in that column.
        let mut blocked = (1 << COLUMNS) - 1;
        while blocked > 0 {
            blocked -= 1;
            let column = (!blocked as u32).trailing_zeros() as usize;
            let mut word = 0;
            while word < NONE.len() {
                open[row][blocked][word] =
                    open[row][blocked | 1 << column][word] | PLACED[row][column][word];
                word += 1;
            }
        }
        row += 1;
    }
    open
}

/// The orders of a set in which the queens of two rows at this distance do not attack each other.
const fn apart(mut orders: Orders, one: usize, other: usize, distance: usize) -> Orders {
    let mut left = 0;
    while left + distance < COLUMNS {
        let right = left + distance;
        let mut word = 0;
        while word < orders.len() {
            let up = PLACED[one][left][word] & PLACED[other][right][word];
            let down = PLACED[one][right][word] & PLACED[other][left][word];
            orders[word] &= !(up | down);
            word += 1;
        }
        left += 1;
    }
    orders
}

/// [`LOWER`] or [`UPPER`]: for four rows, beginning with `first`.
const fn peaceful(first: usize) -> [Orders; 256] {
    let mut peaceful = [NONE; 256];
    let mut index = 0;
    while index < FAR * FAR * FAR {
        let (low, middle, high) = (index / 36 + 1, index / 6 % 6 + 1, index % 6 + 1);
        let orders = apart(ALL, first, first + 1, low);
        let orders = apart(orders, first + 1, first + 2, middle);
        let orders = apart(orders, first + 2, first + 3, high);
        let orders = apart(orders, first, first + 2, low + middle);
        let orders = apart(orders, first + 1, first + 3, middle + high);
        peaceful[index] = apart(orders, first, first + 3, low + middle + high);
        index += 1;
    }
    peaceful
}

const fn across() -> [Orders; 64] {
    let mut across = [NONE; 64];
    let mut index = 0;
    while index < across.len() {
        let (low, middle, high) = (index / 16 + 1, index / 4 % 4 + 3, index % 4 + 1);
        let orders = apart(ALL, 1, 4, middle);
        let orders = apart(orders, 0, 4, low + middle);
        let orders = apart(orders, 1, 5, middle + high);
        across[index] = apart(orders, 0, 5, low + middle + high);
        index += 1;
    }
    across
}
