//! Spellings as lists: of rows, digits, pairs, chess squares, assignments, conditions, literals. Also in objects and CSV.

use super::spelling::{
    Board, DETECTED, Spelling, Square, Text, framed, letter, role_of_sign, squares,
};
use nqdb::internal::Role;
use nqdb::notation::{Notation, Reading};

/// Name, between numbers, template, and whether columns may be without a queen.
const LISTS: &[(&str, &str, &str, bool)] = &[
    ("blanks", " ", "@", true),
    ("commas", ", ", "@", true),
    ("semicolons", ";", "@", true),
    ("brackets", ", ", "[@]", true),
    ("parentheses", ",", "(@)", true),
    ("braces", ", ", "{@}", true),
    ("JSON", ",", "[@]", true),
    ("Python", ", ", "[@]", true),
    ("NumPy", " ", "[@]", true),
    ("caption", " ", "Solution 7: @", true),
    ("caption without a number", " ", "Solution: @", true),
    ("name of a person", " ", "# Anna: @", false),
    ("caption with a list", ", ", "rank 57: [@]", true),
    ("name", ", ", "queens = [@];", true),
    ("number", " ", "№3. @", true),
    ("number and bracket", ", ", "№3) [@]", true),
    ("hash", " ", "№#3 @", true),
    ("R", " ", "№[1] @", true),
    ("R, dput", ", ", "c(@)", false),
    ("size", " ", "N = {n}: @", true),
    ("heading", " ", "Solution 7:\n@", true),
    ("heading with a size", " ", "Solutions for n = {n}:\n@", false),
    ("NumPy, repr", ", ", "array([@], dtype=int64)", false),
    ("MiniZinc, array1d", ", ", "n = {n}; q = array1d(1..{n}, [@]);", false),
    ("MiniZinc", ", ", "queens = [@];\n~----------\n~==========\n", false),
    ("MiniZinc, not the last one", ", ", "queens = [@];\n~----------", false),
    ("MiniZinc, the last one", ", ", "queens = [@];\n~==========\n", false),
    ("quotes", "\", \"", "[\"@\"]", false),
    ("Python, quotes", "', '", "('@')", false),
    ("lines", "\n", "@", false),
    ("MATLAB, a column", "; ", "[@]", false),
    ("Octave", "   ", "q =\n\n   @\n", false),
    ("Prolog at its prompt", ",", "Qs = [@] ;", false),
    ("Prolog", ",", "[@].", false),
    ("comment", " ", "~# ~all ~solutions\n@", false),
    ("code fence", " ", "```\n@\n```", false),
    ("array of one board", ",", "[[@]]", false),
    ("tab", " ", "№17\t@", false),
    ("number and comma", " ", "№17,@", false),
    ("number and semicolon", " ", "№17;@", false),
    ("CSV", " ", "^rank,^queens\n~17,@\n", false),
    ("CSV, semicolons", " ", "^rank;^queens\n~17;@\n", false),
    ("CSV, tabs and quotes", ",", "^id\t^queens\n~x\t\"@\"\n", false),
    ("CSV, one column", " ", "^queens\n@\n", false),
    ("CSV with a size", " ", "^n,^queens\n{n},@\n", false),
    ("CSV, a column for each queen", ",", "{names}\n@\n", false),
    ("CSV, a column for each queen after others", ",", "^rank,{names}\n~17,@\n", false),
    ("object with a text", " ", "{\"n\": {n}, \"queens\": \"@\"}", false),
    ("object with one list", ",", "{\"q\":[@],\"ms\":~3}", true),
    ("object with fields after it", ",", "{\"queens\":[@],\"rank\":~5,\"n\":{n}}", true),
    ("object on lines", ",\n    ", "{\n  \"n\": {n},\n  \"queens\": [\n    @\n  ]\n}", true),
    ("givens", ",", "{\"n\":{n},\"givens\":[@]}", true),
    ("Python, a dictionary", ", ", "{'n': {n}, 'queens': [@]}", true),
];

const SIZES: [&str; 6] = ["n", "N", "size", "board_size", "boardSize", "order"];
const BOARDS: [&str; 8] =
    ["queens", "q", "qs", "board", "solution", "position", "positions", "placed"];

