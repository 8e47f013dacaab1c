//! The law of the reader: each character of a text that is not blank has exactly one role, and what has none refuses the
//! text. So a damaged text is refused, or has the same board, or is a right spelling of the board that is read.
//!
//! The texts are in `lists` and `drawings`, made of the parts in `spelling`; `right` compares damaged texts with them. Run
//! with `-- --nocapture damage`, the tests print the counts and what is refused.

mod drawings;
mod lists;
mod right;
mod spelling;

use nqdb::internal::{Role, roles};
use nqdb::notation::{ConditionList, Reading};
use nqdb::{Condition, Invalid, Permutation};
use nqdb_test_support::sample::up_to;
use proptest::prelude::*;
use proptest::test_runner::{TestRng, TestRunner};
use right::is_spelling;
use spelling::{Board, Spelling, Square, Text, spellings};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// A text and how it is read.
#[derive(Clone, Copy)]
pub(super) struct Input<'t> {
    pub(super) text: &'t str,
    pub(super) reading: Reading,
    pub(super) is_partial: bool,
}

impl Input<'_> {
    fn read(self) -> Result<Vec<Board>, Invalid> {
        if self.is_partial {
            Ok(vec![of_conditions(&ConditionList::parse(self.text)?)])
        } else {
            Ok(self.reading.boards(self.text)?.iter().map(of_permutation).collect())
        }
    }

    /// What is wrong with the roles of a text, if it is read; the right ones are these if they are known.
    fn wrong_role(self, expected: Option<&Text>) -> Option<String> {
        let found = match roles(self.text, self.reading, self.is_partial) {
            Ok(found) if found.len() == self.text.len() => found,
            Ok(found) => {
                return Some(format!("{} roles for {} bytes", found.len(), self.text.len()));
            }
            Err(_) if self.read().is_err() => return None,
            Err(error) => return Some(format!("no roles: {error}")),
        };
        let expected = expected.map(Text::roles);
        self.text.char_indices().filter(|(_, c)| !c.is_whitespace()).find_map(|(at, c)| {
            let right = expected.as_ref().and_then(|expected| expected[at]);
            // The label of the only line may be the number of the board.
            let is_number = |found, right| {
                found == Role::BoardLabel && right == Role::RowLabel && !self.text.contains('\n')
            };
            let is_right = found[at].is_some_and(|found| {
                right.is_none_or(|right| may_be(c, right, found) || is_number(found, right))
            });
            (!is_right)
                .then(|| format!("byte {at}, {c:?}, is {:?} instead of {right:?}", found[at]))
        })
    }
}

/// Whether the role of a character is this one. Signs of labels and captions may be parts of these or stand alone.
fn may_be(c: char, expected: Role, found: Role) -> bool {
    let is_square = |role| matches!(role, Role::Queen | Role::Empty | Role::Excluded);
    // Whole lines between boards are comments.
    let is_between = found == Role::Comment && expected != Role::RowLabel && !is_square(expected);
    // A condition is one word.
    let is_condition = found == Role::Queen
        && (expected == Role::ColumnLabel || expected == Role::Separator && c == '=');
    found == expected
        || is_condition
        || is_between
        || !c.is_alphanumeric() && !is_square(found) && !is_square(expected)
}

fn of_permutation(board: &Permutation) -> Board {
    let queens: BTreeSet<Square> = (1..).zip(board.queens().map(usize::from)).collect();
    Board { n: queens.len(), queens, excluded: BTreeSet::new() }
}

fn of_conditions(list: &ConditionList) -> Board {
    let mut board = Board { n: list.n.unwrap_or(0), ..Board::default() };
    for condition in &list.conditions {
        match *condition {
            Condition::Queen { column, row } => {
                board.queens.insert((column as usize, row as usize))
            }
            Condition::NoQueen { column, row } => {
                board.excluded.insert((column as usize, row as usize))
            }
            // No text here has excluded diagonals: a square of no spelling.
            Condition::NoQueenOnSum(_) | Condition::NoQueenOnDifference(_) => {
                board.excluded.insert((0, 0))
            }
        };
    }
    board
}

