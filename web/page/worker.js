// Searches for a page: answers each request that it is sent, in parts.
'use strict';

importScripts('build.js', 'host.js');

/** The time limit of a search, in milliseconds, as in `nqdb serve`. */
const LIMIT = 20_000;

const base = new URL('../..', location.href).pathname.replace(/\/$/, '');
const explorer = load(base);

/** The index of a board, unless a page has to ask for it first; null without one. */
async function kept(n) {
  const content = await keptIndex(base, n);
  if (content || isLarge(n) || (await isRefused(base, n))) return content;
  return index(base, n).catch(() => null);
}

onmessage = async ({ data: request }) => {
  try {
    await respond(await explorer, request, {
      limit: LIMIT,
      mayTakeLong: true,
      begin: (head) => postMessage({ head }),
      tell: (part) => postMessage({ part }),
      index: kept,
    });
    postMessage({ isDone: true });
  } catch (error) {
    // The module may be broken: the next search gets a new worker.
    postMessage({ failure: error.message });
    close();
  }
};
