// Boards in SVG, drawn as the server draws them: one unit per square, each queen a `use` of one symbol in the page.

import { svg } from './dom.js';

/** The largest board whose small picture shows queens; larger ones show dots. */
const LARGEST_WITH_QUEENS = 10;

/** The text alternative of a picture. */
export function boardName(queens) {
  const n = queens.length;
  return `Board of ${n} × ${n}; the queens of columns 1 to ${n} are in rows ${queens.join(' ')}`;
}

/** A shape on a square, 1-based. */
export const shape = (name, column, row) =>
  svg(`use.${name}`, { href: `#${name}`, x: column - 1, y: row - 1, width: 1, height: 1 });

/** A small picture, for links with a text of their own. */
export function little(queens) {
  const n = queens.length;
  const isPlain = n > LARGEST_WITH_QUEENS;
  const men = isPlain
    ? [svg('path.dots', { d: queens.map((row, column) => `M${column}.5 ${row - 1}.5h0`).join('') })]
    : queens.map((row, column) => shape('queen', column + 1, row));
  return svg(isPlain ? 'svg.little.plain' : 'svg.little', { viewBox: `0 0 ${n} ${n}`, 'aria-hidden': 'true' },
    svg('g.men', {}, squares(n), men));
}

function squares(n) {
  // Each row is a dashed line whose dashes are the dark squares.
  const rows = Array.from({ length: n }, (_, row) => `M${1 - (row % 2)} ${row}.5H${n}`);
  return [
    svg('rect.light', { width: n, height: n }),
    svg('path.dark', { d: rows.join(''), 'stroke-dasharray': 1 }),
    svg('rect.frame', { width: n, height: n }),
  ];
}
