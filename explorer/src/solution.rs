//! A solution with all known facts, `/8/57`, and redirects to it: `/8/of/1,5,8,6,3,7,2,4`, `/8/random`. On boards whose
//! ranks are out of reach, `/64/of/…` is the page of the solution.

use crate::asked::{Asked, number};
use crate::failure::Failure;
use crate::format::{Format, SIDE};
use crate::image::{member, path_of, sheet, url_of};
use crate::mistake::{self, Mistake};
use crate::page::{
    Frame, View, board, copied, counted, data, download, duration, grouped, icon, joined, sentence,
    term,
};
use crate::reach::has_first;
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, TaggedBoard, Task};
use maud::{Markup, html};
use nqdb::answers::{MemberJson, OrbitJson, RankedSolutionJson};
use nqdb::picture::Picture;
use nqdb::{
    Board, Dice, Error, LAST_BUILT_IN, Orbit, Rank, Signature, Solution, Symmetry, Tier, Trace,
    random_seed,
};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// The formats of a solution, other than its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg", "png"];

/// The buttons of the symmetries: the image, its label, its key.
const TURNS: [(&str, &str, &str); 7] = [
    ("po6", "Rotate counterclockwise", "["),
    ("po8", "Rotate clockwise", "]"),
    ("po7", "Half turn", "u"),
    ("po5", "Flip horizontally", "h"),
    ("po4", "Flip vertically", "v"),
    ("po2", "Flip across the main diagonal", "t"),
    ("po3", "Flip across the other diagonal", "y"),
];

/// `/8/57.json`.
#[derive(Serialize)]
pub(crate) struct SolutionFacts {
    /// The fields of `nqdb unrank --json`: `n`, `rank`, `queens`, `permutation_index` and `tier`.
    #[serde(flatten)]
    pub(crate) solution: RankedSolutionJson,
    /// Q(N), if it is known.
    pub(crate) solutions: Option<u64>,
    /// F(N), if it is known.
    orbits: Option<u64>,
    /// The fields of `nqdb orbit --json`.
    orbit: OrbitJson,
    /// The eight images, po1 to po8; some are equal if the solution is symmetric. Ranks and the orbit id are `None` if
    /// they take a long search.
    images: Vec<MemberJson>,
    signature: String,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
    /// The cell that an indexed board searches for this rank.
    trace: Option<Trace>,
    /// The time taken, in microseconds.
    micros: u64,
    /// What can't be looked up on the board.
    #[serde(skip)]
    limits: Option<Failure>,
}

/// The solution before or after.
#[derive(Serialize)]
pub(crate) struct Neighbour {
    pub(crate) rank: u64,
    pub(crate) queens: Vec<u8>,
}

/// `/8/57`, in all formats.
pub(crate) fn solution(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let rank: Rank = asked.ordinal(n)?;
    if let Some(elsewhere) = asked.elsewhere(&format!("/{n}/{rank}")) {
        return Ok(Step::Ready(Response::moved(&asked, &elsewhere)));
    }
    let only = asked.query().text("only")?;
    let is_preview = asked.query().text("preview")?.is_some();
    if let Some(other) = only.as_deref().filter(|only| *only != "queens") {
        return Err(Failure::invalid(format!("expected only=queens, got only={other}")));
    }
    let task = Task::fact(asked, n, FORMS, move |asked, board| {
        if only.is_some() && asked.format == Format::Json {
            return json(&RankedSolutionJson::new(Some(rank), &board.unrank(rank)?, board.tier()));
        }
        body(asked, board, &Item::Ranked(rank), is_preview)
    });
    Ok(Step::Work(task))
}

/// A solution as a URL names it.
enum Item {
    Ranked(Rank),
    /// A solution whose rank is out of reach.
    Unranked(Solution),
}

impl Item {
    fn solution(&self, board: &Board) -> nqdb::Result<Solution> {
        match self {
            Item::Ranked(rank) => board.unrank(*rank),
            Item::Unranked(solution) => Ok(*solution),
        }
    }

