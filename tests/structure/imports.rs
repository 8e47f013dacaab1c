//! The imports between the files of a package.
//!
//! A path is resolved to the file that it names, and through re-exports to the file that defines the item. Test code is
//! ignored, and so are parents that declare and re-export their children without using them.

use super::tokens::tokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter;
use std::path::Path;

/// The root of the repository.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// A file of a package.
pub(super) struct Source {
    /// Its path relative to the source folder.
    pub(super) path: String,
    pub(super) text: String,
}

/// The files below a folder of the repository.
pub(super) fn sources(folder: &str) -> Vec<Source> {
    let root = root().join(folder);
    let (mut sources, mut todo) = (Vec::new(), vec![root.clone()]);
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let path = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            sources.push(Source { path, text });
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// A path in one file that leads to another.
pub(super) struct Import {
    pub(super) from: String,
    /// The path as written, without braces.
    pub(super) path: String,
    /// The file that the path names.
    pub(super) named: String,
    /// The file that defines the item, if `named` only re-exports it.
    pub(super) defined: String,
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {} -> {} by {}", self.from, self.defined, self.path)
    }
}

pub(super) struct Graph(Vec<Import>);

/// The path of a module: `crate`, then names.
type ModulePath = Vec<String>;

/// The parsed content of a file.
struct Parsed {
    path: String,
    module: ModulePath,
    /// Modules declared in separate files.
    children: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths outside `use` that begin with `crate`, `super`, `self` or a child.
    paths: Vec<(ModulePath, Vec<String>)>,
    /// Identifiers outside `use`.
    words: BTreeSet<String>,
}

/// A leaf of a `use` tree.
struct Use {
    /// The module that contains it: that of the file, or an inline one.
    within: ModulePath,
    path: Vec<String>,
    name: String,
    is_public: bool,
}

impl Graph {
    /// The imports of the package with sources in this folder of the repository.
    pub(super) fn of(folder: &str) -> Self {
        let mut files: Vec<Parsed> = Vec::new();
        let mut tests: BTreeSet<ModulePath> = BTreeSet::new();
        for source in sources(folder) {
            let module = module(&source.path);
            let (tokens, test_modules) = without_tests(tokens(&source.text));
            tests.extend(test_modules.into_iter().map(|name| joined(&module, &[name])));
            files.push(parse(source.path, module, &tokens));
        }
        files.retain(|file| !tests.iter().any(|test| file.module.starts_with(test)));
        let modules: BTreeMap<&[String], &Parsed> =
            files.iter().map(|file| (&file.module[..], file)).collect();
        Graph(files.iter().flat_map(|file| imports(file, &modules)).collect())
    }

    pub(super) fn imports(&self) -> impl Iterator<Item = &Import> {
        self.0.iter()
    }
}

fn joined(module: &[String], names: &[String]) -> ModulePath {
    [module, names].concat()
}

/// The module of a file.
fn module(path: &str) -> ModulePath {
    let names = path.trim_end_matches(".rs").split('/');
    let names = names.filter(|name| !["mod", "lib", "main"].contains(name));
    iter::once("crate").chain(names).map(str::to_owned).collect()
}

/// The tokens without items under `#[cfg(test)]`, and the names of test modules in separate files.
fn without_tests(tokens: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut kept, mut modules, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        let attribute = tokens[at..].iter().position(|token| token == "]").unwrap_or(0);
        let words = &tokens[at..at + attribute];
        let is = |word: &str| words.iter().any(|token| token == word);
        if !(words.len() > 3 && words[..3] == ["#", "[", "cfg"] && is("test") && !is("not")) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += attribute + 1;
        let mut depth = 0;
        let item = at;
        while at < tokens.len() {
            depth += i32::from(matches!(&*tokens[at], "{" | "(" | "["))
                - i32::from(matches!(&*tokens[at], "}" | ")" | "]"));
            at += 1;
            if depth == 0 && matches!(&*tokens[at - 1], ";" | "}") {
                break;
            }
        }
        if let [.., word, name, end] = &tokens[item..at]
            && (&**word, &**end) == ("mod", ";")
        {
            modules.push(name.clone());
        }
    }
    (kept, modules)
}

/// The names of modules in separate files.
fn declared(tokens: &[String]) -> BTreeSet<String> {
    let modules = tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";");
    modules.map(|three| three[1].clone()).collect()
}

