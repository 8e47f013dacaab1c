// Addresses below the path where the explorer is: `/8/57`, or `/nqdb/8/57` on a site that has other pages too.

/** The path before every address, without a slash at its end. This script is in `assets/HASH` below it. */
export const base = new URL('../..', import.meta.url).pathname.slice(0, -1);

/** The path below the base; empty where it is elsewhere. */
export const below = (path) => (path.startsWith(`${base}/`) ? path.slice(base.length) : '');
