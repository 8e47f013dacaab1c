//! A solution with all known facts, `/8/57`, and redirects to it: `/8/of/1,5,8,6,3,7,2,4`, `/8/random`.

use crate::answers::{MemberJson, OrbitJson, RankedSolutionJson, one_line, queens};
use crate::asked::{Asked, number};
use crate::failure::Failure;
use crate::format::{Format, SIDE};
use crate::orbit::{member, sheet};
use crate::page::{
    Frame, View, board, breaking, copied, counted, data, download, duration, grouped, icon,
};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::picture::Picture;
use nqdb::{
    Board, Dice, Error, Orbit, Rank, Signature, Solution, Symmetry, Tier, Trace, known_counts,
    random_seed,
};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// The formats of a solution, other than its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg", "png"];

/// The largest board without tables on which the ranks of images are searched.
const LAST_SEARCHED: usize = 16;

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
    let rank = rank(asked.word(1))?;
    if let Some(elsewhere) = asked.elsewhere(&format!("/{n}/{rank}")) {
        return Ok(Step::Ready(Response::moved(&asked, &elsewhere)));
    }
    let only = asked.query().text("only")?;
    let is_preview = asked.query().text("preview")?.is_some();
    if let Some(other) = only.as_deref().filter(|only| *only != "queens") {
        return Err(Failure::invalid(format!("expected only=queens, got only={other}")));
    }
    let task = Task::fact(asked, n, FORMS, move |asked, board| {
        body(asked, board, rank, only.is_some(), is_preview)
    });
    Ok(Step::Work(task))
}

fn body(
    asked: &Asked,
    board: &Board,
    rank: Rank,
    only_queens: bool,
    is_preview: bool,
) -> Result<Vec<u8>, Failure> {
    let n = board.n();
    match asked.format {
        Format::Html => {
            let facts = SolutionFacts::of(board, rank)?;
            let frame = asked.frame(Some(n), format!("{n} queens, solution {rank}"), FORMS);
            Ok(page(&frame, &facts).into_string().into())
        }
        Format::Json if only_queens => {
            let solution = board.unrank(rank)?;
            json(&RankedSolutionJson::new(Some(rank), &solution, board.tier()))
        }
        Format::Json => json(&SolutionFacts::of(board, rank)?),
        Format::Csv => {
            let line = RankedSolutionJson::csv(Some(rank.get()), None, board.unrank(rank)?);
            Ok(format!("{}\n{line}\n", RankedSolutionJson::COLUMNS).into())
        }
        Format::Text => Ok(format!("{}\n", board.unrank(rank)?).into()),
        Format::Svg => sheet([(format!("rank {rank}"), board.unrank(rank)?)]),
        Format::Png => {
            let picture = Picture::of(&*board.unrank(rank)?);
            Ok(if is_preview { picture.preview_png()? } else { picture.png(SIDE)? })
        }
        Format::Ndjson => Err(Failure::no_such_page()),
    }
}

/// `/8/of/1,5,8,6,3,7,2,4`: redirects to the rank of a solution.
pub(crate) fn of(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let permutation = nqdb::parse_queens(asked.word(1))?;
    if permutation.n() != n {
        let message = format!("expected {n} queens, got {}", permutation.n());
        return Err(Failure::invalid(message));
    }
    let attack = |error: nqdb::Invalid| Failure::new(404, "not_a_solution", error.to_string());
    let solution = Solution::new(permutation).map_err(attack)?;
    let task = Task::new(asked, Cost::LookUp(n), move |asked, desk| {
        let rank = desk.board(n)?.board.rank(&solution)?;
        Ok(Response::redirect(asked, 302, &format!("/{n}/{rank}"), Keep::Fact))
    });
    Ok(Step::Work(task))
}

/// `/8/random`: redirects to a solution, each with the same probability.
pub(crate) fn random(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let known = known_counts(n).map(|known| known.solutions);
    let rank = match known.ok_or(Error::UnknownCount { n })? {
        0 => return Err(Error::NoSolutions { n }.into()),
        count => Dice::of_draw(random_seed(), 1).below(count) + 1,
    };
    Ok(Step::Ready(Response::redirect(&asked, 302, &format!("/{n}/{rank}"), Keep::No)))
}

fn rank(word: &str) -> Result<Rank, Failure> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match number(word).map(Rank::new) {
        Some(Ok(rank)) => Ok(rank),
        Some(Err(error)) => Err(Failure::new(404, "no_such_rank", error.to_string())),
        None if is_number => {
            let message = format!("the largest rank is {}, got {word}", u64::MAX);
            Err(Failure::new(404, "rank_beyond_last", message))
        }
        None => Err(Failure::new(404, "no_such_page", format!("expected a rank, got {word:?}"))),
    }
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
        let id = if may_search(board) { Some(board.orbit_id(&solution)?) } else { None };
        let next = next(board, rank)?;
        let previous = match rank.get() {
            1 => None,
            rank => Some(Neighbour::at(board, Rank::new(rank - 1)?)?),
        };
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
        })
    }
}

/// Whether the ranks of images can be looked up, or searched within a few seconds.
fn may_search(board: &Board) -> bool {
    board.tier() != Tier::Searched || board.n().get() <= LAST_SEARCHED
}