fn parse(path: String, module: ModulePath, tokens: &[String]) -> Parsed {
    let children = declared(tokens);
    let mut file =
        Parsed { path, module, children, uses: vec![], paths: vec![], words: BTreeSet::new() };
    // The inline modules around a token, each with the depth of its braces.
    let (mut inline, mut depth, mut at): (Vec<(String, i32)>, i32, usize) = (vec![], 0, 0);
    while at < tokens.len() {
        let within = || {
            joined(&file.module, &inline.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
        };
        let before = |back: usize| at.checked_sub(back).map_or("", |place| &*tokens[place]);
        let begins = ["crate", "super", "self"].contains(&&*tokens[at])
            || file.children.contains(&tokens[at]);
        match &*tokens[at] {
            "use" => {
                let end =
                    at + tokens[at..].iter().position(|token| token == ";").expect("a use ends");
                let is_public = matches!(before(1), "pub" | ")");
                let within = within();
                for (path, name) in leaves(&tokens[at + 1..end]) {
                    file.uses.push(Use { within: within.clone(), path, name, is_public });
                }
                at = end;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.retain(|(_, outside)| *outside < depth);
            }
            "mod" if tokens.get(at + 2).is_some_and(|token| token == "{") => {
                inline.push((tokens[at + 1].clone(), depth));
                at += 1;
            }
            "mod" => at += 1,
            _ if begins
                && !["::", ".", "in", "$"].contains(&before(1))
                && next(tokens, at) == "::" =>
            {
                let mut path = vec![tokens[at].clone()];
                while next(tokens, at) == "::"
                    && tokens
                        .get(at + 2)
                        .is_some_and(|t| t.starts_with(|c: char| c.is_alphabetic() || c == '_'))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                file.paths.push((within(), path));
            }
            word => drop(file.words.insert(word.to_owned())),
        }
        at += 1;
    }
    file
}

fn next(tokens: &[String], at: usize) -> &str {
    tokens.get(at + 1).map_or("", |token| token)
}

/// The paths of a `use` tree, each with the name that it brings into scope.
fn leaves(tokens: &[String]) -> Vec<(Vec<String>, String)> {
    let open = tokens.iter().position(|token| token == "{");
    let names = |tokens: &[String]| -> Vec<String> {
        tokens.iter().filter(|token| *token != "::").cloned().collect()
    };
    let Some(open) = open else {
        let alias = tokens.iter().position(|token| token == "as");
        let mut path = names(&tokens[..alias.unwrap_or(tokens.len())]);
        path.pop_if(|last| last == "self" && tokens.len() > 1);
        let name = alias.map_or(path.last(), |at| tokens.get(at + 1)).cloned();
        return name.map(|name| (path, name)).into_iter().collect();
    };
    let prefix = names(&tokens[..open]);
    let (mut depth, mut branches) = (0, vec![Vec::new()]);
    for token in &tokens[open + 1..tokens.len() - 1] {
        depth += i32::from(token == "{") - i32::from(token == "}");
        match branches.last_mut() {
            Some(branch) if depth > 0 || token != "," => branch.push(token.clone()),
            _ => branches.push(Vec::new()),
        }
    }
    let leaf = |(path, name): (Vec<String>, String)| match &*path {
        // `a::{self}` is `a`.
        [own] if own == "self" => (prefix.clone(), prefix[prefix.len() - 1].clone()),
        _ => (joined(&prefix, &path), name),
    };
    branches
        .iter()
        .filter(|branch| !branch.is_empty())
        .flat_map(|branch| leaves(branch))
        .map(leaf)
        .collect()
}

type Modules<'p> = BTreeMap<&'p [String], &'p Parsed>;

/// The absolute form of a path, unless it leads out of the package.
fn absolute(file: &Parsed, within: &[String], path: &[String]) -> Option<ModulePath> {
    let mut base = within.to_vec();
    let mut names = path;
    match &*path[0] {
        "crate" => {
            base.truncate(1);
            names = &path[1..];
        }
        first if ["self", "super"].contains(&first) => {}
        first if file.children.contains(first) => {}
        _ => return None,
    }
    while let Some(first) = names.first().filter(|name| ["self", "super"].contains(&&***name)) {
        if first == "super" {
            base.pop();
        }
        names = &names[1..];
    }
    Some(joined(&base, names))
}

/// The file that contains an absolute path, and the name of the item there.
fn file_of<'p>(modules: &Modules<'p>, place: &[String]) -> Option<(&'p Parsed, Option<String>)> {
    let length = (1..=place.len()).rev().find(|&length| modules.contains_key(&place[..length]))?;
    Some((modules[&place[..length]], place.get(length).cloned()))
}

/// The file that defines the item of an absolute path, through re-exports.
fn defining<'p>(modules: &Modules<'p>, place: &[String], steps: usize) -> Option<&'p Parsed> {
    let (file, item) = file_of(modules, place)?;
    let Some(item) = item.filter(|_| steps > 0) else { return Some(file) };
    let import =
        file.uses.iter().find(|import| import.name == item && import.within == file.module);
    let further = import.and_then(|import| absolute(file, &import.within, &import.path));
    further.and_then(|place| defining(modules, &place, steps - 1)).or(Some(file))
}

fn imports(file: &Parsed, modules: &Modules<'_>) -> Vec<Import> {
    let leads = |within: &[String], path: &[String]| {
        let place = absolute(file, within, path)?;
        let (named, _) = file_of(modules, &place)?;
        let defined = defining(modules, &place, 8)?;
        Some(Import {
            from: file.path.clone(),
            path: path.join("::"),
            named: named.path.clone(),
            defined: defined.path.clone(),
        })
    };
    let counts = |import: &&Use| {
        !import.is_public || file.words.contains(&import.name) || {
            let place = absolute(file, &import.within, &import.path);
            !place.is_some_and(|place| place.starts_with(&file.module))
        }
    };
    let uses =
        file.uses.iter().filter(counts).filter_map(|import| leads(&import.within, &import.path));
    let paths = file.paths.iter().filter_map(|(within, path)| leads(within, path));
    uses.chain(paths)
        .filter(|import| import.named != file.path || import.defined != file.path)
        .collect()
}
