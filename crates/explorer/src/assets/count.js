// The panels next to the board for placing queens. The server writes the number of solutions left, the legend and the first
// solutions; the given squares are shown at once.

import { inSight, isChess, placeName } from './coordinates.js';
import { byId, element, say } from './dom.js';
import { grouped } from './words.js';

/** The panel of the count while that of the search is shown. */
let before = null;

/** Shows the panels of a result, or of its progress. */
export function showPanels({ panels, done }) {
  const isFirst = byId('count').classList.contains('waiting');
  before = null;
  // The home page has only some of them.
  for (const [id, html] of Object.entries(panels).filter(([id]) => byId(id))) {
    byId(id).innerHTML = html;
    byId(id).hidden = !html;
  }
  byId('count').classList.remove('waiting');
  nameSquares();
  const text = [...byId('count').querySelectorAll('.number, .meaning')].map((part) => part.textContent).join(' ');
  if (isFirst || (done && text !== byId('live').textContent)) say(text);
}

/** Names the squares in the number of solutions as the board names them. */
export function nameSquares() {
  for (const part of byId('count').querySelectorAll('.meaning')) part.textContent = inSight(part.textContent);
}

/** Shows how many solutions have the queens of the search so far, if that is known. */
export function showLeft(count) {
  if (count === null) return;
  const panel = byId('count');
  before ??= panel.innerHTML;
  const meaning = count === 1 ? 'solution has these queens' : 'solutions have these queens';
  panel.replaceChildren(
    element(`p.number.${['none', 'one'][count] ?? 'several'}`, {}, grouped(count)),
    element('p.meaning', {}, meaning));
}

/** Shows the count again. */
export function hideLeft() {
  if (before) byId('count').innerHTML = before;
  before = null;
}

/** Shows that a count is running; the previous number is pale. */
export function showWaiting() {
  const panel = byId('count');
  panel.classList.add('waiting');
  panel.querySelector('.number.open ~ .hint')?.replaceChildren('counting');
}

/** Shows why there is no count, or no better one. */
export function showProblem(message) {
  const panel = byId('count');
  panel.classList.remove('waiting');
  panel.querySelectorAll('progress, .problem').forEach((node) => node.remove());
  panel.append(element('p.hint.problem', {}, message));
}

/** A condition such as "3 = 5", or "c5". */
function conditionInWords(word) {
  const [, column, row] = word.match(/^(\d+)!?=(\d+)$/) ?? [];
  return isChess && column ? placeName(column, row) : word.replace(/!?=/, (sign) => (sign === '=' ? ' = ' : ' ≠ '));
}

/** The conditions, each a link that removes it. */
export function showChips(given, addressWithout) {
  const chip = (word) => {
    const isQueen = /^\d+=/.test(word);
    return element(`a.button.chip${isQueen ? '' : '.none'}`,
      { href: addressWithout(word), 'data-word': word, 'aria-label': `Remove ${isChess ? conditionInWords(word) : word}` },
      `${isQueen ? '♛' : '✕'} ${conditionInWords(word)}`,
      element('span', { 'aria-hidden': 'true' }, ' ×'));
  };
  const none = element('span.hint', {}, 'No squares given yet: choose one on the board.');
  byId('chips').replaceChildren(...(given.words.length ? given.words.map(chip) : [none]));
}
