//! Whether a text is a right spelling of the boards that are read from it.

use super::spelling::{Board, Spelling, spellings};
use super::{Input, of_conditions};
use nqdb::Condition;
use nqdb::notation::ConditionList;

/// Marks of queens in drawings.
const QUEENS: &[char] = &['Q', 'q', '♛', '♕', '👑'];

/// Whether a text is a right spelling of these boards, one after the other, perhaps after a number.
pub(super) fn is_spelling(input: Input<'_>, boards: &[Board]) -> bool {
    if boards.iter().any(|board| board.n > 0 && !board.has_its_squares()) {
        return false;
    }
    let text = input.text;
    let mut texts = vec![text.to_owned()];
    let numbered = std::iter::successors(without_number(text), |rest| without_number(rest));
    texts.extend(numbered.map(str::to_owned));
    texts.extend(without_number_below(text));
    texts.extend(in_other_words(text));
    if matches!(boards, [board] if is_shaded(text, board)) {
        texts.push(text.replace('#', " "));
    }
    let is_without_mark = input.is_partial && !text.contains(QUEENS);
    if matches!(boards, [board] if board.queens.len() == 1) && is_without_mark {
        texts.extend(with_other_mark(text));
    }
    texts.iter().any(|text| {
        matches!(boards, [board] if are_conditions(text, board))
            || is_spelling_from(&normal(text, input.is_partial), boards, input)
    })
}