/// Random numbers of the seed of all random tests.
fn random() -> TestRng {
    TestRunner::new(ProptestConfig::default()).rng().clone()
}

fn below(random: &mut TestRng, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// Which squares of a random board are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Complete,
    SomeQueens,
    QueensAndExcluded,
}

fn random_board(n: usize, shown: Shown, random: &mut TestRng) -> Board {
    let mut rows: Vec<usize> = (1..=n).collect();
    (1..n).rev().for_each(|last| rows.swap(last, below(random, last + 1)));
    let mut board = Board { n, queens: (1..).zip(rows).collect(), excluded: BTreeSet::new() };
    if shown != Shown::Complete {
        board.queens.retain(|_| below(random, 2) == 0);
    }
    if shown == Shown::QueensAndExcluded {
        let square = |_| (1 + below(random, n), 1 + below(random, n));
        board.excluded =
            (0..n).map(square).filter(|square| !board.queens.contains(square)).collect();
    }
    board
}

/// Boards of all sizes in all spellings: `rounds` of each kind, or a sample.
fn each_spelling(
    rounds: usize,
    random: &mut TestRng,
    mut test: impl FnMut(&Board, &Spelling, bool, &mut TestRng),
) {
    let all = [Shown::Complete, Shown::SomeQueens, Shown::QueensAndExcluded];
    for n in 1..=12 {
        // The sample has one board of each size.
        for shown in all.into_iter().cycle().skip(n % 3).take(up_to(1, 3 * rounds)) {
            let (board, is_partial) = (random_board(n, shown, random), shown != Shown::Complete);
            for spelling in spellings(&board, true) {
                if !is_partial || spelling.reading == Reading::default() {
                    test(&board, &spelling, is_partial, random);
                }
            }
        }
    }
}

/// Whether these boards are that of the spelling. Conditions have no size.
fn are(boards: &[Board], board: &Board) -> bool {
    let of_no_size = Board { n: 0, ..board.clone() };
    matches!(boards, [one] if *one == *board || *one == of_no_size)
}

/// Texts of some kinds: for each kind their number, the shortest one, and a remark on it.
#[derive(Default)]
struct Examples(BTreeMap<String, (usize, String, String)>);

impl Examples {
    fn add(&mut self, kind: impl Into<String>, text: &str, remark: impl Into<String>) {
        let entry =
            self.0.entry(kind.into()).or_insert_with(|| (0, text.to_owned(), String::new()));
        entry.0 += 1;
        if entry.2.is_empty() || text.len() < entry.1.len() {
            (entry.1, entry.2) = (text.to_owned(), remark.into());
        }
    }

    fn add_wrong_role(&mut self, name: &str, input: Input<'_>, expected: Option<&Text>) {
        if let Some(wrong) = input.wrong_role(expected) {
            self.add(format!("{name}, roles"), input.text, wrong);
        }
    }

    fn count(&self) -> usize {
        self.0.values().map(|entry| entry.0).sum()
    }

    fn list(&self) -> String {
        let line = |(kind, (count, text, remark)): (&String, &(usize, String, String))| {
            format!("  {count} {kind}: {text:?}\n      {remark}\n")
        };
        self.0.iter().map(line).collect()
    }

    fn assert_none(&self) {
        assert!(self.0.is_empty(), "{} findings:\n{}", self.count(), self.list());
    }
}

fn shown(boards: &[Board]) -> String {
    let one = |board: &Board| {
        let rows: Vec<String> = board.queens.iter().map(|queen| queen.1.to_string()).collect();
        let columns = board.queens.iter().map(|queen| queen.0);
        if columns.eq(1..=board.n) && board.excluded.is_empty() {
            rows.join(" ")
        } else {
            format!("N = {} {:?} without {:?}", board.n, board.queens, board.excluded)
        }
    };
    boards.iter().map(one).collect::<Vec<_>>().join(" / ")
}

