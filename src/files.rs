//! Files behind paths.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The path of the file that symbolic links lead to, whether it exists or not.
pub fn real_path(path: &Path) -> PathBuf {
    let mut path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // The system follows as many.
    for _ in 0..40 {
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// What distinguishes a file from all others on Unix; the same for all elsewhere.
pub fn file_id(file: &Metadata) -> (u64, u64) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (file.dev(), file.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        (0, 0)
    }
}