/// The row of the queen in each column, counted from 1 or from 0.
pub(super) fn lists(board: &Board) -> Vec<Spelling> {
    let Some(rows) = board.rows() else { return Vec::new() };
    let n = board.n;
    let field = |size, board| format!("{{\"{size}\": {{n}}, \"{board}\": [@], \"ms\": ~3}}");
    let fields =
        SIZES.map(|size| (size, "queens")).into_iter().chain(BOARDS.map(|name| ("n", name)));
    let objects = fields.map(|(size, board)| {
        (format!("object with {size}, {board}"), ", ", field(size, board), true)
    });
    let lists = LISTS.iter().map(|list| (list.0.to_owned(), list.1, list.2.to_owned(), list.3));
    let names = (1..=n).map(|column| format!("^q{column}")).collect::<Vec<_>>().join(",");
    let mut all = Vec::new();
    for (place, (name, between, template, has_gaps)) in lists.chain(objects).enumerate() {
        let template = template.replace("{n}", &n.to_string()).replace("{names}", &names);
        // Only plain lists have floats.
        let numbers = if board.is_complete() { &NUMBERS[..] } else { &[("", 1, "")] };
        for &(kind, first, end) in numbers.iter().filter(|number| place < 9 || number.2.is_empty())
        {
            let gaps = if board.is_complete() { &[""][..] } else { &["?", "null", "None", "0"] };
            for gap in gaps.iter().filter(|gap| has_gaps || gap.is_empty()) {
                let number = |row: &Option<usize>| match row {
                    Some(row) => Text::of(format!("{}{end}", row + first - 1), Role::Queen),
                    None => Text::of(gap, Role::Empty),
                };
                let list = Text::joined(rows.iter().map(number), between);
                let mut one = framed(format!("list: {name}{kind}"), &template, &list);
                one.reading.zero_based = first == 0;
                all.push(one);
            }
        }
    }
    all
}

/// How numbers are called, the first one, and what follows each.
const NUMBERS: [(&str, usize, &str); 5] = [
    ("", 1, ""),
    ("", 0, ""),
    (" of floats", 1, ".0"),
    (" of floats", 1, ".000000000000000000e+00"),
    (", decimal points", 1, "."),
];

/// The rows as one word.
pub(super) fn digits(board: &Board) -> Vec<Spelling> {
    let Some(rows) = board.rows().filter(|_| board.is_complete()) else { return Vec::new() };
    let templates = [
        "@",
        "№3. @",
        "№#3 @",
        "Solution 7: @",
        "N = {n}: @",
        "Solutions for n = {n}:\n@",
        "```\n@\n```",
        "{\"queens\": \"@\"}",
        "{\"n\": {n}, \"queens\": \"@\"}",
        "^rank,^queens\n~17,@\n",
        "^rank;^queens\n~17;@\n",
        "^queens\n@\n",
    ];
    let spell = |first: usize, template: &str| {
        let digit = |row: usize| char::from_digit((row + first - 1) as u32, 36).expect("N < 36");
        let word: String = rows.iter().flatten().map(|&row| digit(row)).collect();
        let whole = template.replace("{n}", &board.n.to_string());
        let one = framed(format!("digits: {template}"), &whole, &Text::of(word, Role::Queen));
        Spelling { reading: Reading { zero_based: first == 0, ..DETECTED }, ..one }
    };
    [1, 0].into_iter().flat_map(|first| templates.map(|template| spell(first, template))).collect()
}

/// Name, item, between items, template. In an item, `C` is the column, `R` the row, `L` and `U` a letter for the column.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    ("pairs", "(C,R)", ",", "@"),
    ("pairs in brackets", "(C, R)", ", ", "[@]"),
    ("lists of two", "[C,R]", ",", "[@]"),
    ("terms", "queen(C,R)", " ", "@"),
    ("facts", "queen(C,R).", " ", "@"),
    ("fractions", "C/R", ", ", "@"),
    ("fractions in Prolog", "C/R", ",", "[@]"),
    ("Prolog, pairs", "C-R", ",", "[@]"),
    ("pairs on lines", "(C,R)", "\n", "@"),
    ("numbers on lines", "C R", "\n", "@"),
    ("clingo", "queen(C,R)", " ", "~clingo ~version ~5.6.2\n~Answer: ~1\n@\n~SATISFIABLE"),
];

const OTHER_ITEMS: &[(&str, &str, &str, &str)] = &[
    ("chess", "LR", " ", "@"),
    ("chess, commas", "LR", ", ", "@"),
    ("chess, capitals", "UR", " ", "@"),
    ("chess, Q", "QLR", " ", "@"),
    ("chess on lines", "LR", "\n", "@"),
    ("chess with a caption", "LR", " ", "Solution 7: @"),
    ("assignments", "QC=R", " ", "@"),
    ("conditions", "C=R", " ", "@"),
    ("assignments on lines", "q[C] = R", "\n", "@"),
    ("dictionary", "C: R", ", ", "{@}"),
    ("JSON by column", "\"C\": R", ", ", "{@}"),
    ("Z3", "q_C = R", ", ", "~sat\n[@]"),
    ("list of assignments", "C=R", ", ", "[@]"),
];