/// Spellings of complete boards that docs/notation.md promises, by the beginnings of their names.
const PROMISED: &str = "\
    list: |digits: |pairs|lists of two|terms|facts|fractions|numbers on lines|clingo|chess|\
    assignments|conditions|dictionary|JSON by column|SAT|FEN: |drawing: |\
    drawing of words: |grid: matrix|grid: JSON|grid: NumPy|grid: MATLAB|grid: object|\
    grid: strings|grid: words|grid: drawing|grid: bars|grid: underlined bars|grid: inner bars|\
    grid: frame|grid: box drawing|words with numbers, rows left|words with letters, rows left|\
    compact with numbers, rows left|compact with letters, rows left|\
    bars with numbers, rows left|bars with letters, rows left|frame with numbers, rows left|\
    frame with letters, rows left";

/// Those among them that are not promised: `2.` may be a label, and columns usually count from the left.
const NOT_PROMISED: &[&str] =
    &["decimal points", "from the right", "⭘", "bars on the right", "dashes"];

/// Whether a spelling must be read. Small boards can have several meanings.
fn is_promised(name: &str, n: usize, is_partial: bool) -> bool {
    let is_in_docs = PROMISED.split('|').any(|promised| name.starts_with(promised));
    n > 3 && !is_partial && is_in_docs && !NOT_PROMISED.iter().any(|other| name.contains(other))
}

#[test]
fn a_board_is_read_in_every_spelling_with_the_roles_of_its_text_or_refused() {
    let (start, mut random) = (Instant::now(), random());
    let (mut texts, mut findings, mut refused) = (0, Examples::default(), Examples::default());
    each_spelling(20, &mut random, |board, spelling, is_partial, _| {
        let (name, text) = (&spelling.name, spelling.text.as_str());
        let input = spelling.input(text, is_partial);
        texts += 1;
        match input.read() {
            Err(error) if is_promised(name, board.n, is_partial) => {
                findings.add(format!("{name} is promised"), text, error.to_string());
            }
            Err(error) => {
                let kind = if is_partial { "partial" } else { "complete" };
                let of_size = if board.n < 3 { ", N < 3" } else { "" };
                refused.add(format!("{name} {kind}{of_size}"), text, error.to_string());
            }
            // On two rows, excluded squares are easily shading.
            Ok(_) if board.n < 3 && text.contains('░') => {}
            Ok(boards) if !are(&boards, board) => findings.add(name, text, shown(&boards)),
            Ok(_) => findings.add_wrong_role(name, input, Some(&spelling.text)),
        }
    });
    println!("{texts} texts, {} refused, {:?}", refused.count(), start.elapsed());
    println!("{}", refused.list());
    findings.assert_none();
}

#[test]
fn another_size_than_that_of_the_board_is_refused() {
    let (mut texts, mut findings) = (0, Examples::default());
    each_spelling(20, &mut random(), |board, spelling, is_partial, _| {
        let Some(text) = spelling.text.with_wrong_size(board.n) else { return };
        texts += 1;
        match spelling.input(&text, is_partial).read() {
            // Conditions have no size of their own.
            Ok(boards) if !spelling.name.starts_with("conditions") => {
                findings.add(&spelling.name, &text, shown(&boards));
            }
            _ => {}
        }
    });
    println!("{texts} texts with another size");
    findings.assert_none();
}

const INSERTED: &[char] = &[
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'Q', 'q', '.', '_', '-', '#', '*', 'x', 'a',
    'b', 'd', 'n', 'A', ' ', '\n', '\t', ',', ';', ':', '=', '/', '|', '+', '(', ')', '[', ']',
    '{', '}', '"', '\'', '?', '!', '%', '~', '\\', '@', 'é', '□', '♛', '⬜', '\u{fe0f}',
];

