//! The SQL functions and tables, in rusqlite connections and as a loadable extension.

mod calls;
mod extension;
mod functions;
mod generator;
mod hosts;
mod interrupts;
mod owner;
mod pushdown;
mod random;
mod tables;

use rusqlite::Connection;

fn failure(connection: &Connection, sql: &str) -> String {
    connection.query_row(sql, [], |_| Ok(())).unwrap_err().to_string()
}

fn in_memory(load: fn(&Connection)) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    load(&connection);
    connection
}
