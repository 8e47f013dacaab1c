//! The command line of nqdb.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
