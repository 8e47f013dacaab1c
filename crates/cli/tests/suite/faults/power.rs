//! The states in which a power loss can leave the files.
//!
//! The bytes of a file are safe once the file is synced, its name once the directory is. Of the changes since then, any
//! subset may have reached the disk. A write reaches the disk sector by sector.

use super::run::Files;
use super::scenario::Prepared;
use super::shim::{Call, Log};
use nqdb::random::Dice;
use std::collections::BTreeMap;
use std::fmt;

/// The size of a sector, which a disk writes atomically, in bytes.
const SECTOR: usize = 512;

/// Up to this many pending changes, all subsets are tried, beyond it a sample.
const EXHAUSTIVE: usize = 4;

/// The size of the sample: nothing, everything, and random subsets.
const SAMPLE: u64 = 12;

/// A power loss before a call, and which of the pending changes reach the disk.
#[derive(Debug, Clone)]
pub(super) struct Loss {
    before: usize,
    /// The number of the subset.
    subset: u64,
    seed: u64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "power loss before call {}, subset {}", self.before + 1, self.subset)
    }
}

/// All losses before calls that order writes to the disk, and after the last call.
pub(super) fn losses(log: &Log, seed: u64) -> Vec<Loss> {
    let orders =
        |before: &usize| log.calls.get(*before).is_none_or(|call| "sunt".contains(call.operation));
    let mut losses = Vec::new();
    for before in (0..=log.calls.len()).filter(orders) {
        let pending = Disk::after(&Files::new(), &log.calls[..before]).pending();
        let subsets = if pending <= EXHAUSTIVE { 1 << pending } else { SAMPLE };
        losses.extend((0..subsets).map(|subset| Loss { before, subset, seed }));
    }
    losses
}

impl Loss {
    /// The files after the power loss.
    pub(super) fn files(&self, prepared: &Prepared) -> Files {
        let disk = Disk::after(&prepared.files, &prepared.log.calls[..self.before]);
        let mut dice = Dice::of_draw(self.seed, self.before as u64 * SAMPLE + self.subset);
        let is_few = disk.pending() <= EXHAUSTIVE;
        disk.files(&mut |number| match (is_few, self.subset) {
            (true, subset) => subset >> number & 1 == 1,
            (false, 0) => false,
            (false, 1) => true,
            (false, _) => dice.below(2) == 1,
        })
    }
}

/// The number that identifies a file under any name.
type Number = usize;

/// The synced state of the disk, and the pending changes.
struct Disk {
    names: BTreeMap<String, Number>,
    bytes: Vec<Vec<u8>>,
    /// The names as the program sees them.
    seen: BTreeMap<String, Number>,
    pending: Vec<Change>,
}

/// A change that is not synced.
#[derive(Debug, Clone)]
enum Change {
    Name(String, Number),
    NoName(String),
    Sector { file: Number, offset: usize, data: Vec<u8> },
    Length { file: Number, length: usize },
}

impl Disk {
    /// The disk after these calls of a program, starting from these files.
    fn after(files: &Files, calls: &[Call]) -> Self {
        let names: BTreeMap<String, Number> = files.keys().cloned().zip(0..).collect();
        let bytes = files.values().cloned().collect();
        let mut disk = Disk { seen: names.clone(), names, bytes, pending: Vec::new() };
        let done = calls.iter().filter(|call| call.result >= 0);
        done.for_each(|call| disk.change(call));
        disk
    }

    /// The number of changes that are not synced.
    fn pending(&self) -> usize {
        self.pending.len()
    }

    fn change(&mut self, call: &Call) {
        let parts: Vec<_> =
            call.path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        let [name, parent] = &parts[..] else { return };
        if call.operation == 's' && name == "files" {
            self.sync(|change| matches!(change, Change::Name(..) | Change::NoName(_)));
        }
        // Temporary files do not matter to the next run.
        if parent != "files" {
            return;
        }
        let name = name.clone().into_owned();
        match call.operation {
            'o' => self.open(name, call),
            'u' => {
                self.seen.remove(&name);
                self.pending.push(Change::NoName(name));
            }
            'w' => self.write(&name, call),
            't' => {
                let file = self.number(&name);
                self.pending.push(Change::Length { file, length: call.offset as usize });
            }
            's' => {
                let synced = self.number(&name);
                self.sync(|change| match change {
                    Change::Sector { file, .. } | Change::Length { file, .. } => *file == synced,
                    _ => false,
                });
            }
            'n' => panic!("a rename is not expected: {call:?}"),
            _ => {}
        }
    }

