//! The facts about a solution: its JSON.

use crate::failure::Failure;
use crate::list::Listed;
use crate::page::{counted, grouped, joined};
use nqdb::answers::{MemberJson, OrbitJson, RankedSolutionJson};
use nqdb::{Board, Orbit, Rank, Solution, Symmetry, database::Trace, signature::Signature};
use serde::Serialize;
use std::time::Instant;

/// `/8/57.json`.
#[derive(Serialize)]
pub(super) struct SolutionFacts {
    /// The fields of `nqdb unrank --json`: `n`, `rank`, `queens`, `permutation_index` and `tier`.
    #[serde(flatten)]
    pub(super) solution: RankedSolutionJson,
    /// Q(N), if it is known.
    pub(super) solutions: Option<u64>,
    /// F(N), if it is known.
    pub(super) orbits: Option<u64>,
    /// The fields of `nqdb orbit --json`.
    pub(super) orbit: OrbitJson,
    /// The images by all eight symmetries; some are equal if the solution is symmetric. Ranks and the orbit id are `None` if
    /// they take a long search.
    pub(super) images: Vec<MemberJson>,
    pub(super) signature: String,
    pub(super) previous: Option<Listed>,
    pub(super) next: Option<Listed>,
    /// The cell that an indexed board searches for this rank.
    pub(super) trace: Option<Trace>,
    /// The time taken, in microseconds.
    pub(super) micros: u64,
    /// What can't be looked up on the board.
    #[serde(skip)]
    pub(super) limits: Option<Failure>,
}

impl SolutionFacts {
    /// The facts about a solution; `rank` is `None` if that is out of reach.
    pub(super) fn of(board: &Board, rank: Option<Rank>, solution: &Solution) -> nqdb::Result<Self> {
        let began = Instant::now();
        let orbit = Orbit::of(solution);
        let ranks = match rank {
            Some(rank) => image_ranks(board, &orbit, rank, solution)?,
            None => vec![None; orbit.members().len()],
        };
        let has_id = rank.is_some() && board.reaches_all();
        let id = has_id.then(|| board.orbit_id(solution)).transpose()?;
        let orbit = OrbitJson::new(&orbit, id, ranks);
        let images = Symmetry::ALL.map(|symmetry| {
            let image = MemberJson::new(symmetry, &symmetry.apply_to_solution(solution), None);
            let member = orbit.members.iter().find(|member| member.queens == image.queens);
            MemberJson { rank: member.and_then(|member| member.rank), ..image }
        });
        let before = rank.and_then(|rank| Rank::new(rank.get() - 1).ok());
        Ok(SolutionFacts {
            solutions: board.solution_count().ok(),
            orbits: board.orbit_count().ok(),
            signature: Signature::of(solution).to_string(),
            images: images.into(),
            previous: Listed::near(board, before)?,
            next: Listed::near(board, rank.and_then(|rank| rank.checked_add(1)))?,
            trace: rank.map(|rank| board.trace(rank)).transpose()?.flatten(),
            orbit,
            solution: RankedSolutionJson::new(rank, solution, board.tier()),
            micros: began.elapsed().as_micros() as u64,
            limits: board.check_reaches_all().err().map(Failure::from),
        })
    }

    /// Such as "Solution 57 of 92".
    pub(super) fn name(&self) -> String {
        match (self.solution.rank.map(grouped), self.solutions.map(grouped)) {
            (Some(rank), Some(all)) => format!("Solution {rank} of {all}"),
            (Some(rank), None) => format!("Solution {rank}"),
            (None, _) => "A solution".to_owned(),
        }
    }

    /// For link previews, such as "Solution 57 of 92: 5 7 1 3 8 6 4 2. Orbit 3, 8 solutions."
    pub(super) fn description(&self) -> String {
        let RankedSolutionJson { n, queens, .. } = &self.solution;
        let what = self.name();
        let orbit = self.orbit.orbit_id.map(|id| format!(" Orbit {},", grouped(id)));
        let members = counted(self.orbit.size as u64, "solution");
        let orbit = orbit.unwrap_or_else(|| " Its orbit has".to_owned());
        format!("{what} of the {n}-queens problem: {}.{orbit} {members}.", joined(queens, " "))
    }
}

/// The ranks of the members of a solution's orbit; on large boards without tables only those that need no search.
fn image_ranks(
    board: &Board,
    orbit: &Orbit,
    rank: Rank,
    solution: &Solution,
) -> nqdb::Result<Vec<Option<Rank>>> {
    let complement = board.solution_count().is_ok().then(|| solution.complement());
    let mut known = vec![(*solution, rank)];
    let mut rank_of = |member: &Solution| {
        let is_known = member == solution || complement.as_ref() == Some(member);
        (is_known || board.reaches_all()).then(|| board.member_rank(member, &mut known)).transpose()
    };
    orbit.members().iter().map(|(_, member)| rank_of(member)).collect()
}
