//! The page for placing queens: the board as a grid of squares, the number of solutions left, the first of them.
//! Without scripts each square is a link to the URL with that square.

use super::counting::{Count, Counted, is_attacked};
use crate::page::{Frame, View, about, board, data, duration, grouped, percent, projector, rule};
use crate::selection::{Selected, place};
use maud::{Markup, PreEscaped, html};
use nqdb::{
    BoardSize, Condition,
    counts::{Provenance, known_counts},
};
use serde::Serialize;
use serde_json::json;

/// The downloads.
const FORMS: [&str; 3] = ["json", "svg", "png"];

/// The largest board whose search is shown step by step.
const LARGEST_LESSON: usize = 20;

/// The largest board with a number on each square.
const LARGEST_NUMBERED: usize = 12;

/// The heat from which white numbers have more contrast than black ones. The colours of both themes in the style sheet
/// give either a contrast of 4.5:1 here.
const DEEP: f64 = 0.794;

/// The heat of a square with the fewest solutions, and how much the most solutions add to it.
const HEAT: (f64, f64) = (0.06, 0.88);

/// The HTML of the parts of the page that a result changes, other than the squares, by their ids.
#[derive(Serialize)]
pub(super) struct Panels {
    count: String,
    legend: String,
    first: String,
}

impl Panels {
    pub(super) fn of(base: &str, selected: &Selected, result: &Counted<'_>) -> Self {
        let given = Given::new(base, selected);
        Panels::new(&given, &Amounts::new(&given, Some(result)), Some(result))
    }

    fn new(given: &Given<'_>, amounts: &Amounts, result: Option<&Counted<'_>>) -> Self {
        Panels {
            count: count(given, result).into(),
            legend: legend(amounts).into(),
            first: result.map(|result| first(given.base, result).into()).unwrap_or_default(),
        }
    }
}

/// The page; `result` is the count, if it was fast enough.
pub(super) fn page(frame: &Frame, selected: &Selected, result: Option<&Counted<'_>>) -> Markup {
    let given = Given::new(&frame.base, selected);
    let n = given.n;
    let amounts = Amounts::new(&given, result);
    let panels = Panels::new(&given, &amounts, result);
    let paper = html! { rect.paper width=(n) height=(n) {} };
    let body = html! {
        main #main .two {
            section.stage {
                h1 { "Place " @if n == 1 { "a queen" } @else { "queens" } " on " (n) " × " (n) }
                (rule(""))
                (tools(&frame.base, n))
                (grid(if amounts.is_rough { "board grid counted rough" } else { "board grid counted" }, paper, &given, &amounts))
                p #readout .readout aria-hidden="true" {}
                p #legend .legend hidden[panels.legend.is_empty()] { (PreEscaped(&panels.legend)) }
                (projector())
                p #ways .hint.scripted {
                    "A click or a tap places a queen, and on a queen takes it away. "
                    span.keyed { "Arrow keys move, Enter places a queen, x forbids one, Backspace removes either." }
                }
            }
            div.side {
                section #count .card.count aria-label="Solutions left" { (PreEscaped(&panels.count)) }
                p #chips .chips { (chips(&given)) }
                @if n <= LARGEST_LESSON { (lesson(false)) }
                section #first .card hidden[panels.first.is_empty()] { (PreEscaped(&panels.first)) }
                section.card {
                    h2 { "Take it along" }
                    p.tools {
                        button.scripted type="button" data-share { "Share" }
                        @for form in FORMS {
                            a.button href={ (frame.base) (frame.data) "." (form) } data-form=(form) { (form.to_uppercase()) }
                        }
                    }
                    p.line {
                        code #command { (given.command()) }
                        button #copy .scripted type="button" data-copy=(given.command()) aria-label="Copy the command" { "Copy" }
                    }
                }
            }
        }
        (data(&json!({ "n": n, "conditions": given.words, "result": result })))
    };
    frame.around(View::Place, body)
}

/// A board to fill on a page about more, with the search of its solutions step by step; and its panels and data.
pub(crate) struct Living {
    pub(crate) board: Markup,
    pub(crate) count: Markup,
    pub(crate) lesson: Markup,
    pub(crate) data: Markup,
}

/// The parts of the home page; its search begins by itself.
pub(super) fn living(base: &str, selected: &Selected, result: &Counted<'_>) -> Living {
    let given = Given::new(base, selected);
    let amounts = Amounts::new(&given, Some(result));
    Living {
        board: grid("board grid chequered", board::squares(given.n), &given, &amounts),
        count: count(&given, Some(result)),
        lesson: lesson(true),
        data: data(&json!({ "n": given.n, "conditions": given.words, "result": result })),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Queen,
    Forbidden,
    Attacked,
    Free,
}

/// The conditions of the URL.
struct Given<'p> {
    base: &'p str,
    n: usize,
    /// Q(N), if it is known.
    of: Option<u64>,
    words: &'p [String],
    conditions: Vec<Condition>,
    /// The given queens, as column and row, 1-based, and the pairs of them that attack each other.
    queens: Vec<(usize, usize)>,
    clashes: Vec<[(usize, usize); 2]>,
}

