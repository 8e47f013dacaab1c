// URLs below the path of the explorer: `/8/57`, or `/nqdb/8/57` on a site that has other pages too.

/** The path of the explorer, without a trailing slash. This script is in `assets/HASH` below it. */
export const base = new URL('../..', import.meta.url).pathname.slice(0, -1);

/** The path below the base; empty if it is not below it. */
export const below = (path) => (path.startsWith(`${base}/`) ? path.slice(base.length) : '');
