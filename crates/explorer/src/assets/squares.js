// Conditions on squares, as written in URLs: `3=5` (a queen), `3!=5` (none), `c+r!=8` and `c-r!=2` (none on a
// diagonal). Columns and rows are 1-based.

import { base, below } from './address.js';

/** Whether queens on two squares attack each other. */
export const attacks = ([c, r], [d, s]) => c === d || r === s || Math.abs(c - d) === Math.abs(r - s);

/** The pairs of queens that attack each other. */
export const clashesOf = (queens) =>
  queens.flatMap((one, i) => queens.slice(i + 1).filter((other) => attacks(one, other)).map((other) => [one, other]));

/** Whether a square is in one of the pairs. */
export const isIn = (pairs, square) => pairs.flat().some((other) => other.join() === square.join());

/** The conditions in a path such as `/8/count/3=5,7!=4`. */
export function conditionsOf(path) {
  const words = decodeURIComponent(below(path)).match(/^\/\d+\/count\/(.*)$/)?.[1] ?? '';
  return words.split(',').filter(Boolean);
}

/** The conditions in the order of URLs, as on the server: squares by column and row, then diagonals. */
const inOrder = (words) => words.toSorted((one, other) => {
  const [a, b] = [placeOf(parse(one)), placeOf(parse(other))];
  return a.reduce((sign, value, i) => sign || value - b[i], 0);
});

/** @param {any} condition */
const placeOf = ({ kind, sign, diagonal, column, row }) =>
  kind === 'diagonal' ? [sign > 0 ? 1 : 2, diagonal, 0, 0] : [0, column, row, kind === 'none' ? 1 : 0];

/** The URL of conditions; `empty` is appended if there are none. */
export const addressOf = (n, words, empty = '') =>
  words.length ? `${base}/${n}/count/${words.join(',')}` : `${base}/${n}${empty}`;

export const wordOf = (kind, column, row) => `${column}${kind === 'queen' ? '=' : '!='}${row}`;

function parse(word) {
  const [, sign, diagonal] = word.match(/^c([+-])r!=(-?\d+)$/) ?? [];
  if (sign) return { kind: 'diagonal', sign: sign === '+' ? 1 : -1, diagonal: Number(diagonal) };
  const [, column, no, row] = word.match(/^(\d+)(!?)=(\d+)$/) ?? [];
  return { kind: no ? 'none' : 'queen', column: Number(column), row: Number(row) };
}

/** Conditions, and the states of the squares under them. */
export class Given {
  constructor(n, words) {
    this.n = n;
    this.words = inOrder(words);
    this.parsed = this.words.map(parse);
    this.queens = this.parsed.filter(({ kind }) => kind === 'queen').map(({ column, row }) => [column, row]);
    /** The pairs of queens that attack each other. */
    this.clashes = clashesOf(this.queens);
  }

  /** 'queen', 'queen wrong' if another one attacks it, 'none', 'attacked' or 'free'. */
  kind(column, row) {
    let kind = 'free';
    for (const given of this.parsed) {
      const isHere = given.column === column && given.row === row;
      if (given.kind === 'queen') {
        if (isHere) return isIn(this.clashes, [column, row]) ? 'queen wrong' : 'queen';
        if (attacks([given.column, given.row], [column, row])) kind = 'attacked';
      } else if (isHere || (given.kind === 'diagonal' && column + given.sign * row === given.diagonal)) {
        return 'none';
      }
    }
    return kind;
  }

  /** The conditions with one removed. */
  without(word) {
    return this.words.filter((other) => other !== word);
  }

  /** The conditions without those of a square. */
  freed(column, row) {
    const own = [wordOf('queen', column, row), wordOf('none', column, row)];
    return this.words.filter((word) => !own.includes(word));
  }
}