impl<'p> Given<'p> {
    /// Parses conditions that are known to be valid.
    fn new(base: &'p str, selected: &'p Selected) -> Self {
        let (n, words) = (selected.n, &*selected.conditions);
        let conditions = Condition::parse_all(words).unwrap_or_default();
        let queen = |condition: &Condition| match *condition {
            Condition::Queen { column, row } => Some((column as usize, row as usize)),
            _ => None,
        };
        let queens: Vec<_> = conditions.iter().filter_map(queen).collect();
        let pairs = (1..).zip(&queens);
        let pairs =
            pairs.flat_map(|(next, &one)| queens[next..].iter().map(move |&other| [one, other]));
        let clashes = pairs.filter(|[one, other]| is_attacked(*one, *other)).collect();
        let of = known_counts(selected.selection.n()).map(|known| known.solutions);
        Given { base, n, of, words, conditions, queens, clashes }
    }

    fn square(&self, column: usize, row: usize) -> Square {
        let forbids = |condition: &Condition| match *condition {
            Condition::Queen { .. } => false,
            Condition::NoQueen { column: c, row: r } => (c, r) == (column as u64, row as u64),
            Condition::NoQueenOnSum(sum) => (column + row) as u64 == sum,
            Condition::NoQueenOnDifference(difference) => column as i64 - row as i64 == difference,
        };
        if self.queens.contains(&(column, row)) {
            Square::Queen
        } else if self.conditions.iter().any(forbids) {
            Square::Forbidden
        } else if self.queens.iter().any(|&queen| is_attacked(queen, (column, row))) {
            Square::Attacked
        } else {
            Square::Free
        }
    }

    /// The provenance of the count of all solutions.
    fn provenance(&self) -> Option<String> {
        let provenance = Provenance::of_solutions(BoardSize::new(self.n).ok()?)?;
        Some(format!("published: {provenance}"))
    }

    /// The URL with a condition added in its place, or removed if it is there.
    fn toggled(&self, condition: Condition) -> String {
        let before = self.conditions.partition_point(|other| place(other) < place(&condition));
        let word = condition.to_string();
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        if words.get(before) == Some(&&*word) {
            words.remove(before);
        } else {
            words.insert(before, &word);
        }
        let Given { base, n, .. } = self;
        match &words[..] {
            [] => format!("{base}/{n}"),
            words => format!("{base}/{n}/count/{}", words.join(",")),
        }
    }

    fn command(&self) -> String {
        // Beyond these sizes counting is infeasible.
        let estimate = |last| if self.n > last { " --estimate" } else { "" };
        match self.words {
            [] => format!("nqdb count {}{}", self.n, estimate(27)),
            words => format!("nqdb count {} {}{}", self.n, words.join(" "), estimate(20)),
        }
    }
}

/// The number of solutions with a queen on each square, if it is known.
#[derive(Default)]
struct Amounts {
    /// By row, then by column. Exact numbers are below 2⁵³.
    rows: Vec<Vec<f64>>,
    are_exact: bool,
    is_rough: bool,
    /// The largest number of a free square; 0 if none is known.
    most: f64,
}

impl Amounts {
    fn new(given: &Given<'_>, result: Option<&Counted<'_>>) -> Self {
        let Some(result) = result else { return Amounts::default() };
        let counts = match &result.count {
            Count::Exact { counts: Some(counts), .. } => Some(counts),
            _ => None,
        };
        let exact = |row: &Vec<u64>| row.iter().map(|&count| count as f64).collect();
        let exact = counts.map(|counts| counts.iter().map(exact).collect());
        let are_exact = exact.is_some();
        let rows: Vec<Vec<f64>> = exact.or_else(|| result.estimates.clone()).unwrap_or_default();
        let squares = (1..).zip(&rows).flat_map(|(row, line)| {
            (1..).zip(line).map(move |(column, amount)| (column, row, *amount))
        });
        let free = squares.filter(|&(column, row, _)| given.square(column, row) == Square::Free);
        let most = free.map(|(.., amount)| amount).fold(0.0, f64::max);
        Amounts { rows, are_exact, is_rough: result.rough, most }
    }

    fn text(&self, amount: f64) -> String {
        if self.are_exact { grouped(amount) } else { format!("≈ {}", about(amount)) }
    }
}

