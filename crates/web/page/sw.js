// The service worker: answers the URLs of the explorer in place of a server.
//
// Lookups run here. A search can take long, and a service worker can't start workers, so the page that asks runs the
// search (searches.js of the explorer). waiting.html searches for a page that is not there yet. The browser may stop
// the service worker at any time: what must stay is in caches.
'use strict';

importScripts('nqdb/BUILD_HASH/build.js', 'nqdb/BUILD_HASH/host.js');

const base = new URL('.', location.href).pathname.replace(/\/$/, '');
const files = `${base}/nqdb/${BUILD}`;
const CACHE = `nqdb ${base} ${BUILD}`;

/** The time limit of a lookup here, in milliseconds; what takes longer is searched by a page. */
const QUICK = 300;

/** How long a page may take to begin a search, in milliseconds, and how often a page that searches is looked for. */
const PATIENCE = 5_000;

/** The headers of responses that are not the module's. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'",
  'x-content-type-options': 'nosniff',
};

/** The files of the build that have URLs of their own. */
const PAGES = ['/index.html', '/embed.html'];

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.pathname.slice(base.length);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${base}/`)) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  if (/^\/(404\.html|copyright\.txt|sw\.js)$/.test(path)) return;
  if (path.startsWith('/nqdb/')) event.respondWith(file(url.pathname).catch(() => fetch(request)));
  else if (PAGES.includes(path)) event.respondWith(file(files + path));
  else event.respondWith(answer(event, url));
});

/** Keeps the files of the build. It fails, and the browser tries it again, if one is missing or damaged. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (name) => {
    const url = `${files}/${name}`;
    if (name === MODULE.file) {
      const content = await fetchedIntact(url, MODULE.sha256);
      // Compiled here, it is ready for the first page.
      explorer = explorerOf(content, keptCells);
      explorer.catch(() => (explorer = null));
      return cache.put(url, new Response(content));
    }
    const response = await fetched(url);
    // A server may have a page for every URL.
    if (!name.endsWith('.html') && /html/.test(response.headers.get('content-type'))) throw new Unavailable(`${url} is a page`);
    return cache.put(url, response);
  }));
}

/** The cells of N = 21, which are kept. They are loaded after the first page, or earlier if it is of this board. */
async function keptCells() {
  const content = await intact(base, CELLS);
  await (await caches.open(CACHE)).put(`${files}/${CELLS.file}`, new Response(content));
  return content;
}

/** Removes the files of earlier builds. The browser activates a build when no page of the earlier one is open. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`nqdb ${base} `) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
  // Not awaited: pages wait for this event.
  keptCells().catch(() => {});
}

/** The explorer; after a failure a new one. */
let explorer = null;
const ready = () => (explorer ??= load(base, keptCells).catch((error) => {
  explorer = null;
  throw error;
}));

async function answer(event, url) {
  const isNavigation = event.request.mode === 'navigate';
  const query = url.search ? url.search.slice(1) : null;
  const request = { base, origin: url.origin, path: url.pathname, query };
  try {
    const response = (isNavigation && (await taken(url)))
      || ((await lookUp(event, request)) ?? (await search(event, request, isNavigation)));
    // Other files of the server can lie in the same directory.
    const other = isNavigation && response.status === 404 && (await fetch(event.request).catch(() => null));
    return other?.ok ? other : response;
  } catch (error) {
    if (error instanceof Unsearched) return failure(503, 'too_long', error.message);
    if (error instanceof Broken) explorer = null;
    console.error(error);
    return isNavigation ? waitingPage({ failure: error.message }) : failure(500, 'internal', `internal error: ${error.message}`);
  }
}

/** The response that waiting.html has found for a URL. It is used once. */
async function taken(url) {
  const cache = await caches.open(CACHE);
  const response = await cache.match(url.href);
  if (response) await cache.delete(url.href);
  return response;
}

/** The response of a lookup; null if it takes too long. */
async function lookUp(event, request) {
  let head = null;
  const body = [];
  const { isLong } = await (await ready()).answer(request, {
    limit: QUICK,
    begin: (given) => (head = given),
    tell: (part) => body.push(part),
  });
  return isLong ? null : response(event.request, head, new Blob(body));
}

/** A request that takes a long time, and does not come from a page that can search. */
class Unsearched extends Error {
  constructor() {
    super('this takes a search, which needs a page of the explorer: fetch it from one, or use `nqdb serve`');
  }
}

/** The response of a search, by the page that asks. */
async function search(event, request, isNavigation) {
  if (isNavigation) return waitingPage({ request });
  const client = await self.clients.get(event.clientId);
  if (!client) throw new Unsearched();
  const { head, body, done } = await inPage(client, request, event.request.url);
  event.waitUntil(done);
  return response(event.request, head, body);
}

/** Runs a search in a page: the head of the response, its body as a stream, and a promise that resolves with its end. */
function inPage(client, request, url) {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    let stream;
    let end;
    let isBegun = false;
    const done = new Promise((ended) => (end = ended));
    const timer = setInterval(async () => {
      if (!isBegun) stop(new Unsearched());
      else if (!(await self.clients.get(client.id))) stop(new Error('the page is closed'));
    }, PATIENCE);
    function close() {
      clearInterval(timer);
      port.onmessage = null;
      end();
    }
    function fail(error) {
      close();
      reject(error);
      stream.error(error);
    }
    function stop(error) {
      port.postMessage('stop');
      fail(error);
    }
    const body = new ReadableStream({
      start: (controller) => (stream = controller),
      cancel() {
        port.postMessage('stop');
        close();
      },
    });
    port.onmessage = ({ data: { head, part, isDone, failure } }) => {
      isBegun = true;
      if (head) resolve({ head, body, done });
      if (part) stream.enqueue(part);
      if (failure) return fail(new Error(failure));
      if (!isDone) return;
      stream.close();
      close();
    };
    client.postMessage({ worker: `${files}/worker.js`, request, url }, [port2]);
  });
}

function response({ method }, { status, headers }, body) {
  const isEmpty = method === 'HEAD' || status === 304;
  return new Response(isEmpty ? null : body, { status, headers });
}

function failure(status, code, message) {
  return Response.json({ status, code, message }, { status, headers: HEADERS });
}

/** The page that makes a request that takes long, and then shows what was asked for. With a failure it shows that. */
async function waitingPage({ request, failure }) {
  const page = await (await file(`${files}/waiting.html`)).text();
  const task = JSON.stringify({ base, cache: CACHE, request, failure }).replaceAll('<', '\\u003c');
  const text = page.replaceAll('__FILES__', () => files).replaceAll('__BASE__', () => base).replace('__TASK__', () => task);
  return new Response(text, { headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } });
}