/// The ranks of the members of a solution's orbit; on large boards without tables only those that need no search.
fn image_ranks(
    board: &Board,
    orbit: &Orbit,
    rank: Rank,
    solution: &Solution,
) -> nqdb::Result<Vec<Option<Rank>>> {
    if may_search(board) {
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

fn next(board: &Board, rank: Rank) -> nqdb::Result<Option<Neighbour>> {
    let Some(next) = rank.checked_add(1) else { return Ok(None) };
    match board.check_rank(next) {
        Ok(()) => Neighbour::at(board, next).map(Some),
        Err(Error::RankBeyondLast { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Neighbour {
    fn at(board: &Board, rank: Rank) -> nqdb::Result<Self> {
        board.unrank(rank).map(|solution| Neighbour::new(rank, &solution))
    }

    pub(crate) fn new(rank: Rank, solution: &Solution) -> Self {
        Neighbour { rank: rank.get(), queens: queens(solution) }
    }
}

fn page(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let shown = &facts.solution;
    let (base, n, rank) = (&*frame.base, shown.n, shown.rank.unwrap_or(0));
    let body = html! {
        main #main .two {
            section.stage {
                (title(base, n, rank, facts.solutions))
                (turns(base, n, &facts.images))
                div #board { (board::board(n, &shown.queens, &board::name(&shown.queens))) }
                (ruler(base, n, facts))
                div #strip .scripted {}
            }
            div #facts .side {
                (this_board(base, facts)) (images(base, facts)) (neighbours(base, facts))
                (along(frame, n, rank, facts))
            }
        }
        (data(&json!({ "n": n, "rank": rank, "solutions": facts.solutions, "queens": shown.queens })))
    };
    frame.around(View::Solutions, body)
}

/// "Solution 57 of 92", with the rank as a field.
fn title(base: &str, n: usize, rank: u64, solutions: Option<u64>) -> Markup {
    let of = solutions.map(|all| format!("of {}", grouped(all)));
    html! {
        form.title action={ (base) "/go" } {
            input type="hidden" name="n" value=(n);
            h1 { "Solution" span.unseen { " " (grouped(rank)) " " (of.as_deref().unwrap_or("")) } }
            input #rank name="q" value=(grouped(rank)) size=(grouped(rank).len()) inputmode="numeric" autocomplete="off" aria-label="Rank";
            @if let Some(of) = &of { span aria-hidden="true" { (of) } }
        }
    }
}

/// The links to the images by each symmetry.
fn turns(base: &str, n: usize, images: &[MemberJson]) -> Markup {
    html! {
        div.tools role="group" aria-label="Symmetries" {
            @for (symmetry, name, key) in TURNS {
                @let image = images.iter().find(|image| image.image == symmetry);
                @if let Some(rank) = image.and_then(|image| image.rank) {
                    a.button href={ (base) "/" (n) "/" (rank) } data-way=(symmetry) title={ (name) " (" (key) ")" } aria-label=(name) {
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
    let (previous, next) = (rank(&facts.previous), rank(&facts.next));
    let last = facts.solutions.filter(|_| next.is_some());
    html! {
        div.ruler role="group" aria-label="Other solutions" {
            (way(base, n, "first", "First", "Home", previous.map(|_| 1)))
            (way(base, n, "previous", "Previous", "←", previous))
            input #slider .scripted type="range" aria-label="Rank" min="1";
            (way(base, n, "next", "Next", "→", next))
            (way(base, n, "last", "Last", "End", last))
            @if facts.solutions.is_some() {
                a.button href={ (base) "/" (n) "/random" } rel="nofollow" data-way="any" title="Random solution (r)" aria-label="Random solution" {
                    (icon("any"))
                }
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
    let queens = one_line(&solution.queens);
    card(
        "This board",
        html! {
            (copied(&queens, "notation"))
            dl {
                dt { "Orbit" }
                dd {
                    @if let Some(id) = orbit.orbit_id {
                        a href={ (base) "/" (solution.n) "/orbit/" (id) } data-key="orbit" { (breaking(id)) }
                    }
                    @if let Some(orbits) = facts.orbits { " of " (breaking(orbits)) }
                    ", " (counted(orbit.size as u64, "board"))
                }
                @if orbit.stabilizer.len() > 1 {
                    dt { "Stabilizer" }
                    dd { (orbit.stabilizer.join(", ")) }
                }
                dt { "Fundamental solution" }
                dd {
                    code { (one_line(&orbit.canonical)) }
                    @if orbit.canonical == solution.queens { ", this one" }
                }
                dt { "Permutation index" }
                dd { (breaking(&solution.permutation_index)) " of " (solution.n) "!" }
                dt { "Lookup" }
                dd { (found(solution.tier, facts.trace.as_ref(), facts.micros)) }
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
        (Tier::Indexed, None) => "by the index".to_owned(),
        _ => "by a search".to_owned(),
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
    let (n, rank) = (facts.solution.n, facts.solution.rank);
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
    card(&title, html! { ul.boards { @for image in shown { (member(base, n, image, rank)) } } })
}

/// The previous and next solutions, with the queens that differ.
fn neighbours(base: &str, facts: &SolutionFacts) -> Markup {
    let here = &facts.solution;
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
                li { b { (here.rank.map(grouped).unwrap_or_default()) } " " code { (one_line(&here.queens)) } }
                @if let Some(next) = &facts.next { (line(next, "after")) }
            }
        },
    )
}

/// Downloads, and the equivalent command.
fn along(frame: &Frame, n: usize, rank: u64, facts: &SolutionFacts) -> Markup {
    let base = &frame.base;
    card(
        "Download",
        html! {
            p.tools {
                @for suffix in frame.alternates {
                    a.button href={ (frame.base) (frame.path) "." (suffix) } data-key=(suffix) download=[download(suffix, &format!("queens-{n}-{rank}"))] {
                        (suffix.to_uppercase())
                    }
                }
                @if let Some(id) = facts.orbit.orbit_id {
                    a.button href={ (base) "/" (n) "/orbit/" (id) ".svg" } data-key="orbit svg" download={ "queens-" (n) "-orbit-" (id) ".svg" } {
                        "Orbit as SVG"
                    }
                }
            }
            (copied(&format!("nqdb unrank {n} {rank}"), "command"))
        },
    )
}
