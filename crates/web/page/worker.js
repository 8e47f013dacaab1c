// Searches for a page: answers each request that it is sent, in parts.
'use strict';

importScripts('build.js', 'host.js');

/** The time limit of a search, in milliseconds, as in `nqdb serve`. */
const LIMIT = 20_000;

const base = new URL('../..', location.href).pathname.replace(/\/$/, '');
const explorer = load(base);

onmessage = async ({ data: request }) => {
  try {
    await (await explorer).answer(request, {
      limit: LIMIT,
      mayTakeLong: true,
      begin: (head) => postMessage({ head }),
      tell: (part) => postMessage({ part }),
    });
    postMessage({ isDone: true });
  } catch (error) {
    // The module may be broken: the next search gets a new worker.
    postMessage({ failure: error.message });
    close();
  }
};