/// The queens in any order, each with its column. Those of a partial board do not give its size.
pub(super) fn items(board: &Board) -> Vec<Spelling> {
    let is_sizeless = board.n == 0 && board.excluded.is_empty();
    if !board.is_complete() && !is_sizeless {
        return Vec::new();
    }
    let mut all = Vec::new();
    for first in [1, 0] {
        let mut add =
            |name: &str, notation: Option<Notation>, [item, between, template]: [&str; 3]| {
                let write = |&square: &Square| of_item(item, square, first, notation.is_some());
                let queens: Vec<Text> = board.queens.iter().map(write).collect();
                let one = framed(name, template, &Text::joined(&queens, between));
                let reading = Reading { notation, zero_based: first == 0 };
                let items = queens.iter().map(|queen| queen.as_str().to_owned()).collect();
                all.push(Spelling { reading, items, ..one });
            };
        for &(name, item, between, template) in PAIRS {
            add(name, Some(Notation::ColumnRow), [item, between, template]);
            let swapped = item.replace('C', "c").replace('R', "C").replace('c', "R");
            add(name, Some(Notation::RowColumn), [&swapped, between, template]);
        }
        for &(name, item, between, template) in OTHER_ITEMS {
            if first == 1 || item.contains('C') {
                add(name, None, [item, between, template]);
            }
        }
    }
    all
}

fn of_item(item: &str, (column, row): Square, first: usize, is_pair: bool) -> Text {
    let is_chess = item.contains(['L', 'U']);
    let name = if is_pair { Role::Caption } else { Role::ColumnLabel };
    let mut text = Text::default();
    for c in item.chars() {
        let (word, role) = match c {
            'R' => ((row + first).wrapping_sub(1).to_string(), Role::Queen),
            'C' if is_pair => ((column + first).wrapping_sub(1).to_string(), Role::Queen),
            'C' => ((column + first).wrapping_sub(1).to_string(), Role::ColumnLabel),
            'L' => (letter(column), Role::Queen),
            'U' => (letter(column).to_ascii_uppercase(), Role::Queen),
            'Q' if is_chess => ("Q".into(), Role::Queen),
            _ if c.is_alphanumeric() => (c.into(), name),
            _ => (c.into(), role_of_sign(c)),
        };
        text.push(&word, role);
    }
    text
}

/// Conditions, for partial boards.
pub(super) fn conditions(board: &Board) -> Vec<Spelling> {
    let is_empty = board.queens.is_empty() && board.excluded.is_empty();
    if board.is_complete() || board.n == 0 || is_empty {
        return Vec::new();
    }
    let spell = |(name, between, template, is_chess): (&str, &str, &str, bool)| {
        let write = |(&(column, row), role): (&Square, Role)| {
            let word = match (is_chess, role) {
                (true, Role::Queen) => format!("{}{row}", letter(column)),
                (true, _) => format!("!{}{row}", letter(column)),
                (false, Role::Queen) => format!("{column}={row}"),
                (false, _) => format!("{column}!={row}"),
            };
            Text::of(word, role)
        };
        let queens = board.queens.iter().map(|square| (square, Role::Queen));
        let excluded = board.excluded.iter().map(|square| (square, Role::Excluded));
        let parts: Vec<Text> = queens.chain(excluded).map(write).collect();
        let template = template.replace("{n}", &board.n.to_string());
        let one = framed(name, &template, &Text::joined(&parts, between));
        Spelling { items: parts.iter().map(|part| part.as_str().to_owned()).collect(), ..one }
    };
    let table = [
        ("conditions", " ", "@", false),
        ("conditions, commas", ",", "@", false),
        ("conditions in chess squares", " ", "@", true),
        ("conditions with a caption", " ", "puzzle 3: @", true),
        ("conditions in an object", "\",\"", "{\"n\":{n},\"conditions\":[\"@\"]}", false),
    ];
    table.map(spell).into()
}

/// Models of SAT solvers.
pub(super) fn models(board: &Board) -> Vec<Spelling> {
    let (n, sat) = (board.n, Some(Notation::Sat));
    if !board.is_complete() {
        return Vec::new();
    }
    let literal = |(row, column): Square| {
        let (variable, role) = (n * (column - 1) + row, board.role((column, row)));
        let sign = if role == Role::Queen { "" } else { "-" };
        Text::of(format!("{sign}{variable}"), role)
    };
    let squares: Vec<Text> = squares(n).map(literal).collect();
    let all = Text::joined([Text::joined(&squares, " "), Text::of("0", Role::Separator)], " ");
    let templates =
        ["v @", "s SATISFIABLE\nv @\n", "~c ~solver\nv @", "~c ~solver\ns SATISFIABLE\nv @"];
    let reading = Reading { notation: sat, ..DETECTED };
    templates.map(|template| Spelling { reading, ..framed("SAT", template, &all) }).into()
}
