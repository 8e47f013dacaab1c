//! A text that is accepted without its notation is read by exactly one notation, as a slow and simple reader reads it.

use nqdb::Permutation;
use nqdb::notation::{Notation, Reading};
use nqdb_test_support::permutations::permutation;
use nqdb_test_support::sample::up_to;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Boards as lists of 1-based rows.
type Boards = Vec<Vec<usize>>;

/// The groups of words of a text: the contents of the innermost brackets if there are any, else its lines.
fn groups(text: &str) -> Vec<Vec<String>> {
    let words = |part: &str| {
        let words = part.split(|c: char| ",;\"".contains(c) || c.is_whitespace());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let parts: Vec<&str> = if text.contains(['[', '(']) {
        text.split(['[', ']', '(', ')']).collect()
    } else {
        text.split(['\n', ';']).collect()
    };
    parts.into_iter().map(words).filter(|group| !group.is_empty()).collect()
}

/// The boards, if each is a permutation of two columns or more.
fn permutations(boards: Option<Boards>) -> Option<Boards> {
    let is_permutation = |board: &Vec<usize>| {
        let rows: BTreeSet<usize> = board.iter().copied().collect();
        board.len() > 1 && rows.into_iter().eq(1..=board.len())
    };
    boards.filter(|boards| !boards.is_empty() && boards.iter().all(is_permutation))
}

/// A board with queens on these squares (column, row).
fn board(squares: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut rows = vec![0; squares.len()];
    for &(column, row) in squares {
        *rows.get_mut(column.checked_sub(1)?)? = row;
    }
    Some(rows)
}

/// Whole numbers, also with a decimal point.
fn numbers(group: &[String]) -> Option<Vec<usize>> {
    let whole =
        |word: &String| Some(word.parse::<f64>().ok().filter(|x| x.fract() == 0.0)? as usize);
    group.iter().map(whole).collect()
}

fn one_line(groups: &[Vec<String>]) -> Option<Boards> {
    let all: Option<Vec<Vec<usize>>> = groups.iter().map(|group| numbers(group)).collect();
    let all = all?;
    if all.iter().all(|group| group.len() == 1) { Some(vec![all.concat()]) } else { Some(all) }
}

fn digits(groups: &[Vec<String>]) -> Option<Boards> {
    let digit = |c: char| c.to_digit(36).map(|digit| digit as usize);
    groups.concat().iter().map(|word| word.chars().map(digit).collect()).collect()
}

/// Pairs of numbers, also as Prolog prints them: `1-2`.
fn pairs(groups: &[Vec<String>], is_row_first: bool) -> Option<Boards> {
    let pair = |group: &Vec<String>| match numbers(&numbers_of_pair(group))?[..] {
        [first, second] => Some(if is_row_first { (second, first) } else { (first, second) }),
        _ => None,
    };
    let squares: Option<Vec<(usize, usize)>> = groups.iter().map(pair).collect();
    Some(vec![board(&squares?)?])
}

fn numbers_of_pair(group: &[String]) -> Vec<String> {
    match group {
        [pair] => pair.split('-').map(str::to_owned).collect(),
        _ => group.to_vec(),
    }
}

fn chess(groups: &[Vec<String>]) -> Option<Boards> {
    let square = |word: &String| {
        let word = word.strip_prefix('Q').unwrap_or(word);
        let column = word.chars().next().filter(char::is_ascii_lowercase)? as usize - 96;
        Some((column, word[1..].parse().ok()?))
    };
    let all: Option<Vec<Vec<_>>> =
        groups.iter().map(|group| group.iter().map(square).collect()).collect();
    let all = all?;
    if all.iter().all(|group| group.len() == 1) {
        return Some(vec![board(&all.concat())?]);
    }
    all.iter().map(|squares| board(squares)).collect()
}

/// Lines of squares, N at a time; one group may be a whole board.
fn matrix(groups: &[Vec<String>]) -> Option<Boards> {
    let mut lines: Vec<Vec<char>> =
        groups.iter().map(|group| group.concat().chars().collect()).collect();
    if let [only] = groups {
        lines = only.iter().map(|word| word.chars().collect()).collect();
    }
    let mut boards = Vec::new();
    while let Some(first) = lines.first() {
        let n = first.len();
        let these: Vec<Vec<char>> = lines.drain(..n.min(lines.len())).collect();
        let has_letters = these.concat().contains(&'Q');
        let is_queen = |c: char| if has_letters { c == 'Q' } else { c == '1' || c == '*' };
        let is_mark = |c: &char| ".0-*1Q".contains(*c);
        if these.len() != n || these.iter().any(|line| line.len() != n || !line.iter().all(is_mark))
        {
            return None;
        }
        let mut squares = Vec::new();
        for (row, line) in (1..).zip(&these) {
            let queens = (1..).zip(line).filter(|&(_, &c)| is_queen(c));
            squares.extend(queens.map(|(column, _)| (column, row)));
        }
        boards.push(board(&squares)?);
    }
    Some(boards)
}

/// A matrix of numbers with a decimal point, as NumPy prints it.
fn decimal_matrix(groups: &[Vec<String>]) -> Option<Boards> {
    let square = |word: &String| {
        if word == "-" {
            return Some(word.clone());
        }
        let is_square = word.len() == 1 || word.contains('.');
        let number = word.parse::<f64>().ok().filter(|number| [0.0, 1.0].contains(number));
        number.filter(|_| is_square).map(|number| number.to_string())
    };
    let squares: Option<Vec<Vec<_>>> =
        groups.iter().map(|group| group.iter().map(square).collect()).collect();
    matrix(&squares?)
}

fn fen(text: &str) -> Option<Boards> {
    let placement = |word: &str| {
        let lines: Vec<&str> = word.split('/').collect();
        let mut squares = Vec::new();
        for (row, line) in (1..=lines.len()).rev().zip(&lines) {
            let mut column = 0;
            for c in line.chars() {
                match c.to_digit(10) {
                    Some(empty) => column += empty as usize,
                    None => {
                        column += 1;
                        squares.push((column, row));
                    }
                }
            }
            if column != lines.len() {
                return None;
            }
        }
        board(&squares).filter(|rows| rows.len() == lines.len())
    };
    let is_fen =
        |word: &str| word.contains('/') && word.chars().all(|c| "0123456789Q/".contains(c));
    let without_fields = |line: &str| match line.split_once(" b") {
        Some((before, "")) => before.to_owned(),
        _ => line.to_owned(),
    };
    let text = text.lines().map(|line| without_fields(line.trim())).collect::<Vec<_>>().join(" ");
    text.split_whitespace().map(|word| placement(word).filter(|_| is_fen(word))).collect()
}

/// All ways in which the text can be read: in one notation, or, with three columns or more, in one for each of some
/// consecutive parts.
fn slow(text: &str) -> BTreeSet<Boards> {
    let lines: Vec<&str> = text.lines().collect();
    let is_blank = |line: &&str| line.trim().is_empty();
    // The readings of the first lines.
    let mut before = vec![BTreeSet::from([Boards::new()])];
    for end in 1..=lines.len() {
        let mut readings = BTreeSet::new();
        if is_blank(&lines[end - 1]) {
            readings.clone_from(&before[end - 1]);
        }
        for start in 0..end {
            let part = lines[start..end].join("\n");
            let count = |c: char| part.matches(c).count();
            if count('[') != count(']') || count('(') != count(')') {
                continue;
            }
            let is_plain = part.chars().all(|c| c.is_ascii_digit() || ", \n\r\"[];".contains(c));
            let is_pair = |line: &&str| line.matches(['(', ')']).count() == 2 && line.contains(')');
            let is_plain = is_plain || lines[start..end].iter().any(is_pair);
            let is_large =
                |boards: &Boards| !is_plain || boards.iter().all(|board| board.len() > 2);
            for boards in in_one_notation(&part).into_iter().filter(is_large) {
                readings.extend(before[start].iter().map(|others| [&others[..], &boards].concat()));
            }
        }
        before.push(readings);
    }
    let mut all = in_one_notation(text);
    // Parts between blank lines may be boards of two columns.
    let parts = lines.split(is_blank).filter(|part| !part.is_empty());
    let first = BTreeSet::from([Boards::new()]);
    all.extend(parts.fold(first, |before, part| {
        let part = in_one_notation(&part.join("\n"));
        let joined = |boards: &Boards| -> Vec<Boards> {
            before.iter().map(|others| [&others[..], boards].concat()).collect()
        };
        part.iter().flat_map(joined).collect()
    }));
    all.remove(&Boards::new());
    all.extend(before.pop().into_iter().flatten().filter(|boards| !boards.is_empty()));
    all
}

/// All notations in which the text can be read as permutations of two columns or more.
fn in_one_notation(text: &str) -> BTreeSet<Boards> {
    let groups = groups(text);
    let all = [
        one_line(&groups),
        digits(&groups),
        pairs(&groups, false),
        pairs(&groups, true),
        chess(&groups),
        matrix(&groups),
        decimal_matrix(&groups),
        fen(text),
    ];
    all.into_iter().filter_map(permutations).collect()
}

/// The text without the full stop after a number at its end.
fn without_full_stop(text: &str) -> &str {
    let rest = text.trim_end().strip_suffix('.');
    rest.filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

/// The text without names before brackets, such as that of `array([2, 4, 1, 3])`.
fn without_names(text: &str) -> String {
    let mut kept = String::new();
    for c in text.chars() {
        if "[(".contains(c) {
            let rest = kept.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
            if kept[rest..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                kept.truncate(rest);
            }
        }
        kept.push(c);
    }
    kept
}

/// Whether a line begins with a number that may be a label, as in `1. 2 4 1 3` and `1,2 4 1 3`.
fn may_be_labelled(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.starts_with(['.', ')'])
        || rest.starts_with("  ")
        || rest.trim_start().starts_with([',', ';']) && rest.trim_start()[1..].trim().contains(' ')
}

/// Boards in some notation with a few random changes, or random characters.
fn text() -> impl Strategy<Value = String> {
    const ALPHABET: &[&str] = &[
        "0123 \n", "1234, []", "12()\n ,", ".Q\n ", "01\n ", "*.-\n", "abcd1234 \n", "1234Q/",
        "[]\"12, \n", "123\n", "Q \n",
    ];
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3),
        0..4,
    );
    let written = (prop::collection::vec(permutation(5), 1..3), 0..Notation::ALL.len());
    let edited = (written, edits, prop::sample::select(ALPHABET)).prop_map(
        |((boards, place), edits, alphabet)| {
            let write = |board: &Permutation| Notation::ALL[place].write(board, false).unwrap();
            let text = boards.iter().map(write).collect::<Vec<_>>().join("\n");
            let mut text: Vec<char> = text.chars().collect();
            for (at, letter, edit) in edits {
                let letters: Vec<char> = alphabet.chars().collect();
                let (place, letter) =
                    (at.index(text.len() + 1), letters[letter.index(letters.len())]);
                match edit {
                    0 => text.insert(place, letter),
                    1 if place < text.len() => text[place] = letter,
                    _ if place < text.len() => drop(text.remove(place)),
                    _ => {}
                }
            }
            text.into_iter().collect()
        },
    );
    let random = prop::sample::select(ALPHABET).prop_flat_map(|alphabet| {
        let letters: Vec<char> = alphabet.chars().collect();
        prop::collection::vec(prop::sample::select(letters), 0..16)
            .prop_map(|text| text.into_iter().collect::<String>())
    });
    prop_oneof![edited, random]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(5_000, 1_000_000)))]

    #[test]
    fn an_accepted_text_has_one_reading(text in text()) {
        let Ok(boards) = Reading::default().boards(&text) else { return Ok(()) };
        let rows: Boards = boards.iter().map(|board| board.queens().map(usize::from).collect()).collect();
        // `forms` tests boards of one column, labels, terms such as `queen(1,2)`, comments, vectors of R, and SAT models.
        let has_terms = text.matches(|c: char| "[(".contains(c)).count() > 1 && without_names(&text) != text;
        let is_comment = |line: &str| ["c ", "//", "[1] "].iter().any(|start| line.trim().starts_with(start));
        let is_other = has_terms || text.contains("v ") || text.lines().any(is_comment) || text.lines().any(may_be_labelled);
        if is_other || rows.iter().any(|rows| rows.len() == 1) {
            return Ok(());
        }
        // Prolog ends a term with a full stop.
        let unended = text.replace(").", ")").replace("].", "]");
        let unended = if text.contains('-') { without_full_stop(&unended) } else { &unended };
        let unended = without_names(unended);
        prop_assert_eq!(slow(&unended), BTreeSet::from([rows.clone()]), "{:?}", text);
        for notation in Notation::ALL {
            let named = Reading { notation: Some(notation), zero_based: false }.boards(&text);
            let has_one_column = named.iter().flatten().any(|board| board.n().get() == 1);
            prop_assert!(named.is_err() || has_one_column || named == Ok(boards.clone()), "{} {:?}", notation, text);
        }
    }
}

