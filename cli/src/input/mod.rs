//! The input of commands: boards from arguments or standard input (`boards`), the words and lines of standard input (`items`),
//! and the encoding of text (`text`).

mod boards;
mod items;
mod text;

pub(super) use boards::{
    BoardArgs, OnError, Place, ReadingArgs, answer_permutations, for_each_permutation,
    for_each_record, notations,
};
pub(super) use items::{Unit, for_each_item, is_stdin};
pub(super) use text::{BYTE_ORDER_MARK, UTF_16, is_utf_16, utf_8};