/// The text in other words: without a fence, a comment above it, the full stop of a list or one of two pairs of brackets;
/// with another number in the first cell of CSV; on one line; and with another mark of queens.
fn in_other_words(text: &str) -> impl Iterator<Item = String> {
    let fenced = text.strip_prefix("```").and_then(|text| text.trim_end().strip_suffix("```"));
    // A language may follow the fence.
    let fenced = fenced.map(|text| text.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
    let commented = text.strip_prefix('#').and_then(|text| Some(text.split_once('\n')?.1));
    let inside = fenced.or(commented).or(text.trim_end().strip_suffix('.'));
    let numbers: Vec<&str> =
        inside.into_iter().flat_map(|text| [Some(text), without_number(text)]).flatten().collect();
    let cell = text.split_once('\n').and_then(|(header, line)| {
        let sign = line.find([',', ';'])?;
        let is_number = |c: char| c.is_ascii_digit() || c == ' ';
        let is_first = header.starts_with("rank") && line[..sign].chars().all(is_number);
        is_first.then(|| format!("{header}\n17{}", &line[sign..]))
    });
    let others = [
        text.replace('\n', " "),
        text.replace(QUEENS, "1"),
        text.replace("[[", "[").replace("]]", "]"),
    ];
    numbers.into_iter().map(str::to_owned).chain(cell).chain(others).collect::<Vec<_>>().into_iter()
}

/// Whether `#` may shade the empty squares of one colour, by its number.
fn is_shaded(text: &str, board: &Board) -> bool {
    let number = text.matches('#').count();
    let is_marked = |square| board.queens.contains(square) || board.excluded.contains(square);
    let rows = |column| (1..=board.n).map(move |row| (column, row));
    let squares = Vec::from_iter((1..=board.n).flat_map(rows));
    number > 0
        && [0, 1].into_iter().any(|parity| {
            let empty = squares.iter().filter(|square| !is_marked(square));
            empty.filter(|(column, row)| (column + row) % 2 == parity).count() == number
        })
}

/// The text with a `Q` for one of its characters 1, which may be the only queen of a drawing.
fn with_other_mark(text: &str) -> impl Iterator<Item = String> {
    text.match_indices('1').map(|(at, _)| format!("{}Q{}", &text[..at], &text[at + 1..]))
}

/// The text, with a header or heading, without the number of a board at the start of its last line or last cell.
fn without_number_below(text: &str) -> impl Iterator<Item = String> {
    let (above, line) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    let cell = line.rfind([',', ';', '\t']).map_or(0, |sign| sign + 1);
    [0, cell].into_iter().filter_map(move |start| {
        Some(format!("{above}\n{}{}", &line[..start], without_number(&line[start..])?))
    })
}

/// The text after the number of a board.
fn without_number(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let number = text.trim_start_matches('#');
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.trim_start_matches(' ');
    let sign = rest.strip_prefix([',', ';', '.', ')', ':', '\t']);
    sign.or(text.starts_with('#').then_some(rest)).filter(|_| rest.len() < number.len())
}

fn is_spelling_from(rest: &str, boards: &[Board], input: Input<'_>) -> bool {
    let Some((board, others)) = boards.split_first() else { return rest.is_empty() };
    let is_alike = |one: &Spelling| {
        let (is, was) = (one.reading, input.reading);
        let has_rows = one.name.starts_with("list: ") || one.name.starts_with("digits: ");
        let has_numbers = has_rows || !one.items.is_empty() && !one.name.starts_with("chess");
        // A `1` alone is also a square.
        let is_other_number = has_numbers && board.n > 1 && is.zero_based != was.zero_based;
        let is_other = is.notation.is_some() && is.notation != was.notation;
        !is_other && !is_other_number
    };
    let normal = |text: &str| normal(text, input.is_partial);
    let matches = |one: &Spelling| {
        let text = one.text.as_str();
        let [before, after] = one.shared;
        let ends = [text.len(), text.len() - after];
        let mut parts = Vec::from_iter(ends.into_iter().flat_map(|end| [0..end, before..end]));
        parts.dedup();
        // Most texts differ in the first line already.
        let begins = |part: &str| {
            let has_bars = part.contains('|');
            let is_shown = |line: &&str| !line.trim().is_empty() && !is_rule(line, has_bars);
            rest.starts_with(&normal(part.lines().find(is_shown).unwrap_or("")))
        };
        let mut parts = parts.into_iter().map(|part| &text[part]).filter(|part| begins(part));
        let is_first = parts.any(|part| {
            let text = normal(part);
            let rest = rest.strip_prefix(&text).map(str::trim_start);
            rest.is_some_and(|rest| is_spelling_from(rest, others, input))
        });
        let may_be_reordered = others.is_empty() && !one.items.is_empty();
        is_first || may_be_reordered && is_reordered(rest, &normal(text), &one.items)
    };
    let is_high = rest.lines().count() >= board.n;
    spellings(board, is_high).filter(is_alike).any(|one| matches(&one))
}

/// Whether two texts differ only in the order of these parts.
fn is_reordered(text: &str, other: &str, items: &[String]) -> bool {
    let mut items: Vec<String> = items.iter().map(|item| normal(item, false)).collect();
    // `1=2` is a part of `11=2`.
    items.sort_by_key(|item| std::cmp::Reverse(item.len()));
    let without =
        |text: &str| items.iter().fold(text.to_owned(), |text, item| text.replacen(item, "@", 1));
    text.len() == other.len() && without(text) == without(other)
}

/// Whether each word is a condition of the board, and each condition of the board is a word. Only objects give the size.
/// In an assignment, the column may be a variable, and a blank may follow the sign.
fn are_conditions(text: &str, board: &Board) -> bool {
    let object = format!("{{\"n\":{},\"conditions\":[\"", board.n);
    let inside = || text.strip_prefix(&object)?.strip_suffix("\"]}");
    let captions = ["puzzle 3:", "Solution 7:", "Anna:"];
    let after = || captions.iter().find_map(|caption| text.strip_prefix(caption)).unwrap_or(text);
    let Some(list) = (if board.n > 0 { inside() } else { Some(after()) }) else { return false };
    let list = list.replace("\",\"", " ").replace("= ", "=");
    let list = list.strip_prefix('{').and_then(|list| list.strip_suffix('}')).unwrap_or(&list);
    let words = list.split([' ', ',', '\n', '\t', ';']).filter(|word| !word.is_empty());
    let is_assignment = |rest: &&str| rest.contains('=');
    let words = words.map(|word| word.strip_prefix('Q').filter(is_assignment).unwrap_or(word));
    Condition::parse_all(words).is_ok_and(|conditions| {
        let read = of_conditions(&ConditionList { n: None, conditions });
        Board { n: board.n, ..read } == *board
    })
}

/// Whether a line is only a part of a frame. Dashes alone are that only between bars.
fn is_rule(line: &str, has_bars: bool) -> bool {
    let is_frame = line.contains(['+', '├', '┌', '└']) || has_bars && line.starts_with("---");
    is_frame && line.chars().all(|c| " +-|─├┼┤┌┬┐└┴┘".contains(c))
}

/// A text without the blanks and rules that don't matter, with one mark for queens and one for excluded squares. Those of
/// complete boards are empty.
fn normal(text: &str, is_partial: bool) -> String {
    let has_bars = text.contains('|');
    let is_shown = |line: &&str| !line.is_empty() && !is_rule(line, has_bars);
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).filter(is_shown).collect();
    // The names of columns may stand twice at one side.
    lines.dedup_by(|line, before| line == before && line.starts_with("    "));
    let is_sign = |c: char| ",;()[]{}|│:=\"'".contains(c);
    // Given queens may have another form.
    let plain = |c: char| match c {
        'q' => 'Q',
        '♕' => '♛',
        c => c,
    };
    let queen = text.chars().map(plain).find(|c| QUEENS.contains(c));
    let mut all = String::with_capacity(text.len());
    for line in lines {
        all.extend((!all.is_empty()).then_some('\n'));
        let mut has_gap = false;
        // The sign after an emoji is invisible.
        for c in line.trim_start().chars().filter(|c| *c != '\u{fe0f}').map(plain) {
            if !c.is_whitespace() {
                // Several may fill a square between bars.
                if c == '#' && has_bars && !has_gap && all.ends_with('#') {
                    continue;
                }
                // A list on lines may end with a comma.
                if let Some(list) = all.strip_suffix('\n').filter(|_| ")]}".contains(c)) {
                    all.truncate(list.strip_suffix(',').unwrap_or(list).len());
                }
                let is_needed = has_gap && !is_sign(c) && !all.ends_with(is_sign);
                all.extend(is_needed.then_some(' '));
                all.push(match c {
                    '*' | 'x' | 'X' | '×' | '░' if is_partial => '#',
                    '#' if !is_partial => '.',
                    '⬛' => '⬜',
                    _ if is_partial && Some(c) == queen => 'Q',
                    _ => c,
                });
            }
            has_gap = c.is_whitespace();
        }
    }
    all
}
