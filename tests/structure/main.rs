//! The structure of the source: every file begins with its purpose, there are no import cycles, in the library imports
//! point only down, towards `combinatorics`, and packages contain their licences.
//!
//! To draw the modules and their imports with Graphviz or Mermaid:
//!
//! ```text
//! NQDB_GRAPH=dot cargo test --test structure -- --nocapture
//! NQDB_GRAPH=mermaid cargo test --test structure -- --nocapture
//! ```

mod imports;
mod interface;
mod tokens;

use imports::{Graph, Import, Source, root, sources};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

/// The layers, lowest first. A module imports from the layers below its own; modules of one layer do not import each
/// other.
const LAYERS: &[&[&str]] = &[
    &["memory"],
    &["combinatorics", "files", "units"],
    &["dice", "watch"],
    &["workers", "shuffle"],
    &["search"],
    &["store/block", "sampling"],
    &["store"],
    &["error"],
    &["database", "version"],
    &["picture", "answers"],
    &["internal"],
    &["lib"],
];

/// The source folders of all packages: `src` next to each manifest, and the helpers of the tests.
fn packages() -> Vec<String> {
    let (mut packages, mut folders) = (vec!["tests/support".to_owned()], vec![String::new()]);
    while let Some(folder) = folders.pop() {
        let source = format!("{folder}src");
        if root().join(&folder).join("Cargo.toml").is_file() && root().join(&source).is_dir() {
            packages.push(source);
        }
        for entry in fs::read_dir(root().join(&folder)).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            let is_written =
                !name.starts_with('.') && !["target", "node_modules"].contains(&&*name);
            if is_written && entry.file_type().unwrap().is_dir() {
                folders.push(format!("{folder}{name}/"));
            }
        }
    }
    packages
}

/// Where packages name rusqlite: in the library the store, the errors that wrap SQLite's, and the crate root, which
/// re-exports it; elsewhere the SQL functions, and those who open connections for them.
const NAMES_RUSQLITE: &[&str] = &[
    "src/store/",
    "src/error.rs",
    "src/lib.rs",
    "crates/sql/src/",
    "crates/extension/src/",
    "crates/cli/src/commands/sql/",
    "crates/cli/src/output/table.rs",
    "crates/python/src/sql.rs",
    "crates/fuzz/src/",
];

/// Where unsafe code is: SIMD instructions, SQLite's file handles and virtual tables, the functions that hosts call, and
/// the allocators of the program and the extension.
const UNSAFE: &[&str] = &[
    "src/search/kernel/simd/",
    "src/store/block/tree/bmi2.rs",
    "src/store/handle.rs",
    "crates/sql/src/table.rs",
    "crates/extension/src/",
    "crates/web/src/lib.rs",
    "crates/cli/src/memory.rs",
];

#[test]
fn every_file_begins_with_its_purpose() {
    for package in packages() {
        let silent = sources(&package).into_iter().filter(|source| !source.text.starts_with("//!"));
        let names: Vec<_> = silent.map(|source| source.path).collect();
        assert!(names.is_empty(), "files of {package} do not begin with `//!`: {names:#?}");
    }
}

/// Where scoped threads are started.
const THREADS: &[&str] = &["src/workers.rs"];

/// Where mutex poisoning is ignored.
const POISON: &[&str] = &["src/workers.rs"];

