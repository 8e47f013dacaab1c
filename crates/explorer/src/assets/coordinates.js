// Names of squares: numbers, with row 1 at the top, or letters and numbers with row 1 at the bottom, as in chess. The
// browser keeps the choice. The style sheet turns the boards over.

import { byId } from './dom.js';
import { recall, remember } from './store.js';

const CHOSEN = 'coordinates';

/** Whether squares are named as in chess. */
export const isChess = recall(CHOSEN, 'numbers') === 'chess';

/** a … z, aa … az, ba … */
const letters = (column) => (column > 26 ? letters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(97 + ((column - 1) % 26));

/** A square in words: "column 3, row 5", or "c5". */
export const placeName = (column, row) => (isChess ? `${letters(column)}${row}` : `column ${column}, row ${row}`);

/** A column (axis 0) or a row (axis 1) in words: "column 3", or "file c". */
export const lineName = (axis, place) => (axis ? `row ${place}` : isChess ? `file ${letters(place)}` : `column ${place}`);

/** A text whose squares, such as `3=5`, are named as the board names them. */
export const inSight = (text) => (isChess ? text
  .replace(/(\d+)(!?=)(\d+)/g, (_, column, sign, row) => `${sign === '=' ? '' : 'not '}${placeName(Number(column), Number(row))}`)
  .replace(/column (\d+), row (\d+)/g, (_, column, row) => placeName(Number(column), Number(row))) : text);

/** The line of the picture with a row, both 1-based, and the row of a line. */
export const lineOf = (n, row) => (isChess ? n + 1 - row : row);

/** On boards that are turned over, these symmetries look like each other. */
const TURNED = [['flip-diagonal', 'flip-antidiagonal'], ['rotate-90', 'rotate-270']];

/** Names the squares and symmetries of the page, and lets the names be chosen. */
export function startCoordinates() {
  const select = byId('coordinates');
  select.value = isChess ? 'chess' : 'numbers';
  select.addEventListener('change', () => {
    remember(CHOSEN, select.value);
    location.reload();
  });
  if (!isChess) return;
  document.documentElement.classList.add('chess');
  // Their squares are turned over with the board; the shapes are not.
  for (const part of document.querySelectorAll('.shapes symbol > *')) part.setAttribute('transform', 'translate(0 100) scale(1 -1)');
  for (const numbers of document.querySelectorAll('.numbers')) {
    const n = Number(numbers.dataset.n);
    [...numbers.children].forEach((text, i) => {
      const number = Number(text.textContent);
      text.textContent = i % 2 ? n + 1 - number : letters(number);
    });
  }
  // Pictures to save look like the board.
  for (const kind of ['click', 'auxclick', 'contextmenu']) document.addEventListener(kind, turnPicture, { capture: true });
  swap(document.querySelectorAll('.turns [data-way]'), ({ dataset }) => dataset.way, ['title', 'aria-label', 'aria-keyshortcuts']);
  nameImages();
}

/** Lets a link to a picture lead to one with the names of chess. */
function turnPicture({ target }) {
  const link = target.closest('a[href]');
  if (!/\.(png|svg)$/.test(link?.pathname)) return;
  const query = new URLSearchParams(link.search);
  query.set('squares', 'chess');
  link.search = query;
}

/** Names the images of an orbit as they look. */
export function nameImages() {
  if (isChess) swap(document.querySelectorAll('.boards [data-key]'), ({ dataset }) => dataset.key, [], 'span');
}

/** Exchanges the content and some attributes of the elements of symmetries that look like each other. */
function swap(elements, symmetryOf, attributes, part) {
  const all = new Map([...elements].map((node) => [symmetryOf(node), node]));
  for (const [one, other] of TURNED) {
    const [a, b] = [all.get(one), all.get(other)];
    if (!a || !b) continue;
    for (const name of attributes) {
      const value = a.getAttribute(name);
      a.setAttribute(name, b.getAttribute(name));
      b.setAttribute(name, value);
    }
    const [from, to] = part ? [a.querySelector(part), b.querySelector(part)] : [a, b];
    const nodes = [...from.childNodes];
    from.replaceChildren(...to.childNodes);
    to.replaceChildren(...nodes);
  }
}
