//! `nqdb --version`.

use super::context::Context;
use super::error::Result;

pub(super) fn run(context: &mut Context) -> Result {
    let version = nqdb::version();
    context.out.answer(format_args!("nqdb {}", version.version), &version)
}
