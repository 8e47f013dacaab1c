// The SQLite extension of nqdb, the N-queens solution database: its path, and a function that loads it.
"use strict";
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const SUFFIXES = { darwin: "dylib", win32: "dll" };

/** The path of the extension for this system. Throws if the package has none for it. */
function getLoadablePath() {
  const system = `${process.platform}-${process.arch}`;
  const path = join(__dirname, system, `nqdb.${SUFFIXES[process.platform] ?? "so"}`);
  if (!existsSync(path)) throw new Error(`sqlite-nqdb has no extension for ${system}`);
  return path;
}

/** Loads the extension into a database of better-sqlite3, node:sqlite, or any module with `loadExtension`. */
function load(db) {
  db.loadExtension(getLoadablePath());
}

module.exports = { getLoadablePath, load };
