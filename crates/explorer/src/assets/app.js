// What all pages have; the script of a view begins with it. Every page works without scripts.

import { base } from './address.js';
import { startCoordinates } from './coordinates.js';
import { byId } from './dom.js';
import { startKeys } from './keys.js';
import { status } from './net.js';
import { startSearch } from './search.js';
import { copied, share } from './share.js';
import { showToday } from './streak.js';

/** Starts a page, and its view if that has a script of its own. */
export function begin(startView) {
  startCoordinates();
  startKeys();
  startSearch();
  showToday();
  // The day ends at midnight, UTC.
  setInterval(showToday, 60_000);
  document.addEventListener('visibilitychange', showToday);
  startView?.();
  // Shows the elements that need scripts.
  document.documentElement.classList.add('scripted');
}

// Choosing another size keeps the view.
byId('size').addEventListener('change', (event) => {
  const n = event.target.value;
  const puzzles = `${base}/${n}/puzzles`;
  const addresses = { place: `${base}/${n}`, puzzles, play: puzzles, daily: puzzles };
  location.assign(addresses[document.body.dataset.view] ?? `${base}/${n}/1`);
});

// On a phone the search field is hidden at first.
byId('search').addEventListener('click', () => {
  const isOpen = document.querySelector('.top').classList.toggle('searching');
  byId('search').setAttribute('aria-expanded', isOpen);
  if (isOpen) document.querySelector('.go input').focus();
});

byId('print')?.addEventListener('click', () => print());

// Buttons that share the page, or copy a text.
document.addEventListener('click', async ({ target }) => {
  const { copy } = target.dataset;
  if ('share' in target.dataset) {
    await share(target, document.querySelector('meta[name=description]').content, location.href).catch((error) => status(error.message));
    return;
  }
  if (!copy) return;
  try {
    await navigator.clipboard.writeText(copy);
    copied(target);
  } catch {
    // If the browser does not allow it, the text is selected instead.
    getSelection().selectAllChildren(target.previousElementSibling);
  }
});