/// Names and values of objects, such as nqdb prints and others.
const NAMES: &[&str] = &[
    "n", "N", "queens", "rank", "orbit_id", "permutation_index", "tier", "size", "col", "\\u006e",
];
const VALUES: &[&str] = &[
    "4", "3", "-0", "4.0", "null", "true", "1e400", "[2,4,1,3]", "[3, 1, 4, 2]", "[2,4,1]",
    "[1,2,2]", "[0,1]", "[1]", "[256,1]", "\"2413\"", "\"12\"", "\"searched\"", "\"col\"", "\"\"",
    "\"\\u0032\"", "{}",
];

proptest! {
    /// The objects that nqdb prints are read faster than any with another field.
    #[test]
    fn a_further_field_of_an_object_changes_nothing(
        rank in 0..VALUES.len(),
        others in prop::collection::vec((0..NAMES.len(), 0..VALUES.len()), 0..4),
    ) {
        let mut fields = vec![r#""n":4,"queens":[2,4,1,3]"#.to_owned()];
        fields.push(format!("\"rank\":{}", VALUES[rank]));
        fields.extend(others.iter().map(|&(name, value)| format!("\"{}\":{}", NAMES[name], VALUES[value])));
        for fields in [&fields[..], &fields[1..]] {
            let fields = fields.join(", ");
            let plain = Reading::default().boards(&format!("{{{fields}}}"));
            let longer = Reading::default().boards(&format!("{{{fields}, \"ms\":3}}"));
            prop_assert_eq!(plain.ok(), longer.ok(), "{}", fields);
        }
    }
}
