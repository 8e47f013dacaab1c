//! A solution with everything that is known about it: `/8/57`.

use crate::answers::{MemberJson, OrbitJson, RankedSolutionJson, queens};
use nqdb::{Board, Error, Orbit, Rank, Result, Signature, Solution, Symmetry, Tier, Trace};
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
pub(crate) struct SolutionFacts {
    /// `n`, `rank`, `queens`, `permutation_index` and `tier`, as `nqdb unrank --json` has them.
    #[serde(flatten)]
    pub(crate) solution: RankedSolutionJson,
    /// Q(N), where it is known.
    pub(crate) solutions: Option<u64>,
    /// F(N), where it is known.
    pub(crate) orbits: Option<u64>,
    /// As `nqdb orbit --json` has it.
    pub(crate) orbit: OrbitJson,
    /// The eight images, po1 to po8, of which some are equal where the solution is symmetric. Ranks, and the id of
    /// the orbit, are `None` where they take a long search.
    pub(crate) images: Vec<MemberJson>,
    pub(crate) signature: String,
    pub(crate) previous: Option<Neighbour>,
    pub(crate) next: Option<Neighbour>,
    /// The cell that an indexed board searches for this rank.
    pub(crate) trace: Option<Trace>,
    /// Microseconds that the answer took.
    pub(crate) micros: u64,
}

/// The solution before or after.
#[derive(Serialize)]
pub(crate) struct Neighbour {
    pub(crate) rank: u64,
    pub(crate) queens: Vec<u8>,
}

impl SolutionFacts {
    pub(crate) fn of(board: &Board, rank: Rank) -> Result<Self> {
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

/// The largest board without tables whose images are searched for.
const LAST_SEARCHED: usize = 16;

/// Whether the ranks of the images are looked up, or searched in a few seconds.
fn may_search(board: &Board) -> bool {
    board.tier() != Tier::Searched || board.n().get() <= LAST_SEARCHED
}

/// The ranks of the members of the orbit of the solution with this rank; on large boards without tables only those
/// that need no search.
fn image_ranks(
    board: &Board,
    orbit: &Orbit,
    rank: Rank,
    solution: &Solution,
) -> Result<Vec<Option<Rank>>> {
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

fn next(board: &Board, rank: Rank) -> Result<Option<Neighbour>> {
    let Some(next) = rank.checked_add(1) else { return Ok(None) };
    match board.check_rank(next) {
        Ok(()) => Neighbour::at(board, next).map(Some),
        Err(Error::RankBeyondLast { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Neighbour {
    fn at(board: &Board, rank: Rank) -> Result<Self> {
        board.unrank(rank).map(|solution| Neighbour::new(rank, &solution))
    }

    pub(crate) fn new(rank: Rank, solution: &Solution) -> Self {
        Neighbour { rank: rank.get(), queens: queens(solution) }
    }
}
