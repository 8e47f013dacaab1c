//! The program run by a user without write access to its database.

use crate::support::program::{Answer, Home, answer, words};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;

/// The program run by a user who is subject to permission bits, even if the tests run as root. The home is read-only
/// until the value is dropped.
pub(crate) struct Sealed<'h> {
    home: &'h Home,
    program: PathBuf,
    is_root: bool,
}

impl<'h> Sealed<'h> {
    pub(crate) fn new(home: &'h Home) -> Self {
        let program = home.path().join("program");
        fs::copy(env!("CARGO_BIN_EXE_nqdb"), &program).unwrap();
        let is_root = fs::metadata(&program).unwrap().uid() == 0;
        let sealed = Sealed { home, program, is_root };
        sealed.set_modes(0o555, 0o444);
        sealed
    }

    pub(crate) fn set_modes(&self, directory: u32, file: u32) {
        let home = self.home.path();
        for path in [home, &home.join("data"), &home.join("data/nqdb")] {
            fs::set_permissions(path, Permissions::from_mode(directory)).unwrap();
        }
        fs::set_permissions(self.home.database(), Permissions::from_mode(file)).unwrap();
        fs::set_permissions(&self.program, Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn run(&self, line: &str) -> Answer {
        let mut command = self.home.command_of(&self.program);
        command.args(words(line));
        if self.is_root {
            command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
        }
        answer(command, b"")
    }
}

impl Drop for Sealed<'_> {
    fn drop(&mut self) {
        self.set_modes(0o755, 0o644);
        fs::remove_file(&self.program).unwrap();
    }
}

/// A user and group that own nothing.
const UNPRIVILEGED: u32 = 65534;
