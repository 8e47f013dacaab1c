//! Ctrl-C, for the commands that it does not end.

use crate::error::{CliError, Result};
use tokio::runtime::{Builder, Runtime};

/// From now on Ctrl-C calls `stop` instead of ending the process. When the result is dropped, it does nothing any more.
pub(crate) fn on_ctrl_c(stop: impl Fn() + Send + 'static) -> Result<Runtime> {
    listen(stop).map_err(|error| CliError::Other(format!("Ctrl-C can't be handled: {error}")))
}

fn listen(stop: impl Fn() + Send + 'static) -> std::io::Result<Runtime> {
    let runtime =
        Builder::new_multi_thread().worker_threads(1).thread_name("ctrl-c").enable_io().build()?;
    let mut pressed = {
        let _inside = runtime.enter();
        #[cfg(unix)]
        let pressed = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
        #[cfg(windows)]
        let pressed = tokio::signal::windows::ctrl_c();
        pressed?
    };
    runtime.spawn(async move {
        while pressed.recv().await.is_some() {
            stop();
        }
    });
    Ok(runtime)
}