/// The buttons that choose what a click does.
fn tools(base: &str, n: usize) -> Markup {
    html! {
        div.tools role="group" aria-label="What a click does" {
            span.choice.scripted {
                button #put type="button" aria-pressed="true" title="A click places a queen (Enter)" { "♛ Queen" }
                button #forbid type="button" aria-pressed="false" title="A click forbids a queen (x, or right click)" { "✕ No queen" }
            }
            button #undo .scripted type="button" title="Undo (Ctrl+Z)" disabled { "Undo" }
            a #clear .button href={ (base) "/" (n) } { "Clear" }
            label.scripted {
                "Show "
                select #reveal {
                    option value="counts" { "counts" }
                    option value="attacks" { "attacked squares" }
                    option value="nothing" { "nothing" }
                }
            }
        }
    }
}

fn grid(classes: &str, ground: Markup, given: &Given<'_>, amounts: &Amounts) -> Markup {
    let lines = board::clashes(given.clashes.iter().copied());
    board::grid(classes, given.n, ground, lines, |column, row| square(given, amounts, column, row))
}

/// A square: its heat, its symbol, and the link that toggles it.
fn square(given: &Given<'_>, amounts: &Amounts, column: usize, row: usize) -> Markup {
    let kind = given.square(column, row);
    let is_wrong = given.clashes.as_flattened().contains(&(column, row));
    let amount = amounts.rows.get(row - 1).and_then(|line| line.get(column - 1)).copied();
    let amount = amount.filter(|_| kind == Square::Free);
    let at = format!("column {column}, row {row}");
    let (class, name) = match kind {
        Square::Queen if is_wrong => {
            ("queen wrong", format!("{at}, queen, attacked by another queen"))
        }
        Square::Queen => ("queen", format!("{at}, queen")),
        Square::Forbidden => ("none", format!("{at}, no queen here")),
        Square::Attacked => ("attacked", format!("{at}, attacked")),
        Square::Free => match amount {
            Some(1.0) if amounts.are_exact => ("free", format!("{at}, 1 solution")),
            Some(amount) => ("free", format!("{at}, {} solutions", amounts.text(amount))),
            None => ("free", at),
        },
    };
    let (c, r) = (column as u64, row as u64);
    let forbidden = Condition::NoQueen { column: c, row: r };
    let toggles = match kind {
        Square::Forbidden => Some(forbidden).filter(|square| given.conditions.contains(square)),
        Square::Attacked => None,
        Square::Queen | Square::Free => Some(Condition::Queen { column: c, row: r }),
    };
    let share = amount.map_or(0.0, |amount| amount / amounts.most.max(1.0));
    let heat = if share > 0.0 { HEAT.0 + HEAT.1 * share } else { 0.0 };
    let number = amount.filter(|_| amounts.are_exact);
    html! {
        a class={ "square " (class) } href=[toggles.map(|condition| given.toggled(condition))] data-at={ (column) "=" (row) } {
            title { (name) }
            rect x=(column - 1) y=(row - 1) width="1" height="1" fill-opacity=(format!("{heat:.3}")) {}
            (sign(given.n, kind, number, heat, column, row))
        }
    }
}

fn sign(
    n: usize,
    kind: Square,
    number: Option<f64>,
    heat: f64,
    column: usize,
    row: usize,
) -> Markup {
    let symbol = |id: &str| {
        html! { use class=(id) href={ "#" (id) } x=(column - 1) y=(row - 1) width="1" height="1" {} }
    };
    match (kind, number) {
        (Square::Queen, _) => symbol("queen"),
        (Square::Forbidden, _) => symbol("cross"),
        (Square::Attacked, _) => symbol("dot"),
        (Square::Free, Some(count)) if count == 0.0 || n <= LARGEST_NUMBERED => {
            let size = if count > 999.0 { 0.27 } else { 0.32 };
            let (x, y) = (column as f64 - 0.5, row as f64 - 0.5 + size * 0.36);
            let class = match count {
                0.0 => "never",
                _ if heat > DEEP => "amount deep",
                _ => "amount",
            };
            html! { text class=(class) x=(format!("{x}")) y=(format!("{y:.3}")) font-size=(format!("{size}")) { (grouped(count)) } }
        }
        (Square::Free, _) => PreEscaped(String::new()),
    }
}

/// The search step by step, which may begin by itself, and then slowly.
fn lesson(begins: bool) -> Markup {
    html! {
        section #lesson .card.scripted data-begins[begins] {
            h2 { "Backtracking" }
            p.tools {
                button #step type="button" { "Step" }
                button #run type="button" aria-pressed="false" { "Play" }
                button #halt type="button" disabled { "Stop" }
                label { "Speed " input #speed type="range" min="0" max="8" value=(if begins { 1 } else { 3 }); }
            }
            p #tries role=[(!begins).then_some("status")] {}
            p.hint { "Column by column, a queen tries the rows in order. If no row is free, the queen before it moves on." }
        }
    }
}

