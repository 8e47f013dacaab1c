//! All parsers: a parsed value is printed and parsed again as the same value, and the message about any other text is
//! short.

use crate::input::permutation;
use arbitrary::Unstructured;
use nqdb::notation::{Notation, Reading, Records};
use nqdb::store::Part;
use nqdb::{
    BoardSize, Condition, Conditions, Invalid, OrbitId, Permutation, PermutationIndex, Rank,
    Solution, Subgroup, Symmetry,
};
use nqdb_papers::Operation;
use std::fmt::{Debug, Display};
use std::io::Read;
use std::str::FromStr;

/// Maximum length of a message that quotes a hundred characters, each as `\u{…}`.
const LONGEST_MESSAGE: usize = 2000;

pub(super) fn case(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let n = BoardSize::new(input.int_in_range(1..=BoardSize::MAX)?).expect("a board size");
    let bytes = input.bytes(input.len())?;
    let text = String::from_utf8_lossy(bytes);
    check_type::<BoardSize>(&text);
    check_type::<Rank>(&text);
    check_type::<OrbitId>(&text);
    check_type::<Symmetry>(&text);
    check_type::<Subgroup>(&text);
    check_type::<Condition>(&text);
    check_type::<Permutation>(&text);
    check_type::<Solution>(&text);
    check_type::<Part>(&text);
    check_operation(&text, bytes)?;
    check_boards(&text);
    check_index(n, &text);
    check_conditions(n, &text, bytes)?;
    check_packed(n, bytes);
    Ok(())
}

/// The parsed value, if the text is valid.
fn check_type<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse();
            assert!(again.is_ok_and(|again: T| again == value), "{text:?}: {value:?}");
            Some(value)
        }
        Err(error) => {
            check_message(text, &error);
            None
        }
    }
}

fn check_message(text: &str, error: &impl Display) {
    let message = error.to_string();
    assert!(message.chars().count() <= LONGEST_MESSAGE, "{text:?}: {message}");
}

/// An operation applies to a permutation, whose size it changes by at most 1, or returns an error.
fn check_operation(text: &str, bytes: &[u8]) -> arbitrary::Result<()> {
    let Some(operation) = check_type::<Operation>(text) else { return Ok(()) };
    let mut input = Unstructured::new(bytes);
    let n = BoardSize::new(input.int_in_range(1..=BoardSize::MAX)?).expect("a board size");
    let queens = permutation(&mut input, n)?;
    if let Ok(made) = operation.apply(&queens) {
        assert!(made.n().get().abs_diff(n.get()) <= 1, "{operation} on {queens}: {made}");
    }
    Ok(())
}

/// Boards in every notation: a parsed board is printed and parsed again, and parsing a whole text gives the same as
/// parsing it record by record.
fn check_boards(text: &str) {
    let notations = Notation::ALL.into_iter().map(Some).chain([None]);
    for reading in notations
        .flat_map(|notation| [false, true].map(|zero_based| Reading { notation, zero_based }))
    {
        let boards = reading.boards(text);
        assert_eq!(boards, by_record(text, reading), "{text:?}: {reading:?}");
        match (&boards, reading.board(text)) {
            (Ok(boards), Ok(board)) => assert_eq!(boards[..], [board]),
            (Ok(boards), Err(error)) => assert!(boards.len() > 1, "{text:?}: {error}"),
            (Err(error), board) => {
                check_message(text, error);
                assert!(board.is_err(), "{text:?}: {board:?}, {error}");
            }
        }
        boards.iter().flatten().for_each(check_notations);
    }
}

/// The boards of a text that is read byte by byte.
fn by_record(text: &str, reading: Reading) -> Result<Vec<Permutation>, Invalid> {
    let mut records = Records::new(Trickle(text.as_bytes()), reading, Records::LONGEST);
    let mut boards = Vec::new();
    while let Some(record) = records.next_record().expect("memory can be read") {
        reading.record(&record, &mut boards)?;
    }
    if boards.is_empty() { Err(Invalid::NoQueens) } else { Ok(boards) }
}

/// An input that returns one byte at a time.
struct Trickle<'t>(&'t [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let most = bytes.len().min(1);
        self.0.read(&mut bytes[..most])
    }
}

/// A board printed in any notation is parsed as that board.
fn check_notations(board: &Permutation) {
    assert_eq!(Permutation::unpack_any(&board.pack()), Ok(*board));
    for (notation, zero_based) in Notation::ALL.into_iter().zip([false, true].into_iter().cycle()) {
        let Ok(text) = notation.write(board, zero_based) else { continue };
        let text = format!("{}\n{text}", notation.header().unwrap_or_default());
        let reading = Reading { notation: Some(notation), zero_based };
        assert_eq!(reading.board(&text), Ok(*board), "{text:?}");
    }
}

fn check_index(n: BoardSize, text: &str) {
    match PermutationIndex::parse(n, text) {
        Ok(index) => {
            let queens = Permutation::at(n, &index).expect("an index of this board");
            assert_eq!(queens.index(), index);
            assert_eq!(PermutationIndex::parse(n, &index.to_string()), Ok(index));
        }
        Err(error) => check_message(text, &error),
    }
}

/// Conditions mean the same as their text, tested on a permutation.
fn check_conditions(n: BoardSize, text: &str, bytes: &[u8]) -> arbitrary::Result<()> {
    let whole = Conditions::parse(n, [text]);
    let words: Vec<&str> = text.split([' ', ',', '\t', '\n', '\r']).collect();
    let words = words.into_iter().filter(|word| !word.is_empty());
    match (&whole, Conditions::parse(n, words)) {
        (Err(error), _) => check_message(text, error),
        (Ok(whole), apart) => assert_eq!(Ok(whole), apart.as_ref()),
    }
    let Ok(whole) = whole else { return Ok(()) };
    let queens = permutation(&mut Unstructured::new(bytes), n)?;
    for symmetry in Symmetry::ALL {
        let image = whole.image(symmetry);
        assert_eq!(
            whole.are_met_by(&queens),
            image.are_met_by(&symmetry.apply(&queens)),
            "{text:?}"
        );
    }
    Ok(())
}

fn check_packed(n: BoardSize, bytes: &[u8]) {
    let read: [Result<Permutation, Invalid>; 2] =
        [Permutation::unpack(n, bytes), Permutation::unpack_any(bytes)];
    for queens in read.into_iter().flatten() {
        assert_eq!(queens.pack(), bytes);
    }
}
