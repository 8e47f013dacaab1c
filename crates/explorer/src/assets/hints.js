// Hints for a puzzle: what follows from the queens on the board, with the reason.

import { base } from './address.js';
import { lineName, placeName } from './coordinates.js';
import { json } from './net.js';
import { attacks } from './squares.js';

const inWords = ([column, row]) => placeName(column, row);

/**
 * A hint: `{ square, text, where }`, columns and rows 1-based; `where` says where to look, if nothing is wrong. `queens`
 * are the squares with queens, `crosses` those marked as empty, `solution` the row of each queen. */
export async function hint(n, queens, crosses, solution) {
  const mistake = findMistake(queens, crosses, solution);
  if (mistake) return mistake;
  const needed = crosses.filter((cross) => !queens.some((queen) => attacks(queen, cross)));
  const signed = [...queens.map((square) => [square, '=']), ...needed.map((square) => [square, '!='])];
  // As in the canonical URL.
  signed.sort(([one], [other]) => one[0] - other[0] || one[1] - other[1]);
  const words = signed.map(([square, sign]) => square.join(sign));
  const { next } = await json(`${base}/${n}/hint${words.length ? '/' : ''}${words}.json`);
  return { square: next.square, ...inReasons(next) };
}

function findMistake(queens, crosses, solution) {
  const isRight = ([column, row]) => solution[column - 1] === row;
  const queen = queens.find((square) => !isRight(square));
  if (queen) return { square: queen, text: `The queen in ${inWords(queen)} is not part of the solution.` };
  const cross = crosses.find(isRight);
  return cross && { square: cross, text: `The solution has a queen in ${inWords(cross)}, where you marked none.` };
}

/** What follows by a rule of the level, and where to look for it. */
function inReasons({ level, square, line, queens }) {
  const where = 'row' in line ? lineName(1, line.row) : lineName(0, line.column);
  const here = inWords(square);
  if (level === 'easy') return { text: `Only ${here} is left in ${where}: place a queen there.`, where: `Look at ${where}.` };
  const empty = 'mark it as empty.';
  if (level === 'medium') return { text: `A queen in ${here} would attack every free square of ${where}: ${empty}`, where: `Look at the free squares of ${where}.` };
  return {
    text: `After a queen in ${here}, only ${queens.map(inWords).join(', then ')} would be left, and nothing in ${where}: ${empty}`,
    where: `Look ahead: try the free squares of ${lineName(0, square[0])}.`,
  };
}
