//! The solutions before and after a given one, and its orbit:
//! `cargo run --example neighbours -- 1 5 8 6 3 7 2 4`
//!
//! Reads the default database where there is one; other boards are searched.

use nqdb::{Database, Orbit, Rank, Solution, locate};

fn main() -> Result<(), nqdb::Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() { "2 4 1 3".to_owned() } else { words.join(" ") };
    let solution: Solution = text.parse()?;

    let path = locate(None)?;
    let database = if path.exists() { Database::open(path)? } else { Database::without_file() };
    let board = database.board(solution.n())?;

    let rank = board.rank(&solution)?;
    let first = Rank::new(rank.get().saturating_sub(1).max(1))?;
    for neighbour in board.solutions(first)?.take(3) {
        let (rank, solution) = neighbour?;
        println!("rank {rank}: {solution}");
    }

    let orbit = Orbit::of(&solution);
    println!(
        "orbit {} of {}, size {}",
        board.orbit_id(&solution)?,
        board.orbit_count()?,
        orbit.size()
    );
    for (symmetry, member) in orbit.members() {
        println!("{symmetry} ({}): {member}", symmetry.usual_name());
    }
    Ok(())
}
