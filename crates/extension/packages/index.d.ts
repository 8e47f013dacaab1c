/** The path of the extension for this system. Throws if the package has none for it. */
export function getLoadablePath(): string;

/** Loads the extension into a database of better-sqlite3, node:sqlite, or any module with `loadExtension`. */
export function load(db: { loadExtension(path: string): unknown }): void;
