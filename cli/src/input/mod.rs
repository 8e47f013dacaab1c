//! The input of commands: boards from arguments or standard input (`boards`), and the words of standard input (`items`).

mod boards;
mod items;

pub(super) use boards::{
    BoardArgs, ErrorArgs, OnError, Place, ReadingArgs, answer_partial_boards, answer_permutations,
    for_each_permutation, for_each_record, notations,
};
pub(super) use items::{for_each_word, is_stdin};
