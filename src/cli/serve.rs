//! `tiaoqi serve`: the server until somebody ends it.

use std::process::ExitCode;

use anyhow::Context as _;

use crate::app;
use crate::config::ServeArgs;

/// Runs the server on a runtime of its own.
pub(super) fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    app::log(&args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("runtime")?;
    runtime.block_on(async {
        let end = async {
            if let Err(error) = app::interrupted().await {
                tracing::error!(%error, "signals cannot be heard: end the process by hand");
                std::future::pending::<()>().await;
            }
        };
        app::serve(args, end).await
    })?;
    Ok(ExitCode::SUCCESS)
}
