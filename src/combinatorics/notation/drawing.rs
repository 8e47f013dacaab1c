//! Drawings and matrices: lines of squares, with bars, rules, roofs, and labels of rows and columns around them.
//!
//! A drawing is read in every [`Layout`]: with labels or edges on the left, on the right, on both sides or on neither, and
//! with lines of dashes as rules or as squares. All layouts that fit must give the same boards, so that no order of rules
//! decides what is a label. Labels count up or down, and say where row 1 and column 1 are; without labels they are at the
//! top and on the left.

use super::marks::{Cell, Mark, cells_of_word};
use super::reader::{Read, Reader};
use super::role::{Found, Role};
use super::text::{Span, chars, lines, split, trimmed, words};
use crate::combinatorics::invalid::{Invalid, unreadable};
use crate::combinatorics::numbers::parse_digits;

/// Whether a character is a bar between squares.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '║' | '┃')
}

/// Whether a line only divides others: `+---+---+`, `├───┼───┤`, `|---|---|`.
pub(super) fn is_rule(line: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '+' | '\u{2500}'..='\u{257f}') && !is_bar(c);
    let is_filling = |c: char| matches!(c, '-' | '=' | ' ' | ':') || is_bar(c);
    line.chars().all(|c| is_stroke(c) || is_filling(c))
        && (line.contains(is_stroke) || line.contains("|--"))
}

/// The sign between the cells of a line of a table in which only queens have a mark: `\t\tQ\t`, `,,Q,`.
fn sign_of_table(line: &str) -> Option<char> {
    let has_queen =
        |cell: &str| matches!(Mark::of_word(cell.trim()), Some(Mark::Queen | Mark::Star));
    ['\t', ',', ';'].into_iter().find(|&sign| {
        let cells = || line.split(sign);
        cells().any(has_queen)
            && cells().any(|cell| cell.trim().is_empty())
            && cells().skip(1).all(|cell| cell.trim().is_empty() || has_queen(cell))
    })
}

/// Whether a line is dashes only, which may be a rule or squares.
pub(super) fn is_dashes(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2
        && (line.bytes().all(|byte| byte == b'-') || line.bytes().all(|byte| byte == b'='))
}

/// Whether a line is the upper edge of squares drawn as `|_|`.
pub(super) fn is_roof(line: &str) -> bool {
    line.contains('_') && line.chars().all(|c| c == '_' || c == ' ')
}

/// The order of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// From the left to the right, or from the top to the bottom.
    Up,
    Down,
}

/// The value of a label, whether it is letters, and the sign after it: `4`, `4:`, `4.`, `[4,]`, `d`.
fn label(word: &str) -> Option<(usize, bool, &str)> {
    let in_brackets = || word.strip_prefix('[')?.strip_suffix(']');
    // R names rows and columns so.
    let by_r =
        in_brackets().and_then(|word| word.strip_suffix(',').or_else(|| word.strip_prefix(',')));
    let name = by_r.unwrap_or(word.trim_end_matches([':', '.', ')']));
    let letter = |byte: u8| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
    let (value, is_letters) = match name.as_bytes() {
        [a] if a.is_ascii_alphabetic() => (letter(*a) + 1, true),
        [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            (26 * (letter(*a) + 1) + letter(*b) + 1, true)
        }
        _ if name.len() < 5 && (name == "0" || !name.starts_with('0')) => {
            (parse_digits(name).filter(|_| !name.is_empty())?, false)
        }
        _ => return None,
    };
    Some((value, is_letters, word.strip_prefix(name).unwrap_or_default()))
}