/// A text with a random damage, and the kind of that.
fn damaged(text: &str, random: &mut TestRng) -> (&'static str, String) {
    let mut chars: Vec<char> = text.chars().collect();
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let (at, other) = (below(random, chars.len()), below(random, chars.len()));
    let (line, other_line) = (below(random, lines.len()), below(random, lines.len()));
    let new = INSERTED[below(random, INSERTED.len())];
    // Damages of characters are more frequent.
    let kind = match below(random, 13) {
        0..3 => {
            chars.insert(at, new);
            "inserted"
        }
        3..5 => {
            chars.remove(at);
            "deleted"
        }
        5..7 => {
            chars[at] = new;
            "replaced"
        }
        7 => {
            chars.swap(at, other);
            "swapped"
        }
        8 => {
            let last = chars.len() - 1;
            chars.swap(at, (at + 1).min(last));
            "swapped neighbours"
        }
        9 => {
            lines.insert(other_line, lines[line].clone());
            "line repeated"
        }
        10 => {
            lines.remove(line);
            "line deleted"
        }
        11 if lines.len() > 1 && at % 2 == 0 => {
            lines.swap(line, other_line);
            "lines swapped"
        }
        11 => {
            lines[line] = lines[line].chars().rev().collect();
            "line reversed"
        }
        _ => {
            lines[line].insert(0, ' ');
            "line indented"
        }
    };
    let is_of_lines = kind.starts_with("line");
    (kind, if is_of_lines { lines.join("\n") } else { chars.into_iter().collect() })
}

#[test]
fn damage_is_noticed() {
    let (start, mut random) = (Instant::now(), random());
    let ([mut refused, mut same, mut others], mut findings) = ([0; 3], Examples::default());
    each_spelling(7, &mut random, |board, spelling, is_partial, random| {
        let whole = spelling.input(spelling.text.as_str(), is_partial);
        // A single square without a queen can become nearly anything.
        let is_single = board.n == 1 && is_partial;
        if is_single
            || whole.text.is_empty()
            || whole.read().is_ok_and(|boards| !are(&boards, board))
        {
            return;
        }
        for (kind, text) in (0..up_to(1, 5)).map(|_| damaged(whole.text, random)) {
            let input = Input { text: &text, ..whole };
            match input.read() {
                Err(_) => refused += 1,
                Ok(boards) if are(&boards, board) => same += 1,
                Ok(boards) if is_spelling(input, &boards) => others += 1,
                Ok(boards) if is_accepted(&spelling.name, kind, &text, &boards) => others += 1,
                Ok(boards) => {
                    findings.add(format!("{}, {kind}", spelling.name), &text, shown(&boards));
                    continue;
                }
            }
            findings.add_wrong_role(&spelling.name, input, None);
        }
    });
    let count = refused + same + others + findings.count();
    println!("{count} damaged texts in {:?}: {refused} refused,", start.elapsed());
    println!("{same} with the same board, {others} right spellings of others, the rest findings");
    findings.assert_none();
}

/// Damages after which a text is a right one in a spelling that `lists` and `drawings` don't have: a part of the name, the
/// beginning of the damage, a part of the text, and the largest board.
const ACCEPTED: &[(&str, &str, &str, usize)] = &[
    // The names of two columns as one word.
    (" with ", "swapped", " ab ", 2),
    (" with ", "swapped", " ba ", 2),
    (" with ", "swapped", " AB ", 2),
    (" with ", "swapped", " BA ", 2),
    (" with ", "swapped", " 12 ", 2),
    (" with ", "swapped", " 21 ", 2),
    (" with ", "swapped", " 10 ", 2),
    (" with ", "swapped", " 01 ", 2),
    // Names of rows that count from 0, and names of columns that count from 1, or the other way round.
    (" with ", "replaced", "0", 2),
    // Another number in a caption or a field that says nothing of the board.
    ("caption", "swapped", "", 12),
    ("list: heading", "swapped", "", 12),
    ("object", "swapped", "\"ms\":", 12),
    ("object", "swapped", "\"rank\":", 12),
    // Another mark of the only square.
    (" with ", "replaced", "", 1),
    ("drawing", "replaced", "", 1),
    // A line between the fences moved outside them.
    ("in a code fence", "lines swapped", "```", 12),
    // A single square, or a label of other digits.
    ("", "line repeated", "?", 2),
    ("NumPy", "inserted", "q1", 1),
    ("digits: ^rank", "swapped", "", 12),
    ("list: CSV", "swapped", "", 2),
    // A letter in upper case.
    ("digits: ", "", "A", 12),
    // Excluded squares in a shaded drawing.
    ("Q .#", "", "x", 12),
    ("Q .#", "", "*", 12),
    // Other squares and conditions than the numbers.
    ("digits: {\"queens\"", "replaced", "", 2),
    ("object with a text", "replaced", "=", 2),
    // The marks of two drawings.
    ("drawing: ", "replaced", "⬛", 2),
    // A board of one or two columns after a caption, or in braces.
    ("caption", "", "", 1),
    ("grid: C", "inserted", "{2 1}", 2),
    // Another number.
    ("list: tab", "replaced", ": 1", 1),
    ("digits: Solution", "swapped", "", 2),
    // The same queen twice.
    ("assignments", "swapped", "q[1] = 2", 2),
    ("caption", "replaced", "1 , 0", 2),
    // On three rows, excluded squares are easily shading.
    (" with ", "replaced", " x ", 3),
    // A rule above a single square.
    ("drawing of words", "", "---", 1),
    // A comment between two boards.
    ("clingo", "line repeated", "Answer: 1", 12),
    // The only excluded squares are moved to all empty squares of a colour, and so become shading.
    ("", "", "#", 3),
    ("grid: box drawing", "", "░", 2),
    // Stars are empty squares if there is no other mark for these.
    ("", "", "*", 2),
    ("drawing", "replaced", "x", 2),
    // The lines of a matrix.
    ("list: ", "line repeated", "0", 2),
    ("list: ", "inserted", "0;", 2),
];

