//! Spellings as squares in lines: FEN, matrices, drawings without and with labels.

use super::spelling::{Board, Spelling, Square, Text, framed, letter, named};
use nqdb::internal::Role;

/// Row N is the first.
pub(super) fn fens(board: &Board) -> Vec<Spelling> {
    let n = board.n;
    if n < 2 || !board.excluded.is_empty() {
        return Vec::new();
    }
    let line = |row: usize| {
        let (mut line, mut empty) = (Text::default(), 0);
        for column in 1..=n {
            let is_queen = board.role((column, row)) == Role::Queen;
            empty += usize::from(!is_queen);
            if empty > 0 && (is_queen || column == n) {
                line.push(&std::mem::take(&mut empty).to_string(), Role::Empty);
            }
            line.push(if is_queen { "Q" } else { "" }, Role::Queen);
        }
        line
    };
    let placement = Text::joined((1..=n).rev().map(line), "/");
    let templates = ["@", "@ ~w ~- ~- ~0 ~1", "Anna: @", "№2. @"];
    templates.map(|template| framed(format!("FEN: {template}"), template, &placement)).into()
}

/// How squares are drawn: a queen, an empty light and an empty dark square, an excluded square if it has a mark.
type Marks = (&'static str, [&'static str; 2], Option<&'static str>);

const BITS: Marks = ("1", ["0"; 2], Some("#"));
const LETTERS: Marks = ("Q", ["."; 2], Some("#"));
const SPACES: Marks = ("Q", [" "; 2], Some("#"));
const LINES: Marks = ("Q", ["_"; 2], Some("#"));
const SHADES: Marks = ("♛", [" "; 2], Some("░"));

