//! `nqdb --version`.

use super::context::Context;
use super::error::Result;

pub(super) fn run(context: &mut Context) -> Result {
    let mut version = nqdb::version();
    // Every build of the program has these.
    version.features.splice(0..0, ["cli", "serve"]);
    context.out.answer(format_args!("nqdb {}", version.version), &version)
}
