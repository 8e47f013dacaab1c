//! Runs the console examples in README.md and in every Markdown file under docs/ and research/, and compares their output.

use crate::support::document::{Example, examples, fits, programs};
use crate::support::{extension, hosts};
use nqdb_test_support::fixtures::{INDEXED, file, index};
use std::fs;
use std::path::{Path, PathBuf};

/// The Markdown files in a folder and in the folders below it.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let (mut documents, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// Runs the examples of a document in one home with the program, the fixtures and, if it was built, the extension.
/// Examples for missing hosts are skipped.
fn check(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let examples = examples(&text);
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("fixtures/indexes")).unwrap();
    for n in INDEXED {
        let place = format!("fixtures/indexes/{n}.db");
        if !examples.iter().any(|example| example.command.contains(&place)) {
            continue;
        }
        fs::copy(index(n), home.path().join(place)).unwrap();
    }
    let library = extension::extension_if_any();
    if let Some(library) = &library {
        fs::copy(library, home.path().join(library.file_name().unwrap())).unwrap();
    }
    for example in &examples {
        println!("{}: {}", path.display(), example.command);
        let mut directories = vec![programs()];
        if !example.host.is_empty() {
            // Hosts load the extension.
            if library.is_none() {
                println!("not tested: tests/hosts/run has the extension and its hosts");
                continue;
            }
            let Some(directory) = hosts::directory(&example.host) else { continue };
            directories.push(directory);
        }
        example.check(home.path(), &directories);
    }
    examples.len()
}

#[test]
fn the_examples_of_the_readme_print_their_output() {
    let readme = file("README.md");
    let examples = examples(&fs::read_to_string(&readme).unwrap());
    let needs_a_host = |example: &&Example| !example.host.is_empty();
    assert_eq!(examples.iter().filter(needs_a_host).count(), 0, "the README needs a host");
    assert!(check(&readme) >= 8, "the README has {} examples", examples.len());
    assert_eq!(check(&file("crates/cli/README.md")), 1);
}

/// A test for each document, so that they run in parallel.
macro_rules! documents {
    ($($name:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];

        mod examples_print_their_output {
            $(
                #[test]
                fn $name() {
                    super::check(&super::file($path));
                }
            )*
        }
    };
}

documents! {
    summary: "docs/SUMMARY.md",
    backups: "docs/backups.md",
    choose: "docs/choose.md",
    columns: "docs/columns.md",
    commands: "docs/commands.md",
    completion: "docs/completion.md",
    environment: "docs/environment.md",
    estimates: "docs/estimates.md",
    faq: "docs/faq.md",
    first_solutions: "docs/first-solutions.md",
    for_data_scientist: "docs/for/data-scientist.md",
    for_machine_learning: "docs/for/machine-learning.md",
    for_puzzle_maker: "docs/for/puzzle-maker.md",
    for_researcher: "docs/for/researcher.md",
    for_rust_programmer: "docs/for/rust-programmer.md",
    for_solver_author: "docs/for/solver-author.md",
    for_teacher: "docs/for/teacher.md",
    format: "docs/format.md",
    glossary: "docs/glossary.md",
    guide: "docs/guide.md",
    install: "docs/install.md",
    introduction: "docs/introduction.md",
    json: "docs/json.md",
    known: "docs/known.md",
    large_boards: "docs/large-boards.md",
    notation: "docs/notation.md",
    research_completion: "research/completion.md",
    research_first_solutions: "research/first-solutions.md",
    research_performance: "research/performance.md",
    research_sources: "research/sources.md",
    orbit_graph: "docs/orbit-graph.md",
    orbit_walks: "docs/orbit-walks.md",
    performance: "docs/performance.md",
    python: "docs/python.md",
    reliability: "docs/reliability.md",
    results: "docs/results.md",
    scale: "docs/scale.md",
    serve: "docs/serve.md",
    sql_hosts: "docs/sql-hosts.md",
    sql_questions: "docs/sql-questions.md",
    sql: "docs/sql.md",
    tutorial: "docs/tutorial.md",
    versions: "docs/versions.md",
    web: "docs/web.md",
}

#[test]
fn every_document_has_a_test() {
    let mut here: Vec<PathBuf> = DOCUMENTS.iter().map(|path| file(path)).collect();
    here.sort();
    assert_eq!(here, [documents(&file("docs")), documents(&file("research"))].concat());
    let count = |path: &PathBuf| examples(&fs::read_to_string(path).unwrap()).len();
    let examples: usize = here.iter().map(count).sum();
    assert!(examples > 100, "{examples} examples");
}

#[test]
fn an_ellipsis_fits_any_text() {
    assert!(fits("a … b", "a 17 b") && fits("a …", "a 1 b") && fits("a", "a"));
    assert!(!fits("a … b", "a 17 c") && !fits("a", "ab") && !fits("a … b", "a 1 b c"));
}
