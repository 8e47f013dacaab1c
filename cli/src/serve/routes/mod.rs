//! Which address asks what. A handler reads its question from an [`Asked`], and answers a fact by
//! [`Asked::fact`] or anything else by itself.

mod asked;
mod find;
mod list;
mod puzzles;
mod site;
mod solution;
mod tree;

use super::failure::Failure;
use super::respond;
use super::site::Site;
use asked::Asked;
use axum::Router;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use std::sync::Arc;

/// The addresses.
pub(crate) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/", answer(site::home))
        .route("/about", answer(site::about))
        .route("/about.json", answer(site::about))
        .route("/healthz", answer(site::health))
        .route("/openapi.json", answer(site::openapi))
        .route("/robots.txt", answer(site::robots))
        .route("/favicon.ico", answer(site::favicon))
        .route("/assets/{hash}/{name}", answer(site::asset))
        .route("/go", answer(site::go))
        .route("/{n}", answer(site::board))
        .route("/{n}/{item}", answer(item))
        .route("/{n}/orbit/{id}", answer(solution::orbit))
        .route("/{n}/of/{*queens}", answer(solution::of))
        .route("/{n}/find/{*squares}", answer(find::find))
        .route("/{n}/tree/{prefix}", answer(tree::tree))
        .fallback(get(async |asked: Result<Asked, Response>| match asked {
            Ok(asked) => respond::failure(&Failure::no_such_page(), &asked.page()),
            Err(response) => response,
        }))
}

/// A handler of GET and HEAD, whose failure is a page or JSON, as the address asks.
fn answer<H, F>(handler: H) -> MethodRouter<Arc<Site>>
where
    H: Fn(Asked) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<Response, Failure>> + Send,
{
    get(move |asked: Asked| async move {
        if let Some(elsewhere) = asked.without_zeros() {
            return elsewhere;
        }
        let page = asked.page();
        handler(asked).await.unwrap_or_else(|failure| respond::failure(&failure, &page))
    })
}

/// The words after a board size; a number is a rank.
async fn item(asked: Asked) -> Result<Response, Failure> {
    match asked.word(1) {
        "find" => find::find(asked).await,
        "list" => list::list(asked).await,
        "puzzles" => puzzles::puzzles(asked).await,
        "random" => solution::random(asked).await,
        "tree" => tree::tree(asked).await,
        _ => solution::solution(asked).await,
    }
}