/// The order of labels that count without a gap from 0, 1 or `a`, or down to it; `None` for other labels.
fn direction<'t>(labels: impl Iterator<Item = &'t str>) -> Option<Direction> {
    let values: Vec<(usize, bool, &str)> = labels.map(label).collect::<Option<_>>()?;
    let count =
        |first: (usize, bool, &'t str)| (first.0..).map(move |value| (value, first.1, first.2));
    let is_first = |first: &(usize, bool, &str)| first.0 == 1 || first.0 == 0 && !first.1;
    let (first, last) = (*values.first()?, *values.last()?);
    if is_first(&first) && values.iter().copied().eq(count(first).take(values.len())) {
        Some(Direction::Up)
    } else {
        let is_down =
            is_first(&last) && values.iter().rev().copied().eq(count(last).take(values.len()));
        is_down.then_some(Direction::Down)
    }
}

/// A line that names the columns: `a b c d`, `1 2 3 4`, `0123`, `[,1] [,2]`, also from the right to the left.
pub(super) struct Ruler {
    direction: Direction,
    pub(super) labels: Vec<Span>,
    bars: Vec<Span>,
}

impl Ruler {
    /// The names of two columns or more; `None` for any other line.
    pub(super) fn read(text: &str, line: Span) -> Option<Ruler> {
        let bars = chars(text, line.clone()).filter(|(_, c)| is_bar(*c)).map(|(span, _)| span);
        let mut bars: Vec<Span> = bars.collect();
        let mut labels = split(text, line, |c| c.is_whitespace() || is_bar(c));
        labels.retain(|word| !word.is_empty());
        // The corner in Gupta's figures.
        if labels.first().is_some_and(|word| text[word.clone()].eq_ignore_ascii_case("start")) {
            bars.push(labels.remove(0));
        }
        if let [word] = &labels[..] {
            labels = chars(text, word.clone()).map(|(span, _)| span).collect();
        }
        // `4.` and `4:` name rows.
        let is_plain = |span: &Span| {
            text[span.clone()].chars().all(|c| c.is_ascii_alphanumeric() || "[],".contains(c))
        };
        let is_ruler = labels.len() > 1 && labels.iter().all(is_plain);
        let names = labels.iter().map(|span| &text[span.clone()]);
        let direction = is_ruler.then(|| direction(names)).flatten()?;
        Some(Ruler { direction, labels, bars })
    }
}

/// A line of squares, divided into pieces, of which the first and the last may be labels or edges.
struct Row {
    pieces: Vec<Span>,
    frame: Vec<Span>,
    has_bars: bool,
}

/// The squares of a line.
struct Line {
    /// The labels on the left and on the right.
    labels: [Option<Span>; 2],
    cells: Vec<Cell>,
    is_word: bool,
}

impl Row {
    /// Divides a line, at a sign if it is one of a table.
    fn divide(text: &str, line: Span, sign: Option<char>) -> Row {
        let part = &text[line.clone()];
        if let Some(sign) = sign {
            let frame = chars(text, line.clone()).filter(|(_, c)| *c == sign);
            let frame = frame.filter(|_| sign != '\t').map(|(span, _)| span).collect();
            let pieces = split(text, line, |c| c == sign).into_iter();
            let pieces = pieces.map(|piece| trimmed(text, piece)).collect();
            return Row { pieces, frame, has_bars: true };
        }
        if !part.contains(is_bar) {
            return Row { pieces: words(text, line), frame: Vec::new(), has_bars: false };
        }
        let frame = chars(text, line.clone()).filter(|(_, c)| is_bar(*c)).map(|(span, _)| span);
        let frame = frame.collect();
        let pieces = split(text, line, is_bar).into_iter();
        let pieces = pieces.map(|piece| trimmed(text, piece)).collect();
        Row { pieces, frame, has_bars: true }
    }

    /// The squares between the sides. A side is a label, or, next to a bar, nothing. `None` if a square has no mark.
    fn line(&self, text: &str, sides: [bool; 2]) -> Option<Line> {
        let (mut inside, mut labels) = (&self.pieces[..], [None, None]);
        for side in (0..2).filter(|&side| sides[side]) {
            let (piece, rest) =
                if side == 0 { inside.split_first()? } else { inside.split_last()? };
            (inside, labels[side]) = (rest, Some(piece.clone()).filter(|piece| !piece.is_empty()));
            if !self.has_bars && labels[side].is_none() {
                return None;
            }
        }
        // An outer frame.
        let words = match inside {
            [piece] if self.has_bars => words(text, piece.clone()),
            _ => inside.to_vec(),
        };
        if words.is_empty() {
            return None;
        }
        if let [word] = &words[..] {
            return Some(Line { labels, cells: cells_of_word(text, word.clone())?, is_word: true });
        }
        let cell = |span: Span| {
            let word = &text[span.clone()];
            // Several characters may fill a square between bars.
            let fill = word
                .chars()
                .next()
                .filter(|fill| self.has_bars && word.chars().all(|c| c == *fill));
            let mark =
                Mark::of_word(word).or(fill.and_then(Mark::of).filter(|mark| *mark == Mark::Dark));
            Some(Cell { mark: mark?, span })
        };
        let cells = words.into_iter().map(cell).collect::<Option<_>>()?;
        Some(Line { labels, cells, is_word: false })
    }
}

/// How the lines of a drawing are taken.
#[derive(Debug, Clone, Copy)]
struct Layout {
    /// Whether there is a label or an edge on the left and on the right.
    sides: [bool; 2],
    dashes_are_rules: bool,
}

const SIDES: [[bool; 2]; 4] = [[false, false], [true, false], [false, true], [true, true]];

/// The number of squares of a line, and whether it has labels or bars; `None` if it is not one of a drawing.
pub(super) fn squares(line: &str) -> Option<(usize, bool)> {
    let row = Row::divide(line, 0..line.len(), sign_of_table(line));
    let in_layout = |sides: [bool; 2]| {
        let Line { labels, cells, is_word } = row.line(line, sides)?;
        let is_label = |span: &Span| {
            label(&line[span.clone()]).is_some_and(|(value, ..)| value <= cells.len())
        };
        let are_labels = labels.iter().flatten().all(is_label);
        let has_label = labels.iter().any(Option::is_some);
        let are_digits = cells.iter().all(|cell| line[cell.span.clone()].parse::<u8>().is_ok());
        let zeros = cells.iter().filter(|cell| &line[cell.span.clone()] == "0").count();
        // A list of rows has at most one 0, and a word of digits is a number.
        let is_list = has_label && !row.has_bars && are_digits && (zeros < 2 || is_word);
        let is_row = are_labels && !is_list && cells.len() > usize::from(!row.has_bars);
        is_row.then_some((cells.len(), has_label || row.has_bars))
    };
    SIDES.into_iter().find_map(in_layout)
}

/// A line of a drawing.
struct Drawn {
    span: Span,
    /// Whether it only divides others, also as dashes.
    is_rule: bool,
    is_dashes: bool,
    row: Row,
    /// The names of columns that it may have.
    ruler: Option<Ruler>,
}

impl Reader<'_> {
    /// Reads a part of the text as drawings, one below the other. A line of squares alone is one only with bars.
    pub(super) fn drawing(self, part: Span) -> Read {
        let text = self.text;
        let mut spans: Vec<Span> = lines(text, part.clone()).collect();
        spans.retain(|line| !text[line.clone()].trim().is_empty());
        let has_bars = text[part.clone()].contains(is_bar);
        if spans.len() < 2 && !has_bars {
            return None;
        }
        let are_squares =
            |span: &Span| !is_dashes(&text[span.clone()]) && text[span.clone()].contains('-');
        let has_dashed_squares = !has_bars && spans.iter().any(are_squares);
        let sign = spans.iter().find_map(|line| sign_of_table(&text[line.clone()]));
        let mut drawn: Vec<Drawn> = Vec::new();
        for span in spans {
            let line = &text[span.clone()];
            // Dashes are rules above and below other squares, or anywhere between bars.
            let is_outside = drawn.is_empty() || span.end == text[..part.end].trim_end().len();
            let one = Drawn {
                is_rule: is_rule(line) || drawn.is_empty() && has_bars && is_roof(line),
                is_dashes: is_dashes(line) && (has_bars || is_outside && !has_dashed_squares),
                row: Row::divide(text, span.clone(), sign),
                ruler: Ruler::read(text, span.clone()),
                span,
            };
            let is_edge = one.is_rule || one.is_dashes || one.ruler.is_some();
            if !is_edge && SIDES.iter().all(|sides| one.row.line(text, *sides).is_none()) {
                return None;
            }
            drawn.push(one);
        }
        // Cells without a mark are cut off at the end of the text.
        let widest = drawn.iter().map(|line| line.row.pieces.len()).max().unwrap_or(0);
        for Drawn { row, span, .. } in drawn.iter_mut().filter(|_| sign == Some('\t')) {
            row.pieces.resize(widest, span.end..span.end);
        }
        let has_dashes = drawn.iter().any(|line| line.is_dashes);
        let mut layouts = Vec::new();
        for sides in SIDES {
            layouts.push(Layout { sides, dashes_are_rules: true });
            layouts.extend(has_dashes.then_some(Layout { sides, dashes_are_rules: false }));
        }
        // The first one is what a message is about.
        if has_bars {
            layouts.reverse();
        }
        let read = |layout| {
            let read = self.in_layout(part.clone(), &drawn, layout)?;
            Some(read.and_then(|found| found.account(text)))
        };
        self.agreed(layouts.into_iter().map(read))
    }

    fn in_layout(self, part: Span, drawn: &[Drawn], layout: Layout) -> Read {
        let mut found = Found::new(part);
        let mut lines = Vec::new();
        for line in drawn {
            if line.is_rule || line.is_dashes && layout.dashes_are_rules {
                found.mark_words(self.text, line.span.clone(), Role::Frame);
                continue;
            }
            let squares = line.row.line(self.text, layout.sides);
            if squares.is_none() && line.ruler.is_none() {
                return None;
            }
            lines.push((line, squares));
        }
        // Names of columns can be squares and labels, too: they are what is not a line of squares like the others.
        let shape = |(drawn, line): &(&Drawn, Option<Line>)| {
            line.as_ref().map(|line| (line.cells.len(), line.is_word, drawn.row.frame.len()))
        };
        let plain = lines.iter().find(|line| line.0.ruler.is_none()).or(lines.first())?;
        let plain = shape(plain);
        let (n, ..) = plain?;
        let (mut rows, mut rulers) = (Vec::new(), Vec::new());
        for line in lines {
            let is_like = shape(&line) == plain;
            match line {
                (drawn, Some(line)) if is_like => rows.push((drawn, line)),
                (drawn, _) if drawn.ruler.is_some() => rulers.push((rows.len(), drawn)),
                (drawn, _) => {
                    let expected = "lines with the same number of squares, bars and blanks";
                    return Some(Err(unreadable(expected, self.text[drawn.span.clone()].trim())));
                }
            }
        }
        Some(self.placed(found, n, &rows, &rulers, layout))
    }

    /// Checks the labels, and reads the squares of each board.
    fn placed(
        self,
        mut found: Found,
        n: usize,
        rows: &[(&Drawn, Line)],
        rulers: &[(usize, &Drawn)],
        layout: Layout,
    ) -> Result<Found, Invalid> {
        let text = self.text;
        let columns = self.columns(&mut found, n, rows, rulers)?;
        // What all lines have outside of bars is not a square.
        let is_edge = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.span.is_empty());
        let first = rows.iter().all(|row| is_edge(row.1.cells.first()));
        let last = rows.iter().all(|row| is_edge(row.1.cells.last()));
        let has_edge = !layout.sides[0] && first || !layout.sides[1] && last;
        // One bar may be a separator.
        let has_bar = rows.iter().any(|row| row.0.row.frame.len() == 1);
        if n > 1 && has_edge || n == 1 && has_bar {
            return Err(unreadable("a mark on each square", text.trim()));
        }
        let size = if n > 0 && rows.len().is_multiple_of(n) { n } else { rows.len() };
        for rows in rows.chunks(size) {
            let mut order = None;
            for side in 0..2 {
                let labels: Vec<&Span> =
                    rows.iter().filter_map(|row| row.1.labels[side].as_ref()).collect();
                if labels.is_empty() {
                    continue;
                }
                let names = || labels.iter().map(|&label| &text[label.clone()]);
                let counted = direction(names()).filter(|_| labels.len() == rows.len());
                if counted.is_none() || order.is_some_and(|order| Some(order) != counted) {
                    return Err(Invalid::Unreadable {
                        expected: "row labels that count from 1, or down to 1 as on a chessboard",
                        got: names().collect::<Vec<_>>().join(" "),
                    });
                }
                if (n == 1 || !rows[0].0.row.has_bars)
                    && names().all(|name| Mark::of_word(name).is_some())
                {
                    let expected = "row labels that can't be squares";
                    return Err(unreadable(expected, &names().collect::<Vec<_>>().join(" ")));
                }
                order = counted;
                labels.into_iter().for_each(|label| found.mark(label.clone(), Role::RowLabel));
            }
            let mut squares: Vec<Vec<Cell>> = rows.iter().map(|row| row.1.cells.clone()).collect();
            for frame in rows.iter().flat_map(|row| &row.0.row.frame) {
                found.mark(frame.clone(), Role::Frame);
            }
            if order == Some(Direction::Down) {
                squares.reverse();
            }
            if columns == Some(Direction::Down) {
                squares.iter_mut().for_each(|row| row.reverse());
            }
            self.add_squares(&mut found, &squares)?;
        }
        Ok(found)
    }

    /// The order of the columns, if lines name them.
    fn columns(
        self,
        found: &mut Found,
        n: usize,
        rows: &[(&Drawn, Line)],
        rulers: &[(usize, &Drawn)],
    ) -> Result<Option<Direction>, Invalid> {
        let word = |span: &Span| &self.text[span.clone()];
        let are_numbers = |line: &Drawn| {
            word(&line.span).chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
        };
        let has_labels = rows.iter().all(|row| row.1.labels.iter().any(Option::is_some));
        let is_matrix = rows.iter().all(|row| are_numbers(row.0));
        let mut order = None;
        for &(above, line) in rulers {
            let Some(ruler) = &line.ruler else { continue };
            let is_indented = word(&line.span).starts_with(char::is_whitespace);
            let has_caption = self.text[..line.span.start].ends_with(|before| before != '\n');
            // A list of numbers after a caption may be a board, as one next to a matrix, and one from the right to the
            // left next to any drawing.
            let is_board_like = is_matrix || ruler.direction == Direction::Down;
            let may_be_board =
                are_numbers(line) && (has_caption || !is_indented && !has_labels && is_board_like);
            let is_in_place = above.is_multiple_of(n) || above == rows.len();
            let is_other = *order.get_or_insert(ruler.direction) != ruler.direction;
            if ruler.labels.len() != n || !is_in_place || may_be_board || is_other {
                let expected = "the names of the columns of a drawing in one order, after blanks if they are numbers";
                return Err(unreadable(expected, word(&line.span).trim()));
            }
            ruler.labels.iter().for_each(|label| found.mark(label.clone(), Role::ColumnLabel));
            ruler.bars.iter().for_each(|bar| found.mark(bar.clone(), Role::Frame));
        }
        Ok(order)
    }
}
