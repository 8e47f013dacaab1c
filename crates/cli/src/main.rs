//! The program `nqdb`; all of it is in the library, which cargo compiles while it optimises those that it calls.

fn main() -> std::process::ExitCode {
    nqdb_cli::main()
}