    fn rank(&self) -> Option<Rank> {
        match self {
            Item::Ranked(rank) => Some(*rank),
            Item::Unranked(_) => None,
        }
    }

    fn facts(&self, board: &Board) -> nqdb::Result<SolutionFacts> {
        match self {
            Item::Ranked(rank) => SolutionFacts::of(board, *rank),
            Item::Unranked(solution) => Ok(SolutionFacts::unranked(board, solution)),
        }
    }
}

fn body(asked: &Asked, board: &Board, item: &Item, is_preview: bool) -> Result<Vec<u8>, Failure> {
    let n = board.n();
    match asked.format {
        Format::Html => {
            let title = match item.rank() {
                Some(rank) => format!("{n} queens, solution {rank}"),
                None => format!("{n} queens, a solution"),
            };
            let facts = item.facts(board)?;
            let description = facts.description();
            let frame = Frame { description, ..asked.frame(Some(n), title, FORMS) };
            Ok(page(&frame, &facts).into_string().into())
        }
        Format::Json => json(&item.facts(board)?),
        Format::Csv => {
            let rank = item.rank().map(Rank::get);
            let line = RankedSolutionJson::csv(rank, None, item.solution(board)?);
            Ok(format!("{}\n{line}\n", RankedSolutionJson::COLUMNS).into())
        }
        Format::Text => Ok(format!("{}\n", item.solution(board)?).into()),
        Format::Svg => {
            let rank = item.rank().map(|rank| format!("rank {rank}"));
            sheet([(rank.unwrap_or_default(), item.solution(board)?)])
        }
        Format::Png => {
            let picture = Picture::of(&*item.solution(board)?);
            if !is_preview {
                return Ok(picture.png(SIDE)?);
            }
            let all = board.solution_count().ok();
            let rank = item.rank().map(|rank| format!("Solution {}", grouped(rank)));
            let solution = item.solution(board)?;
            let boards = counted(Orbit::of(&solution).members().len() as u64, "board");
            let orbit = if board.reaches_all() {
                format!("orbit {}, {boards}", grouped(board.orbit_id(&solution)?))
            } else {
                format!("orbit of {boards}")
            };
            let lines = [
                Some(rank.unwrap_or_else(|| format!("Solution for N = {n}"))),
                all.map(|all| format!("of {}", grouped(all))),
                Some(orbit),
                Some(format!("{n} queens")),
                item.rank().map(|rank| format!("nqdb /{n}/{rank}")),
            ];
            Ok(picture.preview_png(&lines.into_iter().flatten().collect::<Vec<_>>())?)
        }
        Format::Ndjson => Err(Failure::no_such_page()),
    }
}

/// `/8/of/1,5,8,6,3,7,2,4`: redirects to the rank of a solution, if it is within reach.
pub(crate) fn of(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let rows = rows_of(asked.word(1))?;
    if rows.len() != n.get() {
        return Err(Failure::invalid(format!("expected {n} queens, got {}", rows.len())));
    }
    if let Some(elsewhere) = asked.elsewhere(&path_of(n.get(), &rows)) {
        return Ok(Step::Ready(Response::moved(&asked, &elsewhere)));
    }
    if let Some(mistake) = Mistake::new(n, &rows) {
        return match asked.format {
            Format::Html => Ok(mistake::page_of(asked, mistake)),
            _ => Err(mistake.failure()),
        };
    }
    let solution = Solution::new(nqdb::parse_queens(asked.word(1))?)?;
    let is_preview = asked.query().text("preview")?.is_some();
    let task = Task::new(asked, Cost::LookUp(n), move |asked, desk| {
        let TaggedBoard { board, etag } = desk.board(n)?;
        if board.reaches_all() {
            let rank = board.rank(&solution)?;
            return Ok(Response::redirect_to_item(asked, &format!("/{n}/{rank}"), Keep::Fact));
        }
        let body = body(asked, &board, &Item::Unranked(solution), is_preview)?;
        Ok(Response::fact(asked, &etag, FORMS, body))
    });
    Ok(Step::Work(task))
}

