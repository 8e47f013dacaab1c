// The panels next to the board for placing queens. The server writes the number of solutions left, the legend and the first
// solutions; the given squares are shown at once.

import { inSight, isChess, placeName } from './coordinates.js';
import { byId, element, say } from './dom.js';

/** Shows the panels of a result, or of its progress. */
export function showPanels({ panels, done }) {
  const isFirst = byId('count').classList.contains('waiting');
  for (const [id, html] of Object.entries(panels)) {
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
