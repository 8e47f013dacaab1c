//! The text files of the repository.

use std::fs;
use std::path::Path;

/// A text file: its path relative to the root of the repository, with `/`, and its content.
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
}

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Folders with generated files.
const GENERATED: &[&str] = &["target", "node_modules", "__pycache__", "corpus", "artifacts"];

/// The endings of hand-written files. Files without a dot are scripts.
const WRITTEN: &[&str] =
    &["md", "rs", "py", "pyi", "mjs", "js", "css", "svg", "sql", "sh", "toml", "yml", "csv"];

/// All hand-written files.
pub(super) fn written() -> Vec<File> {
    let (mut files, mut folders) = (Vec::new(), vec![root().to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_hidden = name.starts_with('.') && ![".ci", ".github"].contains(&name);
            let is_written = match name.rsplit_once('.') {
                Some((_, end)) => WRITTEN.contains(&end),
                None => true,
            };
            if is_hidden || GENERATED.contains(&name) {
            } else if path.is_dir() {
                folders.push(path);
            } else if let (true, Ok(text)) = (is_written, fs::read_to_string(&path)) {
                files.push(File { path: relative(&path), text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/")
}