#[test]
fn sqlite_unsafe_code_and_threads_stay_in_their_places() {
    let places = [
        ("rusqlite", NAMES_RUSQLITE),
        ("unsafe", UNSAFE),
        ("spawn_scoped", THREADS),
        ("available_parallelism", THREADS),
        ("PoisonError", POISON),
    ];
    let files: Vec<(String, Vec<String>)> = packages()
        .iter()
        .flat_map(|package| sources(package).into_iter().map(move |file| (package, file)))
        .map(|(package, file)| (format!("{package}/{}", file.path), tokens::tokens(&file.text)))
        .collect();
    for (word, places) in places {
        let names = files.iter().filter(|(_, tokens)| tokens.iter().any(|token| token == word));
        let names: Vec<&String> = names.map(|(path, _)| path).collect();
        let unused =
            places.iter().filter(|place| !names.iter().any(|name| name.starts_with(**place)));
        assert_eq!(unused.count(), 0, "`{word}` is not in all of {places:?}: {names:#?}");
        let outside =
            names.iter().filter(|name| !places.iter().any(|place| name.starts_with(place)));
        let outside: Vec<_> = outside.collect();
        assert!(outside.is_empty(), "`{word}` outside of {places:?}: {outside:#?}");
    }
}

/// Checks that each of these places exists.
fn check_names(places: &[&str], files: &[Source]) {
    for place in places {
        let is_there = |file: &Source| {
            let rest = file.path.strip_prefix(place.trim_end_matches(".rs").trim_end_matches('/'));
            rest.is_some_and(|rest| rest.starts_with(['/', '.']))
        };
        assert!(files.iter().any(is_there), "there is no {place}");
    }
}

#[test]
fn imports_point_down() {
    LAYERS.iter().for_each(|layer| check_names(layer, &sources("src")));
    let graph = Graph::of("src");
    let upward: Vec<String> = graph
        .imports()
        .filter(|import| {
            let [from, to] = [&import.from, &import.defined].map(|file| layer(file));
            import.from != "lib.rs" && (from.0 < to.0 || (from.0 == to.0 && from.1 != to.1))
        })
        .map(Import::to_string)
        .collect();
    assert!(
        upward.is_empty(),
        "{} imports do not point down:\n{}",
        upward.len(),
        upward.join("\n")
    );
}

/// The layer of a file, and the name of its module in that layer.
fn layer(file: &str) -> (usize, &'static str) {
    let module = file.trim_end_matches(".rs");
    let names =
        LAYERS.iter().enumerate().flat_map(|(layer, names)| names.iter().map(move |n| (layer, *n)));
    let within = |name: &str| {
        module.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let found = names.filter(|(_, name)| within(name)).max_by_key(|(_, name)| name.len());
    found.unwrap_or_else(|| panic!("{file} is in none of the LAYERS"))
}

#[test]
fn files_do_not_import_in_cycles() {
    packages().iter().for_each(|package| check_cycles(package));
}

fn check_cycles(package: &str) {
    let graph = Graph::of(package);
    let mut edges: BTreeMap<&str, BTreeMap<&str, &Import>> = BTreeMap::new();
    for import in graph.imports() {
        for to in [&import.defined, &import.named] {
            edges.entry(&import.from).or_default().entry(to).or_insert(import);
        }
    }
    let mut cycles = Vec::new();
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for &start in edges.keys() {
        let Some(cycle) = cycle(&edges, start).filter(|_| !reported.contains(start)) else {
            continue;
        };
        reported.extend(&cycle);
        let steps = cycle.iter().zip(cycle.iter().cycle().skip(1));
        let steps = steps.map(|(from, to)| format!("  {from} -> {to} by {}", edges[from][to].path));
        cycles.push(steps.collect::<Vec<_>>().join("\n"));
    }
    assert!(cycles.is_empty(), "import cycles in {package}:\n{}", cycles.join("\n\n"));
}

/// The shortest cycle through a file.
fn cycle<'g>(
    edges: &BTreeMap<&'g str, BTreeMap<&'g str, &'g Import>>,
    start: &'g str,
) -> Option<Vec<&'g str>> {
    let mut before: BTreeMap<&str, &'g str> = BTreeMap::new();
    let mut todo = VecDeque::from([start]);
    while let Some(file) = todo.pop_front() {
        for &to in edges.get(file).into_iter().flat_map(BTreeMap::keys) {
            if to == start && file != start {
                let mut path = vec![file];
                while path[path.len() - 1] != start {
                    path.push(before[path[path.len() - 1]]);
                }
                path.reverse();
                return Some(path);
            }
            if to != file && !before.contains_key(to) {
                before.insert(to, file);
                todo.push_back(to);
            }
        }
    }
    None
}

