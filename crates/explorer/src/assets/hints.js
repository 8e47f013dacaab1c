// Hints for a puzzle: a square that follows from the queens on the board, with the reason.

import { lineName, placeName } from './coordinates.js';
import { attacks } from './squares.js';

const inWords = ([column, row]) => placeName(column, row);

/**
 * A hint: `{ square, text, where }`, columns and rows 1-based; `where` is the line to look at, if the square follows from one. `queens` are the squares with queens, `crosses` those marked as
 * empty, `solution` the row of each queen.
 */
export function hint(n, queens, crosses, solution) {
  const mistake = findMistake(queens, crosses, solution);
  if (mistake) return mistake;
  const lines = openLines(n, queens, crosses);
  return findSingle(lines) ?? findExclusion(lines) ?? findShortest(lines, solution);
}

function findMistake(queens, crosses, solution) {
  const isRight = ([column, row]) => solution[column - 1] === row;
  const queen = queens.find((square) => !isRight(square));
  if (queen) return { square: queen, text: `The queen in ${inWords(queen)} is not part of the solution.` };
  const cross = crosses.find(isRight);
  return cross && { square: cross, text: `The solution has a queen in ${inWords(cross)}, where you marked none.` };
}

/** The columns and rows without a queen, each with its free squares. */
function openLines(n, queens, crosses) {
  const closed = new Set(crosses.map((square) => square.join()));
  const isFree = (square) => !closed.has(square.join()) && !queens.some((queen) => attacks(queen, square));
  const numbers = Array.from({ length: n }, (_, i) => i + 1);
  const line = (axis) => (place) => ({
    name: lineName(axis, place),
    isOpen: !queens.some((queen) => queen[axis] === place),
    free: numbers.map((other) => (axis ? [other, place] : [place, other])).filter(isFree),
  });
  return [...numbers.map(line(0)), ...numbers.map(line(1))].filter(({ isOpen }) => isOpen);
}

/** A line with one free square. */
function findSingle(lines) {
  const line = lines.find(({ free }) => free.length === 1);
  return line && { square: line.free[0], text: `Only ${inWords(line.free[0])} is left in ${line.name}: place a queen there.`, where: `Look at ${line.name}.` };
}

/** A free square that attacks all free squares of a line. */
function findExclusion(lines) {
  const free = lines.flatMap((line) => line.free);
  for (const line of [...lines].sort((a, b) => a.free.length - b.free.length)) {
    const isOutside = (square) => !line.free.some((other) => other.join() === square.join());
    const square = free.find((candidate) => isOutside(candidate) && line.free.every((other) => attacks(candidate, other)));
    if (square) return { square, text: `A queen in ${inWords(square)} would attack every free square of ${line.name}: mark it as empty.`, where: `Look at the free squares of ${line.name}.` };
  }
  return null;
}

/** The queen of the line with the fewest free squares. */
function findShortest(lines, solution) {
  const line = lines.reduce((best, other) => (other.free.length < best.free.length ? other : best));
  const square = line.free.find(([column, row]) => solution[column - 1] === row);
  return { square, text: `Of the ${line.free.length} free squares in ${line.name}, only ${inWords(square)} leads to the solution.`, where: `Nothing follows yet; ${line.name} has the fewest free squares, ${line.free.length}.` };
}
