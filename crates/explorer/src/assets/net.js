// Requests to the server. While it can't be reached, the page shows a message, keeps its content and retries.

import { base } from './address.js';
import { byId, element } from './dom.js';
import { stopSearch } from './searches.js';

const PAUSE = 1000;

/** The JSON at a URL. */
export async function json(path, signal) {
  const response = await ask(path, signal);
  return response.json();
}

/** The page at a URL, as a document. */
export async function page(path, signal) {
  const response = await ask(path, signal);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** The values of the NDJSON at a URL, as they arrive. */
export async function* lines(path, signal) {
  const response = await ask(path, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const complete = (rest + value).split('\n');
    rest = complete.pop();
    for (const line of complete.map((text) => JSON.parse(text))) {
      if (line.status) throw new Error(line.message);
      yield line;
    }
  }
}

async function ask(path, signal) {
  signal?.addEventListener('abort', () => stopSearch(new URL(path, location.href).href));
  for (;;) {
    const response = await fetch(path, { signal }).catch(async (error) => {
      if (signal?.aborted) throw error;
      await reachable();
      return null;
    });
    if (response?.ok) return response;
    if (response) throw new Error(await reason(response));
  }
}

/** Why a request failed: a message in JSON or in an error page. A response from a proxy may have neither. */
async function reason(response) {
  const text = await response.text().catch(() => '');
  try {
    return JSON.parse(text).message;
  } catch {
    const lead = new DOMParser().parseFromString(text, 'text/html').querySelector('.failure .lead');
    return lead?.textContent ?? `The server returned status ${response.status}.`;
  }
}

let reaching = null;

/** Resolves when the server can be reached again. */
function reachable() {
  reaching ??= new Promise((resolve) => {
    status('The server can’t be reached. Retrying every second.');
    const timer = setInterval(async () => {
      const answer = await fetch(`${base}/healthz`).catch(() => null);
      if (!answer) return;
      clearInterval(timer);
      status('');
      reaching = null;
      resolve(undefined);
    }, PAUSE);
  });
  return reaching;
}

/** Shows a message at the end of the window; an empty one hides it. */
export function status(message) {
  const bar = byId('status');
  bar.textContent = message;
  bar.hidden = !message;
}

/** Shows that a request takes a long time, with a button that cancels it; null hides it. */
export function waiting(text, cancel) {
  const pill = byId('waiting');
  pill.hidden = !text;
  if (!text) return pill.replaceChildren();
  const button = element('button', { type: 'button' }, 'Cancel');
  button.addEventListener('click', cancel);
  pill.replaceChildren(element('span', {}, `${text} …`), button);
}

/** Whether an error is the cancellation of a request. */
export const isAbort = (error) => error.name === 'AbortError';

/**
 * Runs `work` for the latest value only: one runs at a time, and a newer value replaces the one that waits. The promise
 * resolves when no value waits any more.
 */
export function latest(work) {
  let running = null;
  let next = null;
  async function run() {
    try {
      while (next) {
        const [value] = next;
        next = null;
        await work(value);
      }
    } finally {
      running = null;
    }
  }
  return (value) => {
    next = [value];
    return (running ??= run());
  };
}