fn is_accepted(name: &str, kind: &str, text: &str, boards: &[Board]) -> bool {
    let fits = |&(one, damage, part, largest): &(&str, &str, &str, usize)| {
        // On two rows, a single square may be all of a colour.
        let is_plain = |board: &Board| part != "#" || board.n < 3 || board.excluded.is_empty();
        let is_small = boards.iter().all(|board| board.n <= largest && is_plain(board));
        let has_part = format!(" {text} ").contains(part);
        is_small && has_part && name.contains(one) && kind.starts_with(damage)
    };
    ACCEPTED.iter().any(fits)
}

/// Spellings that only a whole text can have: a table has one header.
const WHOLE: &[&str] = &["list: CSV", "digits: ^"];

#[test]
fn boards_one_after_the_other_are_read() {
    let (mut random, mut texts) = (random(), 0);
    let (mut findings, mut refused) = (Examples::default(), Examples::default());
    let sizes = up_to(vec![3, 11], (3..=12).cycle().take(200).collect());
    for n in sizes {
        let boards = [(); 2].map(|()| random_board(n, Shown::Complete, &mut random));
        let [first, second] = boards.each_ref().map(|board| spellings(board, true));
        let is_whole = |name: &str| WHOLE.iter().any(|whole| name.starts_with(whole));
        for (first, second) in first.zip(second).filter(|(one, _)| !is_whole(&one.name)) {
            for between in ["\n", "\n\n"] {
                let text = [first.text.as_str(), second.text.as_str()].join(between);
                let (name, input) =
                    (format!("{}, {between:?}", first.name), first.input(&text, false));
                texts += 1;
                match input.read() {
                    Err(error) => refused.add(name, &text, error.to_string()),
                    Ok(read) if read != boards => findings.add(name, &text, shown(&read)),
                    Ok(_) => findings.add_wrong_role(&name, input, None),
                }
            }
        }
    }
    println!("{texts} texts of two boards, {} refused:\n{}", refused.count(), refused.list());
    findings.assert_none();
}

#[test]
fn any_text_is_read_or_refused() {
    let (mut random, mut read, mut findings) = (random(), 0, Examples::default());
    for _ in 0..up_to(10_000, 1_000_000) {
        let length = below(&mut random, 24);
        let text: String =
            (0..length).map(|_| INSERTED[below(&mut random, INSERTED.len())]).collect();
        for is_partial in [false, true] {
            let input = Input { text: &text, reading: Reading::default(), is_partial };
            read += usize::from(input.read().is_ok());
            findings.add_wrong_role("random", input, None);
        }
    }
    println!("{read} random texts are read");
    findings.assert_none();
}