/// The rows of the queens in a text, 1-based; several queens may be in one row.
fn rows_of(text: &str) -> Result<Vec<u64>, Failure> {
    let words: Vec<&str> = text.split(',').collect();
    let rows = words.iter().map(|word| number(word)).collect::<Option<Vec<u64>>>();
    match rows.filter(|rows| rows.len() > 1) {
        Some(rows) => Ok(rows),
        None => Ok(nqdb::parse_queens(text)?.queens().map(u64::from).collect()),
    }
}

/// `/8/random`: redirects to a solution, each with the same probability; on boards whose ranks are out of reach, with
/// nearly the same ([`Board::draw`]).
pub(crate) fn random(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    // Up to here a rank is drawn, which needs no search.
    let cost = if n.get() <= LAST_BUILT_IN { Cost::Overview } else { Cost::LookUp(n) };
    let task = Task::new(asked, cost, move |asked, desk| {
        let TaggedBoard { board, .. } = desk.board(n)?;
        let mut dice = Dice::of_draw(random_seed(), 1);
        let to = if board.reaches_all() {
            match board.solution_count()? {
                0 => return Err(Error::NoSolutions { n }.into()),
                count => format!("/{n}/{}", dice.below(count) + 1),
            }
        } else {
            path_of(n.get(), board.draw(&mut dice)?.solution.queens())
        };
        Ok(Response::redirect_to_item(asked, &to, Keep::No))
    });
    Ok(Step::Work(task))
}

impl SolutionFacts {
    pub(crate) fn of(board: &Board, rank: Rank) -> nqdb::Result<Self> {
        let began = Instant::now();
        let solution = board.unrank(rank)?;
        let orbit = Orbit::of(&solution);
        let ranks = image_ranks(board, &orbit, rank, &solution)?;
        let images = Symmetry::ALL.map(|symmetry| {
            let image = symmetry.apply_to_solution(&solution);
            let place = orbit.members().iter().position(|(_, member)| *member == image);
            MemberJson::new(symmetry, &image, place.and_then(|place| ranks[place]))
        });
        let numbers = board.reaches_all();
        let id = if numbers { Some(board.orbit_id(&solution)?) } else { None };
        let next = Neighbour::near(board, rank.checked_add(1))?;
        let previous = Neighbour::near(board, Rank::new(rank.get() - 1).ok())?;
        Ok(SolutionFacts {
            solutions: board.solution_count().ok(),
            orbits: board.orbit_count().ok(),
            signature: Signature::of(&solution).to_string(),
            images: images.into(),
            previous,
            next,
            trace: board.trace(rank)?,
            orbit: OrbitJson::new(&orbit, id, ranks),
            solution: RankedSolutionJson::new(Some(rank), &solution, board.tier()),
            micros: began.elapsed().as_micros() as u64,
            limits: board.check_reaches_all().err().map(Failure::from),
        })
    }

    /// For link previews, such as "Solution 57 of 92: 5 7 1 3 8 6 4 2. Orbit 3, 8 boards."
    fn description(&self) -> String {
        let RankedSolutionJson { n, rank, queens, .. } = &self.solution;
        let what = match (rank, self.solutions) {
            (Some(rank), Some(all)) => format!("Solution {} of {}", grouped(rank), grouped(all)),
            (Some(rank), None) => format!("Solution {}", grouped(rank)),
            (None, _) => "A solution".to_owned(),
        };
        let orbit = self.orbit.orbit_id.map(|id| format!(" Orbit {},", grouped(id)));
        let boards = counted(self.orbit.size as u64, "board");
        let orbit = orbit.unwrap_or_else(|| " Its orbit has".to_owned());
        format!("{what} of the {n}-queens problem: {}.{orbit} {boards}.", joined(queens, " "))
    }

