//! Solutions and orbits: `/8/57`, `/8/orbit/5`, `/8/of/1,5,8,6,3,7,2,4`, `/8/random`.

use super::asked::{Asked, number};
use crate::answers::{MemberJson, RankedSolutionJson, one_line};
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::model::{OrbitFacts, SolutionFacts};
use crate::serve::page;
use crate::serve::respond::{self, Keep};
use crate::serve::site::Served;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use nqdb::picture::{Picture, Sheet};
use nqdb::{Board, Dice, Error, OrbitId, Rank, Solution, known_counts, random_seed};
use serde::Deserialize;

/// The forms of a solution beside its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg", "png"];

/// The forms of an orbit beside its page.
const ORBIT_FORMS: &[&str] = &["json", "csv", "txt", "svg"];

/// Pixels of a side of a PNG file.
pub(super) const SIDE: u32 = 1024;

#[derive(Deserialize)]
struct SolutionQuery {
    /// JSON of the queens only.
    only: Option<String>,
    /// PNG in the form of a preview.
    preview: Option<String>,
}

/// `/8/57`, and its other forms.
pub(super) async fn solution(asked: Asked) -> Result<Response, Failure> {
    let (n, rank) = (asked.n()?, rank(asked.word(1))?);
    if let Some(elsewhere) = asked.elsewhere(&format!("/{n}/{rank}")) {
        return Ok(elsewhere);
    }
    let SolutionQuery { only, preview } = asked.query()?;
    let is_preview = preview.is_some();
    let only_queens = match only.as_deref() {
        None => false,
        Some("queens") => true,
        Some(other) => {
            return Err(Failure::invalid(format!("only=queens is possible, got only={other}")));
        }
    };
    asked
        .fact(n, FORMS, move |asked, board| body(asked, board, rank, only_queens, is_preview))
        .await
}

fn body(
    asked: &Asked,
    board: &Board,
    rank: Rank,
    only_queens: bool,
    is_preview: bool,
) -> Result<Bytes, Failure> {
    let n = board.n();
    match asked.format {
        Format::Html => {
            let facts = SolutionFacts::of(board, rank)?;
            let frame = asked.frame(Some(n), format!("{n} queens, solution {rank}"), FORMS);
            Ok(page::solution(&frame, &facts).into_string().into())
        }
        Format::Json if only_queens => {
            let solution = board.unrank(rank)?;
            respond::json(&RankedSolutionJson::new(Some(rank), &solution, board.tier()))
        }
        Format::Json => respond::json(&SolutionFacts::of(board, rank)?),
        Format::Csv => {
            let line = RankedSolutionJson::csv(Some(rank.get()), None, board.unrank(rank)?);
            Ok(format!("{}\n{line}\n", RankedSolutionJson::COLUMNS).into())
        }
        Format::Text => Ok(format!("{}\n", board.unrank(rank)?).into()),
        Format::Svg => sheet([(format!("rank {rank}"), board.unrank(rank)?)]),
        Format::Png => {
            let picture = Picture::of(&*board.unrank(rank)?);
            Ok(if is_preview { picture.preview_png()? } else { picture.png(SIDE)? }.into())
        }
        Format::Ndjson => Err(Failure::no_such_page()),
    }
}

/// `/8/orbit/5`, and its other forms.
pub(super) async fn orbit(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let id = number(asked.word(1)).and_then(|id| OrbitId::new(id).ok()).ok_or_else(|| {
        Failure::new(404, "no_such_page", format!("expected an orbit id, got {:?}", asked.word(1)))
    })?;
    if let Some(elsewhere) = asked.elsewhere(&format!("/{n}/orbit/{id}")) {
        return Ok(elsewhere);
    }
    asked.fact(n, ORBIT_FORMS, move |asked, board| orbit_body(asked, board, id)).await
}

fn orbit_body(asked: &Asked, board: &Board, id: OrbitId) -> Result<Bytes, Failure> {
    let n = board.n();
    let facts = OrbitFacts::of(board, id)?;
    let members = facts.orbit.members.iter();
    match asked.format {
        Format::Html => {
            let frame = asked.frame(Some(n), format!("{n} queens, orbit {id}"), ORBIT_FORMS);
            Ok(page::orbit(&frame, &facts).into_string().into())
        }
        Format::Json => respond::json(&facts),
        Format::Csv => {
            let lines =
                members.map(|member| member.csv(Some(id.get()), one_line(&member.queens)) + "\n");
            Ok(format!("{}\n{}", MemberJson::COLUMNS, lines.collect::<String>()).into())
        }
        Format::Text => {
            let lines = members.map(|member| one_line(&member.queens) + "\n");
            Ok(lines.collect::<String>().into())
        }
        Format::Svg => {
            let orbit = board.orbit(id)?;
            let boards = orbit.members().iter().zip(members);
            let boards = boards.map(|((_, solution), member)| (member.caption(), *solution));
            sheet(boards)
        }
        Format::Png | Format::Ndjson => Err(Failure::no_such_page()),
    }
}

/// `/8/of/1,5,8,6,3,7,2,4`: where a solution is.
pub(super) async fn of(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let permutation = nqdb::parse_queens(asked.word(1))?;
    if permutation.n() != n {
        let message = format!("expected the queens of {n} columns, got {}", permutation.n());
        return Err(Failure::invalid(message));
    }
    let solution = Solution::new(permutation).map_err(attack)?;
    let to_rank = move |served: Served| {
        let to = format!("/{n}/{}", served.board.rank(&solution)?);
        Ok(respond::redirect(StatusCode::FOUND, &to, Keep::Fact))
    };
    asked.site.look_up(n, to_rank).await
}

fn attack(error: nqdb::Invalid) -> Failure {
    Failure::new(404, "not_a_solution", error.to_string())
}

/// `/8/random`: a solution, each with the same probability.
pub(super) async fn random(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let known = known_counts(n).map(|known| known.solutions);
    let rank = match known.ok_or(Error::UnknownCount { n })? {
        0 => return Err(Error::NoSolutions { n }.into()),
        count => Dice::of_draw(random_seed(), 1).below(count) + 1,
    };
    Ok(respond::redirect(StatusCode::FOUND, &format!("/{n}/{rank}"), Keep::No))
}

fn rank(word: &str) -> Result<Rank, Failure> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match number(word).map(Rank::new) {
        Some(Ok(rank)) => Ok(rank),
        Some(Err(error)) => Err(Failure::new(404, "no_such_rank", error.to_string())),
        None if is_number => {
            let message = format!("ranks go to {} at most, got {word}", u64::MAX);
            Err(Failure::new(404, "rank_beyond_last", message))
        }
        None => Err(Failure::new(404, "no_such_page", format!("expected a rank, got {word:?}"))),
    }
}

/// Boards with captions, as SVG.
fn sheet(boards: impl IntoIterator<Item = (String, Solution)>) -> Result<Bytes, Failure> {
    let mut sheet = Sheet::default();
    for (caption, solution) in boards {
        sheet.push(caption, Picture::of(&solution))?;
    }
    Ok(format!("{sheet}\n").into())
}