/// A marked square.
type Cell = (&'static str, Role);

/// The lines of squares, from the top. A `*` marks an excluded square where `#` would be shading, but only if there are
/// queens and other empty squares.
fn marked(board: &Board, (queen, empty, excluded): Marks) -> Option<Vec<Vec<Cell>>> {
    let excluded = match excluded {
        Some("#") if board.is_shaded() => Some("*"),
        other => other,
    };
    let has_empty = board.n * board.n > board.queens.len() + board.excluded.len();
    let is_clear = |mark| !"*x".contains(mark) || !board.queens.is_empty() && has_empty;
    if board.n == 0 || !board.excluded.is_empty() && !excluded.is_some_and(is_clear) {
        return None;
    }
    let mark = |square: Square| match board.role(square) {
        Role::Excluded => (excluded.expect("a mark"), Role::Excluded),
        Role::Queen => (queen, Role::Queen),
        role => (empty[(square.0 + square.1) % 2], role),
    };
    let line = |row| (1..=board.n).map(|column| mark((column, row))).collect();
    Some((1..=board.n).map(line).collect())
}

/// Adds a line of squares in its template.
fn add_line(text: &mut Text, template: &str, cells: &[Cell], between: &Text) {
    let (before, after) = template.split_once('@').expect("a line");
    text.push(before, Role::Frame);
    for (place, (mark, role)) in cells.iter().enumerate() {
        (place > 0).then(|| text.append(between));
        text.push(mark, *role);
    }
    text.push(after, Role::Frame);
}

/// Name, marks, between squares, template of a line, between lines, template.
const GRIDS: &[(&str, Marks, &str, &str, &str, &str)] = &[
    ("matrix", BITS, " ", "@", "\n", "@"),
    ("matrix, commas", BITS, ",", "@", "\n", "@"),
    ("matrix, words", BITS, "", "@", "\n", "@"),
    ("JSON, lists of numbers", BITS, ",", "[@]", ",", "[@]"),
    ("object with a matrix", BITS, ",", "[@]", ",", "{\"board\":[@]}"),
    ("NumPy, numbers", BITS, " ", "[@]", "\n ", "[@]"),
    ("NumPy, floats", ("1.", ["0."; 2], None), " ", "[@]", "\n ", "[@]"),
    ("NumPy, truth values", (" True", ["False"; 2], None), " ", "[@]", "\n ", "[@]"),
    ("MATLAB", BITS, " ", "@", "; ", "[@]"),
    ("C", BITS, ", ", "{ @}", "\n", "@"),
    ("Python", BITS, ", ", "[@]", "\n", "@"),
    ("lists of letters", LETTERS, "', '", "['@']", "\n", "@"),
    ("lists of letters and blanks", SPACES, "', '", "['@']", "\n", "@"),
    ("JSON, lists of letters", LINES, "\",\"", "[\"@\"]", ",", "[@]"),
    ("JSON, strings", LETTERS, "", "\"@\"", ",", "[@]"),
    ("strings on lines", LETTERS, "", "  \"@\"", ",\n", "[\n@\n]"),
    ("object with strings", LETTERS, "", "\"@\"", ",", "{\"board\":[@]}"),
    ("words on a line", LETTERS, "", "@", " ", "@"),
    ("drawing below a caption", LETTERS, " ", "@", "\n", "Solution 7:\n@"),
    ("drawing in a code fence", LETTERS, " ", "@", "\n", "```\n@\n```"),
    ("bars", SPACES, "|", "|@|", "\n", "@"),
    ("bars and blanks", SPACES, " | ", "| @ |", "\n", "@"),
    ("underlined bars", LINES, "|", "|@|", "\n", "@"),
    ("bars on the right", LINES, "|", "@|", "\n", "@"),
    ("roof", LINES, "|", "|@|", "\n", "{roof}\n@"),
    ("outer frame", LETTERS, " ", "| @ |", "\n", "+-{dashes}+\n@\n+-{dashes}+"),
    ("inner bars and rules", LETTERS, " | ", " @", "\n{rule}\n", "@"),
    ("bars and dashes", LETTERS, "|", "|@|", "\n-{dashes}\n", "-{dashes}\n@\n-{dashes}"),
    ("frame", SPACES, " | ", "| @ |", "\n{frame}\n", "{frame}\n@\n{frame}"),
    ("box drawing", SHADES, " │ ", "│ @ │", "\n├{inner}┤\n", "┌{top}┐\n@\n└{bottom}┘"),
];

/// Queen and empty squares of drawings with and without blanks between squares.
const MARKS: &[Marks] = &[
    ("Q", ["."; 2], Some("#")),
    ("Q", ["."; 2], Some("*")),
    ("Q", ["."; 2], Some("x")),
    ("Q", ["_"; 2], Some("#")),
    ("Q", ["-"; 2], Some("#")),
    ("Q", ["·"; 2], Some("#")),
    ("Q", ["0"; 2], Some("#")),
    ("q", ["."; 2], Some("#")),
    ("♛", ["□"; 2], Some("#")),
    ("♕", ["⭘"; 2], Some("#")),
    ("👑", ["⬜", "⬛"], Some("x")),
    ("♛\u{fe0f}", ["⬜\u{fe0f}", "⬛\u{fe0f}"], Some("x")),
    ("1", ["."; 2], Some("#")),
    ("*", ["."; 2], None),
    ("X", ["-"; 2], None),
    ("Q", [".", "#"], None),
];

/// Squares in lines, without labels.
pub(super) fn grids(board: &Board) -> Vec<Spelling> {
    let n = board.n;
    let expand = |template: &str| {
        let rules = [
            ("roof", " _".repeat(n)),
            ("dashes", "-".repeat(2 * n)),
            ("rule", vec!["---"; n].join("+")),
        ];
        let boxes = [("top", "┬"), ("inner", "┼"), ("bottom", "┴")];
        let boxes = boxes.map(|(name, cross)| (name, vec!["───"; n].join(cross)));
        let frame = [("frame", format!("+{}", "---+".repeat(n)))];
        let all = rules.into_iter().chain(boxes).chain(frame);
        all.fold(template.to_owned(), |text, (name, rule)| {
            text.replace(&format!("{{{name}}}"), &rule)
        })
    };
    let spell = |name: String, marks, [between, line, end, template]: [&str; 4]| {
        let (between, mut lines) = (Text::around(between, &Text::default()), Vec::new());
        for row in marked(board, marks)? {
            lines.push(Text::default());
            add_line(lines.last_mut().expect("a line"), line, &row, &between);
        }
        Some(named(name, Text::around(&expand(template), &Text::joined(lines, &expand(end)))))
    };
    let table = GRIDS.iter().filter_map(|&(name, marks, between, line, end, template)| {
        spell(format!("grid: {name}"), marks, [between, line, end, template])
    });
    // A `*` or `x` is a queen only where all queens are.
    let is_clear = |marks: &Marks| board.is_complete() || !"*X".contains(marks.0);
    let drawn = MARKS.iter().filter(|marks| is_clear(marks)).flat_map(|&marks| {
        let name = format!("{} {}", marks.0, marks.1.concat());
        [("drawing", " "), ("drawing of words", "")].map(|(kind, between)| {
            spell(format!("{kind}: {name}"), marks, [between, "@", "\n", "@"])
        })
    });
    table.chain(drawn.flatten()).collect()
}

/// A style of drawings with labels: name, empty square, between squares, template of a line, width of a square, rule.
type Style = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const STYLES: [Style; 4] = [
    ("words", ".", " ", " @ ", " ", ""),
    ("compact", ".", "", " @ ", " ", ""),
    ("bars", " ", " | ", " | @ | ", "   ", ""),
    ("frame", " ", " | ", " | @ | ", "   ", "---+"),
];

/// What labels are called, names of rows as a template with `R` for the number, names of columns with `C`, `L` or `U`, and
/// what the first number is.
type Labels = (&'static str, &'static str, &'static str, usize);

const LABELS: [Labels; 7] = [
    ("numbers", "R", "C", 1),
    ("letters", "R", "L", 1),
    ("other labels", "R", "C", 0),
    ("other labels", "R", "U", 1),
    ("other labels", "R.", "C", 1),
    ("other labels", "R:", "L", 1),
    ("other labels", "[R,]", "[,C]", 1),
];

/// Whether rows count from the bottom and columns from the right, and where labels are: left, right, above, below.
type Layout = [bool; 6];

fn layouts() -> impl Iterator<Item = Layout> {
    let all = (0..64).map(|layout| [1, 2, 4, 8, 16, 32].map(|bit| layout & bit != 0));
    // Without labels, rows and columns count from the top and the left. Drawings without any are among the grids.
    all.filter(|&[is_up, is_mirrored, left, right, above, below]| {
        let (has_rows, has_columns) = (left || right, above || below);
        let is_named = |is_other_end: bool, has_labels: bool| has_labels || !is_other_end;
        (has_rows || has_columns) && is_named(is_up, has_rows) && is_named(is_mirrored, has_columns)
    })
}

fn name_of_layout([is_up, is_mirrored, left, right, above, below]: Layout) -> String {
    let parts = [
        (left || right, ", rows"),
        (left, " left"),
        (right, " right"),
        (is_up, " from the bottom"),
        (above || below, ", columns"),
        (above, " above"),
        (below, " below"),
        (is_mirrored, " from the right"),
    ];
    parts.into_iter().filter(|part| part.0).map(|part| part.1).collect()
}

/// Drawings with labels, which name the corner from where rows and columns count.
pub(super) fn labelled(board: &Board) -> impl Iterator<Item = Spelling> {
    let styles = STYLES.into_iter().flat_map(|style| LABELS.map(|labels| (style, labels)));
    let all = styles.flat_map(|(style, labels)| {
        // Other labels only at the usual places.
        let is_usual = |[.., right, above, below]: &Layout| !(*right || *above && *below);
        let layouts = layouts().filter(move |one| labels.0 != "other labels" || is_usual(one));
        layouts.map(move |layout| (style, labels, layout))
    });
    all.filter_map(|(style, labels, layout)| drawing(board, style, labels, layout))
}

fn drawing(board: &Board, style: Style, labels: Labels, layout: Layout) -> Option<Spelling> {
    let (style, empty, between, template, step, rule) = style;
    let (kind, row_name, column_name, first) = labels;
    let [is_up, is_mirrored, left, right, above, below] = layout;
    let n = board.n;
    let mut rows = marked(board, ("Q", [empty; 2], Some("#")))?;
    let name = |column: usize| match column_name {
        "L" => letter(column),
        "U" => letter(column).to_ascii_uppercase(),
        _ => column_name.replace('C', &(column + first - 1).to_string()),
    };
    let mut columns: Vec<String> = (1..=n).map(name).collect();
    if is_mirrored {
        columns.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
    }
    if is_up {
        rows.reverse();
    }
    let ruler = format!("    {}", columns.join(step));
    let rule = (!rule.is_empty()).then(|| format!("   +{}", rule.repeat(n)));
    let (mut text, between) = (Text::default(), Text::around(between, &Text::default()));
    let add = |text: &mut Text, line: &str, role| {
        text.push(if text.as_str().is_empty() { "" } else { "\n" }, role);
        text.push(line, role);
    };
    above.then(|| add(&mut text, &ruler, Role::ColumnLabel));
    rule.iter().for_each(|rule| add(&mut text, rule, Role::Frame));
    for (place, row) in rows.iter().enumerate() {
        let number = if is_up { n - place } else { place + 1 } + first - 1;
        let label = format!("{:>2}", row_name.replace('R', &number.to_string()));
        add(&mut text, if left { &label } else { "  " }, Role::RowLabel);
        add_line(&mut text, template, row, &between);
        text.push(if right { &label } else { "  " }, Role::RowLabel);
        rule.iter().for_each(|rule| add(&mut text, rule, Role::Frame));
    }
    below.then(|| add(&mut text, &ruler, Role::ColumnLabel));
    Some(named(format!("{style} with {kind}{}", name_of_layout(layout)), text))
}