    /// A solution whose rank is out of reach.
    fn unranked(board: &Board, solution: &Solution) -> Self {
        let orbit = Orbit::of(solution);
        let images = Symmetry::ALL
            .map(|symmetry| MemberJson::new(symmetry, &symmetry.apply_to_solution(solution), None));
        SolutionFacts {
            solutions: board.solution_count().ok(),
            orbits: board.orbit_count().ok(),
            signature: Signature::of(solution).to_string(),
            images: images.into(),
            previous: None,
            next: None,
            trace: None,
            orbit: OrbitJson::new(&orbit, None, vec![None; orbit.members().len()]),
            solution: RankedSolutionJson::new(None, solution, board.tier()),
            micros: 0,
            limits: board.check_reaches_all().err().map(Failure::from),
        }
    }
}

/// The ranks of the members of a solution's orbit; on large boards without tables only those that need no search.
fn image_ranks(
    board: &Board,
    orbit: &Orbit,
    rank: Rank,
    solution: &Solution,
) -> nqdb::Result<Vec<Option<Rank>>> {
    if board.reaches_all() {
        return Ok(board.member_ranks(orbit)?.into_iter().map(Some).collect());
    }
    let mirrored = match board.solution_count() {
        Ok(count) => Some(Rank::new(count + 1 - rank.get())?),
        Err(_) => None,
    };
    let complement = solution.complement();
    let known = |member: &Solution| match member {
        member if member == solution => Some(rank),
        member if *member == complement => mirrored,
        _ => None,
    };
    Ok(orbit.members().iter().map(|(_, member)| known(member)).collect())
}

