//! A solution with all known facts, `/8/57`, and redirects to it: `/8/of/1,5,8,6,3,7,2,4`, `/8/random`. On boards whose
//! ranks are out of reach, `/64/of/…` is the page of the solution. Queens that are not a solution are placed on the page
//! for that.
//!
//! `facts` has what is known about it, `page` its page.

mod facts;
mod page;

use crate::failure::Failure;
use crate::page::board::{path_of, png, sheet};
use crate::page::{Frame, counted, grouped, joined, queens_of};
use crate::request::{Format, Url, number};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Step, TaggedBoard, Task};
use facts::SolutionFacts;
use nqdb::answers::RankedSolutionJson;
use nqdb::{
    Board, Condition, Error, Orbit, Rank, Solution,
    random::{Dice, random_seed},
    search::LAST_BUILT_IN,
};
use page::page;

/// The formats of a solution, other than its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg", "png"];

/// `/8/57`, in all formats.
pub(crate) fn solution(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let rank: Rank = url.ordinal(n)?;
    let only = only(&url)?;
    let task = Task::fact(url, n, move |url, board| {
        let solution = board.unrank(rank)?;
        if only {
            return json(&RankedSolutionJson::new(Some(rank), &solution, board.tier()));
        }
        body(url, board, Some(rank), &solution)
    });
    Ok(task.at(&format!("/{n}/{rank}"), None))
}

/// Whether only the solution is requested, without facts about it.
fn only(url: &Url) -> Result<bool, Failure> {
    match url.text("only")?.as_deref() {
        None => Ok(false),
        Some("queens") => Ok(true),
        Some(other) => Err(Failure::invalid(format!("expected only=queens, got only={other}"))),
    }
}

/// The body about a solution; `rank` is `None` if that is out of reach.
fn body(
    url: &Url,
    board: &Board,
    rank: Option<Rank>,
    solution: &Solution,
) -> Result<Vec<u8>, Failure> {
    let n = board.n();
    let named = |name: &str| rank.map(|rank| format!("{name} {rank}"));
    match url.format {
        Format::Html => {
            let which = named("solution").unwrap_or_else(|| "a solution".to_owned());
            let title = format!("{}, {which}", queens_of(n));
            let facts = SolutionFacts::of(board, rank, solution)?;
            let description = facts.description();
            let frame = Frame { description, ..url.frame(Some(n), title, FORMS) };
            Ok(page(&frame, &facts).into_string().into())
        }
        Format::Json => json(&SolutionFacts::of(board, rank, solution)?),
        Format::Csv => {
            let line = RankedSolutionJson::csv(rank.map(Rank::get), solution);
            Ok(format!("{}\n{line}\n", RankedSolutionJson::COLUMNS).into())
        }
        Format::Text => Ok(format!("{solution}\n").into()),
        Format::Svg => sheet(url.coordinates()?, [(named("rank").unwrap_or_default(), *solution)]),
        Format::Png => png(url, solution, || {
            let all = board.solution_count().ok();
            let heading = rank.map(|rank| format!("Solution {}", grouped(rank)));
            let members = counted(Orbit::of(solution).members().len() as u64, "solution");
            let orbit = if board.reaches_all() {
                format!("orbit {}, {members}", grouped(board.orbit_id(solution)?))
            } else {
                format!("orbit of {members}")
            };
            let lines = [
                Some(heading.unwrap_or_else(|| format!("Solution for N = {n}"))),
                all.map(|all| format!("of {}", grouped(all))),
                Some(orbit),
                Some(queens_of(n)),
                rank.map(|rank| format!("nqdb /{n}/{rank}")),
            ];
            Ok(lines.into_iter().flatten().collect())
        }),
        Format::Ndjson => Err(Failure::no_such_page()),
    }
}

/// `/8/of/1,5,8,6,3,7,2,4`: redirects to the rank of a solution, if it is within reach.
pub(crate) fn of(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let rows = rows_of(url.word(1))?;
    if rows.len() != n.get() {
        return Err(Failure::invalid(format!("expected {n} queens, got {}", rows.len())));
    }
    if let Some(elsewhere) = url.elsewhere(&path_of(n.get(), &rows), None) {
        return Ok(Step::Ready(Response::moved(&url, &elsewhere)));
    }
    let solution =
        match (nqdb::notation::parse_queens(url.word(1)).and_then(Solution::new), url.format) {
            (Ok(solution), _) => solution,
            // The page for placing queens shows which of them attack each other.
            (Err(_), Format::Html) => {
                let queens =
                    (1..).zip(&rows).map(|(column, row)| Condition::Queen { column, row: *row });
                let to = format!("/{n}/count/{}", joined(queens, ","));
                return Ok(Step::Ready(Response::redirect(&url, 302, &to, Keep::Fact)));
            }
            (Err(error), _) => return Err(Failure::new(404, "not_a_solution", error.to_string())),
        };
    let task = Task::new(url, Cost::LookUp(n), move |url, host| {
        let TaggedBoard { board, etag } = host.board(n)?;
        if board.reaches_all() {
            let rank = board.rank(&solution)?;
            return Ok(Response::redirect_to_item(url, &format!("/{n}/{rank}"), Keep::Fact));
        }
        let body = body(url, &board, None, &solution)?;
        Ok(Response::fact(url, &etag, body))
    });
    Ok(Step::Work(task))
}

/// The rows of the queens in a text, 1-based; several queens may be in one row.
fn rows_of(text: &str) -> Result<Vec<u64>, Failure> {
    let words: Vec<&str> = text.split(',').collect();
    let rows = words.iter().map(|word| number(word)).collect::<Option<Vec<u64>>>();
    match rows.filter(|rows| rows.len() > 1) {
        Some(rows) => Ok(rows),
        None => Ok(nqdb::notation::parse_queens(text)?.queens().map(u64::from).collect()),
    }
}

/// `/8/random`: redirects to a solution, each with the same probability; on boards whose ranks are out of reach, with
/// nearly the same ([`Board::draw`]).
pub(crate) fn random(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    only(&url)?;
    // Up to here a rank is drawn, which needs no search.
    let cost = if n.get() <= LAST_BUILT_IN { Cost::Overview } else { Cost::LookUp(n) };
    let task = Task::new(url, cost, move |url, host| {
        let TaggedBoard { board, .. } = host.board(n)?;
        let mut dice = Dice::of_draw(random_seed(), 1);
        let to = if board.reaches_all() {
            match board.solution_count()? {
                0 => return Err(Error::NoSolutions { n }.into()),
                count => format!("/{n}/{}", dice.below(count) + 1),
            }
        } else {
            path_of(n.get(), board.draw(&mut dice)?.solution.queens())
        };
        Ok(Response::redirect_to_item(url, &to, Keep::No))
    });
    Ok(task.at(&format!("/{n}/random"), None))
}
