// The entry script: starts the script of the view. Every page works without it.

import { base } from './address.js';
import { byId } from './dom.js';
import { startKeys } from './keys.js';

const VIEWS = {
  solutions: () => import('./solutions.js'),
  place: () => import('./place.js'),
};

startKeys();

// Choosing another size keeps the view.
byId('size').addEventListener('change', (event) => {
  const n = event.target.value;
  const addresses = { place: `${base}/${n}`, puzzles: `${base}/${n}/puzzles` };
  location.assign(addresses[document.body.dataset.view] ?? `${base}/${n}/1`);
});

byId('print')?.addEventListener('click', () => print());

// Buttons that copy a text.
document.addEventListener('click', async ({ target }) => {
  const { copy } = target.dataset;
  if (!copy) return;
  try {
    await navigator.clipboard.writeText(copy);
    target.textContent = 'Copied';
  } catch {
    // If the browser does not allow it, the text is selected instead.
    getSelection().selectAllChildren(target.previousElementSibling);
  }
});

const view = await VIEWS[document.body.dataset.view]?.();
view?.start();
// Shows the elements that need scripts.
document.documentElement.classList.add('scripted');
