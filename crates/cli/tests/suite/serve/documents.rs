//! Runs the `http` blocks of docs/serve.md against a server, and compares the responses.

use super::server;
use crate::support::document::fits;

#[test]
fn responses_are_those_in_the_document() {
    let text = include_str!("../../../../../docs/serve.md");
    let blocks: Vec<&str> = text.split("```http\n").skip(1).collect();
    assert!(blocks.len() > 5);
    for block in blocks {
        let (block, _) = block.split_once("\n```").unwrap();
        let mut lines = block.lines();
        let path = lines.next().unwrap().strip_prefix("GET ").unwrap();
        let response = server().get(path);
        let what = response.header("location").or(response.header("content-type"));
        let head = format!("{} {}", response.status, what.unwrap());
        assert_eq!(lines.next().unwrap(), head, "{path}");
        let body: Vec<&str> = response.text().lines().collect();
        let expected: Vec<&str> = lines.collect();
        // The body of a redirect is not compared.
        if response.status != 302 {
            assert_eq!(body.len(), expected.len(), "{path}");
            for (expected, line) in expected.iter().zip(body) {
                assert!(fits(expected, line), "{path}: {expected}\nis not\n{line}");
            }
        }
    }
}