/// Every package that can be published has a readme and the texts of its licences.
#[cfg_attr(windows, ignore = "Cargo does not run in wine")]
#[test]
fn packages_have_licences_and_a_readme() {
    let manifests = packages().into_iter().map(|folder| root().join(folder).join("../Cargo.toml"));
    let mut published = 0;
    for manifest in manifests.filter(|manifest| manifest.exists()) {
        if fs::read_to_string(&manifest).unwrap().contains("publish = false") {
            continue;
        }
        let arguments = ["package", "--list", "--allow-dirty", "--offline", "--manifest-path"];
        let listed = match Command::new(env!("CARGO")).args(arguments).arg(&manifest).output() {
            // A user who may run the tests, but not the Cargo that built them.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return,
            listed => listed.unwrap(),
        };
        let files = String::from_utf8_lossy(&listed.stdout);
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            let has = files.lines().any(|line| line == file);
            assert!(has, "{} lacks {file}: {listed:?}", manifest.display());
        }
        published += 1;
    }
    assert_eq!(published, 7);
}

/// All files that name the version name the same one.
#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("Cargo.toml", format!("\nversion = \"{version}\"\n")),
        ("crates/extension/Cargo.toml", format!("\nversion = \"{version}\"\n")),
        ("crates/python/datasette-nqdb/pyproject.toml", format!("\nversion = \"{version}\"\n")),
        ("crates/python/sqlite-utils-nqdb/pyproject.toml", format!("\nversion = \"{version}\"\n")),
    ] {
        assert!(fs::read_to_string(root().join(file)).unwrap().contains(&line), "{file}: {line}");
    }
}

/// ARCHITECTURE.md has every package.
#[test]
fn the_architecture_has_every_package() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for folder in packages() {
        let folder = folder.strip_suffix("src").unwrap_or("tests/");
        let named = if folder.is_empty() { "src/" } else { folder };
        assert!(text.contains(&format!("`{named}`")), "{named}");
    }
}

/// Draws the modules of the library and their imports, without the arrows implied by longer paths.
#[test]
fn the_modules_can_be_drawn() {
    let graph = Graph::of("src");
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for import in graph.imports().filter(|import| import.from != "lib.rs") {
        let [from, to] = [&import.from, &import.defined].map(|file| layer(file).1.to_owned());
        arrows.entry(to.clone()).or_default();
        if from != to {
            arrows.entry(from).or_default().insert(to);
        }
    }
    assert!(arrows.contains_key("memory") && arrows["memory"].is_empty(), "{arrows:?}");
    let mut drawing = String::new();
    for (from, to) in arrows.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to))) {
        assert!(!reaches(&arrows, to, from), "arrows lead from {from} to {to} and back");
        if !arrows[from].iter().any(|middle| middle != to && reaches(&arrows, middle, to)) {
            writeln!(drawing, "{from} {to}").unwrap();
        }
    }
    let arrows = || drawing.lines().map(|line| line.split_once(' ').unwrap());
    match std::env::var("NQDB_GRAPH").as_deref() {
        Ok("dot") => {
            println!("digraph nqdb {{");
            arrows().for_each(|(from, to)| println!("  \"{from}\" -> \"{to}\";"));
            println!("}}");
        }
        Ok("mermaid") => {
            println!("flowchart TD");
            arrows().for_each(|(from, to)| println!("  {from} --> {to}"));
        }
        Ok(other) => panic!("NQDB_GRAPH is dot or mermaid, got {other:?}"),
        Err(_) => {}
    }
}

fn reaches(arrows: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
    while let Some(module) = todo.pop() {
        if module == to {
            return true;
        }
        todo.extend(arrows[module].iter().map(String::as_str).filter(|next| seen.insert(next)));
    }
    false
}
