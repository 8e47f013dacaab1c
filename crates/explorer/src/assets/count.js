// The panels next to the board for placing queens: the number of solutions left, the given squares, the first solutions
// that match.

import { base } from './address.js';
import { little } from './board.js';
import { isChess, placeName } from './coordinates.js';
import { byId, element, say } from './dom.js';
import { about, duration, grouped, percent } from './words.js';

/**
 * Shows the number of solutions left; `found` is a result of the server, or its progress, and `of` is Q(N) as text,
 * because it may be too large for a JavaScript number; `provenance` names its origin.
 */
export function showCount(given, { of, provenance }, found) {
  const panel = byId('count');
  panel.classList.remove('waiting');
  const exact = found.exact;
  const { solutions, micros, estimate, low, high, fraction, done, first } = found;
  const atLeast = Math.max(found.at_least, first.length);
  const number = exact ? grouped(Number.isSafeInteger(solutions) ? solutions : of) : estimate === null ? `≥ ${grouped(atLeast)}` : `≈ ${about(estimate)}`;
  const kind = exact && solutions === 1 ? '.one' : exact && solutions === 0 ? '.none' : '';
  const words = exact ? meaningOfCount(given, solutions, of) : estimate === null ? 'solutions found so far' : ofAll(given, estimate, of, 'about ');
  panel.replaceChildren(element(`p.number${kind}`, {}, number), element('p.meaning', {}, words));
  if (found.counts && done) panel.append(small(`counted in ${duration(micros)}`));
  if (exact && !done) panel.append(small('counting those of each square …'));
  if (exact && provenance && !given.words.length) panel.append(small(provenance));
  if (!exact && low !== null) panel.append(small(`between ${about(low)} and ${about(high)}, 95% confidence`));
  if (!exact && estimate !== null && atLeast > 1) panel.append(small(`at least ${grouped(atLeast)}`));
  if (!exact && !done && fraction !== null) {
    panel.append(element('progress', { max: 1, value: fraction, 'aria-label': 'Counted' }), small(`${percent(fraction)} counted`));
  }
  if (done) say(`${number} ${words}`);
}

const small = (text) => element('p.hint', {}, text);

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

function meaningOfCount(given, solutions, of) {
  const isAny = !given.words.length;
  const [clash] = given.clashes;
  if (clash) return `solutions: the queens in ${clash.map((square) => placeName(...square)).join(' and ')} attack each other`;
  if (solutions === 0) return isAny ? 'solutions: this board has none' : 'solutions have these queens';
  if (solutions === 1) {
    if (isAny) return 'solution';
    return given.queens.length === given.n ? 'solution: every queen is placed' : 'solution: a unique completion';
  }
  return ofAll(given, solutions, of);
}

/** The share of all solutions, if their number is known. */
const ofAll = (given, solutions, of, about = '') =>
  (of && given.words.length ? `of ${grouped(of)} solutions, ${about}${percent(solutions / Number(of))}` : 'solutions');

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

/** The first solutions that match. */
export function showMatches({ n, first, exact, solutions }) {
  const section = byId('matches');
  section.hidden = !first.length;
  if (!first.length) return;
  const isAll = exact && solutions === first.length;
  const isRanked = first[0].rank !== null;
  const title = isAll ? 'All matches' : isRanked ? 'First matches' : first.length > 1 ? 'Some matches' : 'A completion';
  section.replaceChildren(element('h2', {}, title), element(isRanked || first.length > 1 ? 'ul.boards' : 'ul.boards.large', {}, first.map(({ rank, queens }) =>
    element('li', {}, element('a',
      { href: rank === null ? `${base}/${n}/of/${queens.join(',')}` : `${base}/${n}/${rank}`, 'aria-label': rank === null && queens.join(' ') },
      little(queens),
      rank !== null && element('b', {}, grouped(rank)))))));
}

/** The legend of the colours. */
export function showLegend({ most, isExact }, isRough) {
  byId('legend').hidden = !most;
  byId('most').textContent = isExact ? grouped(most) : `≈ ${about(most)}`;
  byId('meaning').textContent = `solutions with a queen there${isRough ? ', roughly' : ''}`;
  byId('board').classList.toggle('rough', isRough);
}

