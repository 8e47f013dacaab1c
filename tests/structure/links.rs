//! Links between the documents lead to existing files and headings, and every page can be reached.

use super::files::{File, root, written};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A link or a picture of a page.
struct Link {
    line: usize,
    target: String,
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages = pages();
    let mut broken = Vec::new();
    for (path, text) in &pages {
        for Link { line, target } in links(text) {
            let (file, heading) = resolved(path, &target);
            let exists = match heading {
                Some(heading) => {
                    pages.get(&file).is_some_and(|page| anchors(page).contains(&heading))
                }
                None => root().join(&file).exists(),
            };
            if !exists {
                broken.push(format!("{path}:{line}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let pages = pages();
    let summary = links(&pages["docs/SUMMARY.md"]).into_iter();
    let mut listed: Vec<String> =
        summary.map(|link| resolved("docs/SUMMARY.md", &link.target).0).collect();
    listed.push("docs/SUMMARY.md".to_owned());
    listed.sort();
    let inside: Vec<_> = pages.keys().filter(|path| path.starts_with("docs/")).cloned().collect();
    assert_eq!(listed, inside);
}

#[test]
fn every_page_is_reached_from_the_readme() {
    let pages = pages();
    let (mut reached, mut todo) = (BTreeSet::new(), vec!["README.md".to_owned()]);
    while let Some(path) = todo.pop() {
        if let Some(text) = pages.get(&path)
            && reached.insert(path.clone())
        {
            todo.extend(links(text).iter().map(|link| resolved(&path, &link.target).0));
        }
    }
    let alone: Vec<_> = pages.keys().filter(|path| !reached.contains(*path)).collect();
    // Package registries and code hosts show these without a link.
    let alone = alone.into_iter().filter(|path| {
        !path.starts_with(".github/") && !path.ends_with("/README.md") && *path != "docs/SUMMARY.md"
    });
    assert_eq!(alone.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// The Markdown files by their paths.
fn pages() -> BTreeMap<String, String> {
    let pages = written().into_iter().filter(|file| file.path.ends_with(".md"));
    pages.map(|File { path, text }| (path, text)).collect()
}

/// The lines outside code blocks, with their numbers, 1-based, and without code spans.
fn prose(text: &str) -> Vec<(usize, String)> {
    let (mut prose, mut in_code) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let outside = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
            prose.push((index + 1, outside));
        }
    }
    prose
}

/// The links to files and headings of the repository.
fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, text) in prose(text) {
        for part in text.split("](").skip(1) {
            let target = part.split([')', ' ']).next().unwrap().to_owned();
            if !target.contains("://") && !target.starts_with("mailto:") {
                links.push(Link { line, target });
            }
        }
    }
    links
}

/// The file of a link, relative to the root, and its heading.
fn resolved(page: &str, target: &str) -> (String, Option<String>) {
    let (path, heading) = match target.split_once('#') {
        Some((path, heading)) => (path, Some(heading.to_owned())),
        None => (target, None),
    };
    if path.is_empty() {
        return (page.to_owned(), heading);
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." => {}
            part => parts.push(part),
        }
    }
    (parts.join("/"), heading)
}

/// The anchors of the headings of a page, as derived by code hosts and mdBook.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|&c| c.is_alphanumeric() || "_- ".contains(c));
        let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let names = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(names).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

#[test]
fn headings_have_the_names_of_code_hosts() {
    let text = "# A `b`: c_d\n```\n# no\n```\n## N = 8, done\n## A `b`: c_d\n";
    let expected = ["a-b-c_d", "a-b-c_d-1", "n--8-done"].map(str::to_owned);
    assert_eq!(anchors(text), BTreeSet::from(expected));
    let page = Path::new("docs/for/teacher.md").to_str().unwrap();
    assert_eq!(resolved(page, "../sql.md#a"), ("docs/sql.md".to_owned(), Some("a".to_owned())));
}
