// Boards in SVG, drawn as the server draws them: one unit per square, each queen a `use` of one symbol in the page.

import { svg } from './dom.js';

/** The text alternative of a picture. */
export function boardName(queens) {
  const n = queens.length;
  return `${n} × ${n} board, queens of columns 1 to ${n} in rows ${queens.join(' ')}`;
}

/** A shape on a square, 1-based. */
export const shape = (name, column, row) =>
  svg(`use.${name}`, { href: `#${name}`, x: column - 1, y: row - 1, width: 1, height: 1 });
