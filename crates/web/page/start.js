'use strict';

const message = document.getElementById('message');

/** Shows why the explorer does not start; `link` is the URL of the page that does without a service worker. */
function explain(text, link) {
  message.textContent = `${text} `;
  if (!link) return;
  const anchor = Object.assign(document.createElement('a'), { href: link, textContent: 'Show a single solution instead.' });
  message.append(anchor);
}

/** The module, which the service worker needs: it is loaded from here because that is earlier. */
const MODULE = 'nqdb/BUILD_HASH/nqdb.wasm.gz';

/** How URLs of the explorer begin. */
const ROUTES = /^([1-9]\d?(\/|$)|(daily|about|go)\b)/;

/**
 * The directory of the explorer, with a slash at its end. This page is also what a server shows for a URL that it does
 * not have, so it can be any directory above: the last one that has the module, or that has the service worker if this
 * page is older than the files of the server. Offline it is the one that the browser knows.
 */
async function directory() {
  const parts = location.pathname.split('/').slice(0, -1);
  const candidates = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`).reverse();
  // The most likely one is tried alone, so that the console reports no missing files: that of index.html, or the one
  // before a URL of the explorer.
  const isFile = performance.getEntriesByType('navigation')[0]?.responseStatus === 200;
  const likely = isFile ? candidates[0] : candidates.findLast((candidate) => ROUTES.test(location.pathname.slice(candidate.length)));
  if (likely && (await exists(likely + MODULE))) return likely;
  const last = async (name) => {
    const found = await Promise.all(candidates.map((candidate) => exists(candidate + name)));
    return candidates.find((_, i) => found[i]);
  };
  const known = async () => {
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
    return registration && new URL(registration.scope).pathname;
  };
  return (await last(MODULE)) ?? (await last('sw.js')) ?? known();
}

/** Whether the server has a file, which is then loaded. */
async function exists(url) {
  const response = await fetch(url).catch(() => null);
  // A server may have a page for every URL.
  if (!response?.ok || /html/.test(response.headers.get('content-type'))) return false;
  response.blob().catch(() => {});
  return true;
}

/** The URL that this page stands for; index.html takes its path below the directory after `#`. */
function target(base) {
  const below = location.href.slice(location.origin.length + base.length);
  const path = location.hash.startsWith('#/') ? location.hash.slice(2) : below.replace(/^(index|404)\.html/, '');
  return new URL(location.origin + base + path).href;
}

/** Resolves when the service worker is active; fails if it can't be installed. */
async function install(base) {
  const registration = await navigator.serviceWorker.register(`${base}sw.js`, { scope: base });
  const worker = registration.installing;
  const failed = new Promise((_, reject) => {
    worker?.addEventListener('statechange', () => worker.state === 'redundant' && reject(new Error('a file is missing or damaged. Reload this page; if it fails again, tell the owner of this site.')));
  });
  await Promise.race([navigator.serviceWorker.ready, failed]);
}

async function start() {
  message.textContent = 'Loading the explorer …';
  if (location.protocol === 'file:') {
    const command = '`python3 -m http.server`';
    return explain(`Browsers do not run it from a file. Start ${command} in this directory and open http://localhost:8000/.`);
  }
  const base = await directory();
  if (!base) return explain('This server has no explorer here.');
  for (const link of document.querySelectorAll('header a')) link.href = base + link.dataset.path;
  const url = target(base);
  const embedded = `${base}embed.html#${url.slice(location.origin.length + base.length)}`;
  if (!('serviceWorker' in navigator)) {
    const reason = isSecureContext
      ? 'This browser has no service workers here. Some have none in private windows.'
      : 'Browsers run the explorer on https:// and on localhost only.';
    return explain(reason, embedded);
  }
  if (navigator.serviceWorker.controller && url === location.href) return explain('This page does not exist.');
  try {
    await install(base);
  } catch (error) {
    return explain(`The explorer can’t be installed in this browser: ${error.message}`, embedded);
  }
  if (url === location.href) location.reload();
  else location.replace(url);
}

start().catch((error) => explain(`The explorer can’t be loaded: ${error.message}`));
