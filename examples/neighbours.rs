//! Prints the neighbours of a solution in lexicographic order, and its orbit:
//! `cargo run --example neighbours -- 1 5 8 6 3 7 2 4`
//!
//! Uses the default database if there is one, otherwise a search.

use nqdb::{Database, Orbit, Rank, Solution, database::locate};

fn main() -> Result<(), nqdb::Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() { "1 5 8 6 3 7 2 4".to_owned() } else { words.join(" ") };

    let path = locate(None)?;
    let database = if path.exists() { Database::open(path)? } else { Database::without_file() };
    for line in neighbourhood(&database, &text)? {
        println!("{line}");
    }
    Ok(())
}

fn neighbourhood(database: &Database, text: &str) -> Result<Vec<String>, nqdb::Error> {
    let solution: Solution = text.parse()?;
    let board = database.board(solution.n())?;
    let mut lines = Vec::new();

    let rank = board.rank(&solution)?.get();
    let first = Rank::new((rank - 1).max(1))?;
    for found in board
        .solutions(first)
        .take_while(|found| !matches!(found, Ok((r, _)) if r.get() > rank + 1))
    {
        let (rank, neighbour) = found?;
        lines.push(format!("rank {rank}: {neighbour}"));
    }

    let orbit = Orbit::of(&solution);
    let (id, count) = (board.orbit_id(&solution)?, board.orbit_count()?);
    lines.push(format!("orbit {id} of {count}, size {}", orbit.size()));
    for (symmetry, member) in orbit.members() {
        lines.push(format!("{symmetry}: {member}"));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbours_of_both_solutions_of_four() {
        let lines = neighbourhood(&Database::without_file(), "2 4 1 3").unwrap();
        let expected = [
            "rank 1: 2 4 1 3",
            "rank 2: 3 1 4 2",
            "orbit 1 of 1, size 2",
            "identity: 2 4 1 3",
            "flip-diagonal: 3 1 4 2",
        ];
        assert_eq!(lines, expected);
    }
}
