//! Endless B-trees in SQLite files: pages whose children are all the same page
//! (<https://www.sqlite.org/fileformat.html>, section 1.6).

use crate::support::damage::PAGE;

/// Levels of pages above the old root. SQLite follows up to twenty.
const LEVELS: usize = 12;

/// Replaces the root of a B-tree by pages whose children are all the same page, above the old tree. A scan of it takes
/// practically forever. The tree must not begin on page 1.
pub(crate) fn make_endless(file: &mut Vec<u8>, root: usize) {
    let old = file[(root - 1) * PAGE..root * PAGE].to_vec();
    let cell = repeated_cell(&old);
    let is_table = [5, 13].contains(&old[0]);
    let mut child = append(file, &old);
    for _ in 0..LEVELS {
        let page = interior(is_table, &cell, child);
        child = append(file, &page);
    }
    let page = interior(is_table, &cell, child);
    file[(root - 1) * PAGE..root * PAGE].copy_from_slice(&page);
    let pages = (file.len() / PAGE) as u32;
    file[28..32].copy_from_slice(&pages.to_be_bytes());
}

fn append(file: &mut Vec<u8>, page: &[u8]) -> u32 {
    file.extend_from_slice(page);
    (file.len() / PAGE) as u32
}

/// The content of each new cell after its child pointer: the first key of the old page.
fn repeated_cell(page: &[u8]) -> Vec<u8> {
    let header = if [2, 5].contains(&page[0]) { 12 } else { 8 };
    let cell = usize::from(u16::from_be_bytes([page[header], page[header + 1]]));
    match page[0] {
        5 | 13 => vec![1],
        kind => {
            let begin = cell + if kind == 2 { 4 } else { 0 };
            // The length of an index record of three small columns fits one byte.
            page[begin..][..1 + usize::from(page[begin])].to_vec()
        }
    }
}

/// An interior page filled with cells that have this child.
fn interior(is_table: bool, cell: &[u8], child: u32) -> Vec<u8> {
    let len = 4 + cell.len();
    let cells = (PAGE - 12) / (2 + len);
    let mut page = vec![0; PAGE];
    page[0] = if is_table { 5 } else { 2 };
    page[3..5].copy_from_slice(&(cells as u16).to_be_bytes());
    page[5..7].copy_from_slice(&((PAGE - cells * len) as u16).to_be_bytes());
    page[8..12].copy_from_slice(&child.to_be_bytes());
    for place in 0..cells {
        let begin = PAGE - (place + 1) * len;
        page[12 + 2 * place..][..2].copy_from_slice(&(begin as u16).to_be_bytes());
        page[begin..][..4].copy_from_slice(&child.to_be_bytes());
        page[begin + 4..][..cell.len()].copy_from_slice(cell);
    }
    page
}
