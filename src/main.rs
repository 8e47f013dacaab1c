//! The `nqdb` program: the command line in [`cli`] and the explorer in [`serve`], over the library `nqdb`.

mod answers;
mod cli;
#[cfg(feature = "serve")]
mod serve;

fn main() -> std::process::ExitCode {
    cli::run()
}