impl Neighbour {
    /// The solution with this rank; `None` if there is none, and if it is out of reach.
    fn near(board: &Board, rank: Option<Rank>) -> nqdb::Result<Option<Self>> {
        let Some(rank) = rank else { return Ok(None) };
        match board.unrank(rank) {
            Ok(solution) => Ok(Some(Neighbour::new(rank, &solution))),
            Err(Error::RankBeyondLast { .. } | Error::OutOfReach { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn new(rank: Rank, solution: &Solution) -> Self {
        Neighbour { rank: rank.get(), queens: solution.queens().collect() }
    }
}

fn page(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let shown = &facts.solution;
    let (base, n) = (&*frame.base, shown.n);
    let body = html! {
        main #main .two {
            section.stage {
                (title(base, facts))
                (turns(base, n, &facts.images))
                div #board { (board::board(n, &shown.queens, &board::name(&shown.queens))) }
                (ruler(base, n, facts))
                @match &facts.limits {
                    Some(limits) => p.hint { (sentence(&limits.message)) "." },
                    None => div #strip .scripted {},
                }
            }
            div #facts .side {
                (this_board(base, facts)) (images(base, facts)) (neighbours(base, facts))
                (along(frame, facts))
            }
        }
        @if facts.limits.is_none() {
            (data(&json!({ "n": n, "rank": shown.rank, "solutions": facts.solutions, "queens": shown.queens })))
        }
    };
    frame.around(View::Solutions, body)
}

/// "Solution 57 of 92", with the rank as a field.
fn title(base: &str, facts: &SolutionFacts) -> Markup {
    let RankedSolutionJson { n, rank, .. } = facts.solution;
    let of = facts.solutions.map(|all| format!("of {}", grouped(all)));
    let Some(rank) = rank.map(grouped) else {
        return html! { h1 { "A solution for N = " (n) } };
    };
    html! {
        form.title action={ (base) "/go" } {
            input type="hidden" name="n" value=(n);
            h1 { "Solution" span.unseen { " " (rank) " " (of.as_deref().unwrap_or("")) } }
            input #rank name="q" value=(rank) size=(rank.len()) inputmode="numeric" autocomplete="off" aria-label="Rank";
            @if let Some(of) = &of { span aria-hidden="true" { (of) } }
        }
    }
}

/// The links to the images by each symmetry.
fn turns(base: &str, n: usize, images: &[MemberJson]) -> Markup {
    html! {
        div.tools role="group" aria-label="Symmetries" {
            @for (symmetry, name, key) in TURNS {
                @if let Some(image) = images.iter().find(|image| image.image == symmetry) {
                    a.button href=(url_of(base, n, image)) data-way=(symmetry) title={ (name) " (" (key) ")" } aria-label=(name) {
                        (icon(symmetry))
                    }
                }
            }
        }
    }
}

/// The links to the first, previous, next, last and a random solution, and the slider.
fn ruler(base: &str, n: usize, facts: &SolutionFacts) -> Markup {
    let rank = |neighbour: &Option<Neighbour>| neighbour.as_ref().map(|neighbour| neighbour.rank);
    let (previous, next, here) = (rank(&facts.previous), rank(&facts.next), facts.solution.rank);
    let first = Some(1).filter(|first| here != Some(*first) && has_first(n));
    let last = facts.solutions.filter(|last| here != Some(*last));
    html! {
        div.ruler role="group" aria-label="Other solutions" {
            (way(base, n, "first", "First", "Home", first))
            (way(base, n, "previous", "Previous", "←", previous))
            @if facts.limits.is_none() {
                input #slider .scripted type="range" aria-label="Rank" min="1";
            }
            (way(base, n, "next", "Next", "→", next))
            (way(base, n, "last", "Last", "End", last))
            a.button href={ (base) "/" (n) "/random" } rel="nofollow" data-way="any" title="Random solution (r)" aria-label="Random solution" {
                (icon("any"))
            }
        }
    }
}

/// A link to another rank, disabled if there is none.
fn way(base: &str, n: usize, way: &str, name: &str, key: &str, rank: Option<u64>) -> Markup {
    let href = rank.map(|rank| format!("{base}/{n}/{rank}"));
    let disabled = if rank.is_none() { Some("true") } else { None };
    html! {
        a.button href=[href] data-way=(way) role="link" aria-disabled=[disabled] title={ (name) " (" (key) ")" } aria-label=(name) {
            (icon(way))
        }
    }
}

fn card(title: &str, content: Markup) -> Markup {
    html! { section.card { h2 { (title) } (content) } }
}

fn this_board(base: &str, facts: &SolutionFacts) -> Markup {
    let (solution, orbit) = (&facts.solution, &facts.orbit);
    let queens = joined(&solution.queens, " ");
    card(
        "This board",
        html! {
            (copied(&queens, "notation"))
            dl {
                dt { (term("orbit")) }
                dd {
                    @if let Some(id) = orbit.orbit_id {
                        a href={ (base) "/" (solution.n) "/orbit/" (id) } data-key="orbit" { (grouped(id)) }
                        @if let Some(orbits) = facts.orbits {
                            " of " a href={ (base) "/" (solution.n) "/orbits" } data-key="orbits" { (grouped(orbits)) }
                        }
                        ", "
                    }
                    span.whole { (counted(orbit.size as u64, "board")) }
                }
                @if orbit.stabilizer.len() > 1 {
                    dt { (term("stabilizer")) }
                    dd { (orbit.stabilizer.join(", ")) }
                }
                dt { (term("fundamental")) }
                dd {
                    code { (joined(&orbit.canonical, " ")) }
                    @if orbit.canonical == solution.queens { ", this one" }
                }
                dt { (term("index")) }
                dd { (grouped(&solution.permutation_index)) " of " (solution.n) "!" }
                @if solution.rank.is_some() {
                    dt { "Lookup" }
                    dd { (found(solution.tier, facts.trace.as_ref(), facts.micros)) }
                }
            }
            (signature(&facts.signature))
        },
    )
}

fn found(tier: Tier, trace: Option<&Trace>, micros: u64) -> String {
    let how = match (tier, trace) {
        (Tier::Stored, _) => "from the tables".to_owned(),
        (Tier::Indexed, Some(trace)) => {
            format!("by the index and a search of {}", counted(trace.solutions, "solution"))
        }
        (_, Some(trace)) => {
            format!("by a search of {} of a built-in cell", counted(trace.solutions, "solution"))
        }
        (Tier::Indexed, None) => "by the index".to_owned(),
        (_, None) => "by a search".to_owned(),
    };
    format!("{how}, in {}", duration(micros))
}

fn signature(signature: &str) -> Markup {
    html! {
        details { summary data-key="signature" { "Signature of the orbit" } p.signature { (signature) } }
    }
}

/// The boards of the orbit, one link each.
fn images(base: &str, facts: &SolutionFacts) -> Markup {
    let n = facts.solution.n;
    let mut shown: Vec<&MemberJson> = Vec::new();
    for image in &facts.images {
        if shown.iter().all(|other| other.queens != image.queens) {
            shown.push(image);
        }
    }
    let title = match shown.len() {
        1 => "The only board of its orbit".to_owned(),
        count => format!("The {count} boards of its orbit"),
    };
    card(
        &title,
        html! { ul.boards { @for image in shown { (member(base, n, image, &facts.solution.queens)) } } },
    )
}

/// The previous and next solutions, with the queens that differ.
fn neighbours(base: &str, facts: &SolutionFacts) -> Markup {
    let here = &facts.solution;
    if facts.previous.is_none() && facts.next.is_none() {
        return html! {};
    }
    let line = |neighbour: &Neighbour, key: &str| {
        html! {
            li {
                a href={ (base) "/" (here.n) "/" (neighbour.rank) } data-key=(key) { (grouped(neighbour.rank)) }
                " "
                code {
                    @for (row, own) in neighbour.queens.iter().zip(&here.queens) {
                        @if row == own { (row) " " } @else { mark { (row) } " " }
                    }
                }
            }
        }
    };
    card(
        "Neighbours",
        html! {
            ul.lines {
                @if let Some(previous) = &facts.previous { (line(previous, "before")) }
                li { b { (here.rank.map(grouped).unwrap_or_default()) } " " code { (joined(&here.queens, " ")) } }
                @if let Some(next) = &facts.next { (line(next, "after")) }
            }
            @if let Some(rank) = here.rank {
                p.tools { a.button href={ (base) "/" (here.n) "/list?from=" (rank) } data-key="list" { "List from here" } }
            }
        },
    )
}

/// Downloads, and the equivalent command.
fn along(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let (base, RankedSolutionJson { n, rank, queens, .. }) = (&frame.base, &facts.solution);
    let (name, command) = match rank {
        Some(rank) => (format!("queens-{n}-{rank}"), format!("nqdb unrank {n} {rank}")),
        None => (format!("queens-{n}"), format!("nqdb orbit {}", joined(queens, " "))),
    };
    card(
        "Take it along",
        html! {
            p.tools {
                button.scripted type="button" data-share data-key="share" { "Share" }
                @for suffix in frame.alternates {
                    a.button href={ (frame.base) (frame.path) "." (suffix) } data-key=(suffix) download=[download(suffix, &name)] {
                        (suffix.to_uppercase())
                    }
                }
                @if let Some(id) = facts.orbit.orbit_id {
                    a.button href={ (base) "/" (n) "/orbit/" (id) ".svg" } data-key="orbit svg" download={ "queens-" (n) "-orbit-" (id) ".svg" } {
                        "Orbit as SVG"
                    }
                }
            }
            (copied(&command, "command"))
            (cite(frame, facts))
        },
    )
}

/// How to cite the solution, and what is known about all of them.
fn cite(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let RankedSolutionJson { n, rank, queens, .. } = &facts.solution;
    let what = match (rank, facts.solutions) {
        (Some(rank), Some(all)) => format!("solution {} of {}", grouped(rank), grouped(all)),
        (Some(rank), None) => format!("solution {}", grouped(rank)),
        (None, _) => "a solution".to_owned(),
    };
    let version = env!("CARGO_PKG_VERSION");
    let url = format!("{}{}{}", frame.origin, frame.base, frame.path);
    let queens = joined(queens, " ");
    let text =
        format!("nqdb {version}, N-queens solution database. N = {n}, {what}: {queens}. {url}");
    let bibtex = format!(
        "@misc{{nqdb, title = {{N = {n}, {what}: {queens}}}, howpublished = {{nqdb {version}, N-queens solution database}}, url = {{{url}}}}}"
    );
    html! {
        details {
            summary data-key="cite" { "Cite" }
            (copied(&text, "citation"))
            (copied(&bibtex, "BibTeX entry"))
            p.hint {
                "The numbers of solutions are OEIS " a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" }
                ", those of orbits " a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
            }
        }
    }
}
