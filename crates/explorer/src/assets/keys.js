// Keyboard shortcuts: the views define them, this file handles them and shows them in the help overlay. Single-letter
// keys can be switched off (WCAG 2.1.4).

import { byId, element } from './dom.js';
import { recall, remember } from './store.js';

const STORED = 'single-keys';

/** Titles with their shortcuts, `{ keys, shown, does, act }`; without `act` the view handles the key itself. */
const groups = [];

let singleKeys = recall(STORED, true);
let overlay = null;

/** Adds shortcuts to the page and to its help. */
export function shortcuts(title, list) {
  groups.push([title, list]);
}

/** Calls `undo` for Ctrl+Z. */
export function onUndo(undo) {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.target.matches('input')) return;
    event.preventDefault();
    undo();
  });
}

/** Starts listening for keys. */
export function startKeys() {
  shortcuts('Everywhere', [
    { keys: ['?'], shown: '?', does: 'this help', act: openHelp },
    { keys: ['/'], shown: '/', does: 'search', act: search },
  ]);
  document.addEventListener('keydown', hear);
  byId('keys').addEventListener('click', openHelp);
}

/** Focuses the search field, which a phone hides at first. */
function search() {
  document.querySelector('.top').classList.add('searching');
  document.querySelector('.go input').focus();
}

function hear(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const isSlider = event.target.matches('input[type=range]');
  if (event.target.closest('input, select, textarea, dialog') && !(isSlider && event.key.length === 1)) return;
  if (event.key.length === 1 && !singleKeys) return;
  const shortcut = groups.flatMap(([, list]) => list).find(({ keys, act }) => act && keys.includes(event.key));
  if (!shortcut) return;
  event.preventDefault();
  shortcut.act();
}

function openHelp() {
  overlay ??= makeHelp();
  overlay.showModal();
  overlay.scrollTop = 0;
}

function makeHelp() {
  const toggle = element('input', { type: 'checkbox', checked: singleKeys });
  toggle.addEventListener('change', () => remember(STORED, (singleKeys = toggle.checked)));
  const close = element('button', { type: 'button' }, 'Close');
  const dialog = element('dialog', { 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title', tabindex: -1, autofocus: true }, 'Keyboard'),
    groups.map(([title, list]) => [
      element('h3', {}, title),
      element('dl', {}, list.map(({ shown, does }) => [
        element('dt', {}, shown.split(' ').map((key) => element('kbd', {}, key))),
        element('dd', {}, does),
      ]).flat()),
    ]).flat(),
    element('p.tools', {}, element('label', {}, toggle, 'Single-key shortcuts'), close));
  close.addEventListener('click', () => dialog.close());
  document.body.append(dialog);
  return dialog;
}