    /// The number of a file; a file that is not known yet gets one.
    fn number(&mut self, name: &str) -> Number {
        if let Some(&number) = self.seen.get(name) {
            return number;
        }
        self.bytes.push(Vec::new());
        let number = self.bytes.len() - 1;
        self.seen.insert(name.to_owned(), number);
        number
    }

    fn open(&mut self, name: String, call: &Call) {
        if call.created {
            self.seen.remove(&name);
            let number = self.number(&name);
            self.pending.push(Change::Name(name, number));
        } else if call.offset != 0 {
            let file = self.number(&name);
            self.pending.push(Change::Length { file, length: 0 });
        }
    }

    fn write(&mut self, name: &str, call: &Call) {
        let file = self.number(name);
        let (mut offset, mut rest) = (call.offset as usize, &call.data[..]);
        while !rest.is_empty() {
            let length = (SECTOR - offset % SECTOR).min(rest.len());
            let (data, left) = rest.split_at(length);
            self.pending.push(Change::Sector { file, offset, data: data.to_vec() });
            (offset, rest) = (offset + length, left);
        }
    }

    /// Applies synced changes, in order.
    fn sync(&mut self, is_synced: impl Fn(&Change) -> bool) {
        let (synced, pending) = std::mem::take(&mut self.pending).into_iter().partition(is_synced);
        self.pending = pending;
        let synced: Vec<Change> = synced;
        synced.into_iter().for_each(|change| self.apply(change));
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Name(name, file) => {
                self.names.insert(name, file);
            }
            Change::NoName(name) => {
                self.names.remove(&name);
            }
            Change::Sector { file, offset, data } => {
                let bytes = &mut self.bytes[file];
                let end = offset + data.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[offset..end].copy_from_slice(&data);
            }
            Change::Length { file, length } => self.bytes[file].resize(length, 0),
        }
    }

    /// The files, if the changes whose index satisfies `is_done` reach the disk.
    fn files(mut self, is_done: &mut dyn FnMut(usize) -> bool) -> Files {
        for (number, change) in std::mem::take(&mut self.pending).into_iter().enumerate() {
            if is_done(number) {
                self.apply(change);
            }
        }
        let files = self.names.into_iter().map(|(name, number)| (name, self.bytes[number].clone()));
        files.collect()
    }
}

mod tests {
    use super::*;
    use std::slice::from_ref;

    fn call(operation: char, name: &str, offset: i64, data: &[u8]) -> Call {
        let path = format!("/somewhere/files/{name}").trim_end_matches('/').into();
        let created = operation == 'o';
        Call { operation, path, offset, result: 0, created, data: data.to_vec() }
    }

    fn files(files: &[(&str, &[u8])]) -> Files {
        files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
    }

    /// All states after these calls of a program that started with a file `db` of two sectors of the letter a.
    fn states(calls: &[Call]) -> Vec<Files> {
        let found = files(&[("db", &[b'a'; 1024])]);
        let pending = Disk::after(&found, calls).pending();
        let state =
            |subset: u32| Disk::after(&found, calls).files(&mut |number| subset >> number & 1 == 1);
        (0..1 << pending).map(state).collect()
    }

    #[test]
    fn synced_writes_are_safe() {
        let write = call('w', "db", 0, &[b'b'; 1024]);
        let whole = files(&[("db", &[b'b'; 1024])]);
        assert_eq!(states(&[write.clone(), call('s', "db", 0, b"")]), from_ref(&whole));
        // The sync of another file does not help.
        let states = states(&[write, call('s', "other", 0, b"")]);
        let halves = |first, second| files(&[("db", &[[first; 512], [second; 512]].concat())]);
        let torn = [halves(b'a', b'a'), halves(b'b', b'a'), halves(b'a', b'b'), whole];
        assert_eq!(states, torn);
    }

    #[test]
    fn a_name_is_safe_once_its_directory_is_synced() {
        let journal = [
            call('o', "journal", 0, b""),
            call('w', "journal", 0, b"old pages"),
            call('s', "journal", 0, b""),
        ];
        let (none, made) = (
            files(&[("db", &[b'a'; 1024])]),
            files(&[("db", &[b'a'; 1024]), ("journal", b"old pages")]),
        );
        assert_eq!(states(&journal), [none.clone(), made.clone()]);
        let safe = [&journal[..], &[call('s', "", 0, b"")]].concat();
        assert_eq!(states(&safe), from_ref(&made));
        // Until the next sync a removed name may reappear.
        let removed = [&safe[..], &[call('u', "journal", 0, b"")]].concat();
        assert_eq!(states(&removed), [made, none]);
    }
}