fn legend(amounts: &Amounts) -> Markup {
    html! {
        @if amounts.most > 0.0 {
            span { "0" }
            i aria-hidden="true" {}
            span { (amounts.text(amounts.most)) }
            span { "solutions with a queen there" @if amounts.is_rough { ", roughly" } }
        }
    }
}

/// The number of solutions left.
fn count(given: &Given<'_>, result: Option<&Counted<'_>>) -> Markup {
    let Some(result) = result else {
        return html! { p.number.open { "…" } p.meaning { "solutions" } p.hint { "The count takes too long for this page." } };
    };
    match &result.count {
        Count::Exact { solutions, counts, .. } => {
            html! {
                p.number.one[*solutions == 1].none[*solutions == 0] { (grouped(solutions)) }
                p.meaning { (meaning(given, *solutions)) }
                @if !result.done { p.hint { "counting those of each square …" } }
                @else if let Some(provenance) = given.provenance().filter(|_| given.words.is_empty()) { p.hint.source { (provenance) } }
                @else if counts.is_some() { p.hint.source { "counted in " (duration(result.micros)) } }
            }
        }
        Count::Estimate { at_least, estimate, low, high, fraction, .. } => html! {
            @let at_least = (result.first.len() as u64).max(*at_least);
            @match estimate {
                Some(estimate) => {
                    p.number { "≈ " (about(*estimate)) }
                    p.meaning { (of_all(given, *estimate, "about ")) }
                },
                None => { p.number { "≥ " (grouped(at_least)) } p.meaning { "solutions found so far" } },
            }
            @if let (Some(low), Some(high)) = (low, high) {
                p.hint { "between " (about(*low)) " and " (about(*high)) ", 95% confidence" }
            }
            @if estimate.is_some() && at_least > 1 { p.hint { "at least " (grouped(at_least)) } }
            @if let Some(fraction) = fraction {
                @if !result.done { progress max="1" value=(fraction) aria-label="Counted" {} }
                p.hint { (percent(*fraction)) " counted" }
            }
        },
    }
}

fn meaning(given: &Given<'_>, solutions: u64) -> String {
    let (queens, is_any) = (given.queens.len(), given.words.is_empty());
    if let Some([(c, r), (d, s)]) = given.clashes.first() {
        return format!(
            "solutions: the queens in column {c}, row {r} and column {d}, row {s} attack each other"
        );
    }
    match solutions {
        0 if is_any => "solutions: N = 2 and N = 3 have none".to_owned(),
        0 => "solutions are left".to_owned(),
        1 if is_any => "solution".to_owned(),
        1 if queens == given.n => "solution: every queen is placed".to_owned(),
        1 => "solution is left".to_owned(),
        _ => of_all(given, solutions as f64, ""),
    }
}

/// The share of all solutions, if their number is known.
fn of_all(given: &Given<'_>, solutions: f64, about: &str) -> String {
    match given.of.filter(|_| !given.words.is_empty()) {
        Some(of) => {
            format!("of {} solutions, {about}{}", grouped(of), percent(solutions / of as f64))
        }
        None => "solutions".to_owned(),
    }
}

/// The conditions, each a link that removes it.
fn chips(given: &Given<'_>) -> Markup {
    html! {
        @for (word, condition) in given.words.iter().zip(&given.conditions) {
            @let sign = if matches!(condition, Condition::Queen { .. }) { "♛" } else { "✕" };
            a.button.chip.none[sign == "✕"] href=(given.toggled(*condition)) data-word=(word) aria-label={ "Remove " (word) } {
                (sign) " " (word.replace("!=", " ≠ ").replace('=', " = "))
                span aria-hidden="true" { " ×" }
            }
        }
        @if given.words.is_empty() { span.hint { "No squares given yet: choose one on the board." } }
    }
}

/// The first of the selected solutions.
fn first(base: &str, result: &Counted<'_>) -> Markup {
    let (Counted { first, selected, .. }, found) = (result, result.first.len());
    if first.is_empty() {
        return html! {};
    }
    let is_all =
        matches!(result.count, Count::Exact { solutions, .. } if solutions == found as u64);
    let is_ranked = first[0].rank.is_some();
    let title = match (is_ranked, found) {
        _ if is_all => "All solutions",
        (true, _) => "First solutions",
        (_, 1) => "A solution",
        _ => "Some solutions",
    };
    html! {
        h2 { (title) }
        ul.boards.large[!is_ranked && found == 1] { @for item in first { (item.picture(base, selected.n, None)) } }
        @if is_ranked && !is_all {
            p.tools { a.button href={ (base) (selected.path("list")) } { "List" } }
        }
    }
}
