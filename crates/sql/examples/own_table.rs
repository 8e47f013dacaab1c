//! Joins a table of your own with the solutions of nqdb: which boards are solutions, their ranks and orbits, and which
//! are images of each other.
//!
//! `cargo run --example own_table`

use nqdb::rusqlite::{Connection, Result};

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let connection = Connection::open_in_memory()?;
    nqdb_sql::register(&connection)?;
    connection.execute_batch(
        "CREATE TABLE found (solver TEXT, queens TEXT);
         INSERT INTO found VALUES
             ('depth first', '1 5 8 6 3 7 2 4'), ('depth first', '1 6 8 3 7 4 2 5'),
             ('annealing', '5 1 8 4 2 7 3 6'), ('annealing', '5 1 8 4 2 7 6 3'),
             ('annealing', '8 4 1 3 6 2 7 5');",
    )?;
    for line in ranks(&connection)?.into_iter().chain(orbits(&connection)?) {
        println!("{line}");
    }
    Ok(())
}

/// The solutions in the table with their ranks: the join looks up each row.
fn ranks(connection: &Connection) -> Result<Vec<String>> {
    let sql =
        "SELECT solver, rank, queens FROM found JOIN nq_solutions(8) USING (queens) ORDER BY rank";
    let mut statement = connection.prepare(sql)?;
    let lines = statement.query_map([], |row| {
        let (solver, rank, queens): (String, u64, String) = row.try_into()?;
        Ok(format!("rank {rank}: {queens} ({solver})"))
    })?;
    lines.collect()
}

/// The number of solutions of each orbit in the table.
fn orbits(connection: &Connection) -> Result<Vec<String>> {
    let sql = "SELECT nq_orbit_id(queens) AS orbit, count(*) FROM found
               WHERE nq_is_solution(queens) GROUP BY orbit ORDER BY orbit";
    let mut statement = connection.prepare(sql)?;
    let lines = statement.query_map([], |row| {
        let (orbit, count): (u64, u64) = row.try_into()?;
        Ok(format!("orbit {orbit}: {count}"))
    })?;
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_not_a_solution_is_left_out() {
        let connection = Connection::open_in_memory().unwrap();
        nqdb_sql::register(&connection).unwrap();
        let rows = "CREATE TABLE found (solver TEXT, queens TEXT);
                    INSERT INTO found VALUES ('a', '3 1 4 2'), ('a', '1 7 5 8 2 4 6 3'),
                        ('b', '1 2 3 4 5 6 7 8'), ('b', '8 2 4 1 7 5 3 6');";
        connection.execute_batch(rows).unwrap();
        let expected = ["rank 4: 1 7 5 8 2 4 6 3 (a)", "rank 89: 8 2 4 1 7 5 3 6 (b)"];
        assert_eq!(ranks(&connection).unwrap(), expected);
        // The first row is the solution of N = 4 in orbit 1.
        assert_eq!(orbits(&connection).unwrap(), ["orbit 1: 3"]);
    }
}
