// What all pages have; the script of a view begins with it. Every page works without scripts.

import { base } from './address.js';
import { startCoordinates } from './coordinates.js';
import { byId } from './dom.js';
import { shortcuts, startKeys } from './keys.js';
import { status } from './net.js';
import { startSearch } from './search.js';
import { copied, share } from './share.js';
import { showToday } from './streak.js';

/** Starts a page, and its view if that has a script of its own. */
export function begin(startView) {
  startCoordinates();
  startNeighbours();
  startProjector();
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

/** The shortest swipe, in pixels. */
const SWIPE = 60;

/** Lets arrow keys and swipes follow the links to the previous and the next page. */
function startNeighbours() {
  const follow = (way) => document.querySelector(`main :is([data-way=${way}][href], [rel=${way.slice(0, 4)}])`)?.click();
  const main = byId('main');
  if (main.querySelector('[rel=prev], [rel=next]')) {
    shortcuts('Neighbours', [
      { keys: ['ArrowLeft'], shown: '←', does: 'previous', act: () => follow('previous') },
      { keys: ['ArrowRight'], shown: '→', does: 'next', act: () => follow('next') },
    ]);
  }
  let from = null;
  main.addEventListener('touchstart', ({ target, touches: [touch, other] }) => {
    from = other || target.closest('input, .parts, .wide, .grid, dialog') ? null : touch;
  }, { passive: true });
  main.addEventListener('touchend', ({ changedTouches: [to] }) => {
    const [x, y] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    if (Math.abs(x) > Math.max(SWIPE, 2 * Math.abs(y))) follow(x < 0 ? 'next' : 'previous');
  });
}

/** Lets a button and a key leave only what a class watches. */
function startProjector() {
  const button = byId('projector');
  if (!button) return;
  const toggle = () => button.setAttribute('aria-pressed', document.body.classList.toggle('projector'));
  button.addEventListener('click', toggle);
  shortcuts('For a class', [{ keys: ['p'], shown: 'p', does: 'projector: only the board', act: toggle }]);
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

// Choices that need no button.
document.querySelector('form[data-auto]')?.addEventListener('change', ({ target }) => target.form.requestSubmit());

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
