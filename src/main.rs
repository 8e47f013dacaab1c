//! The `nqdb` program: the command line in [`cli`], over the library `nqdb`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
