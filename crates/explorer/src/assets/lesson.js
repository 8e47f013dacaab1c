// The search for solutions, step by step: backtracking column by column after the given queens.

import { byId, say } from './dom.js';
import { attacks, clashesOf } from './squares.js';
import { counted, grouped } from './words.js';

/** Steps per second at each speed. */
const SPEEDS = [1, 2, 4, 8, 16, 40, 100, 400, 2000];

/** The longest time between two pictures, in milliseconds. */
const PICTURE = 1000 / 30;

/** The steps of the search: after each, `queens` has the queens so far, and the last one is `wrong` if it is attacked. */
function* steps(n, given) {
  const rows = [];
  const state = { queens: [], wrong: false, solved: false, tried: 0, placed: 0, solutions: 0 };
  const fixed = new Map(given);
  const isFree = (column, row) => state.queens.every((queen) => !attacks(queen, [column, row]));
  let column = 1;
  let row = 1;
  for (;;) {
    state.queens = rows.map((place, i) => [i + 1, place]);
    state.solved = false;
    const last = fixed.get(column) ?? n;
    if (row > last) {
      // No row is left: the queen before moves on.
      if (column === 1) return;
      column -= 1;
      row = rows.pop() + 1;
      continue;
    }
    row = Math.max(row, fixed.get(column) ?? 1);
    state.tried += 1;
    const free = isFree(column, row);
    state.wrong = !free;
    state.queens = [...state.queens, [column, row]];
    if (free) {
      state.placed += 1;
      state.solved = column === n;
      state.solutions += state.solved ? 1 : 0;
    }
    yield state;
    if (free && column < n) {
      rows.push(row);
      column += 1;
      row = 1;
    } else {
      row += 1;
    }
  }
}

export class Lesson {
  #n;
  #host;
  #steps = null;
  #state = null;
  #timer = 0;
  #due = 0;

  /** `host` has `given()`, the given queens as columns and rows, `show(position)` and `leave()`. */
  constructor(n, host) {
    this.#n = n;
    this.#host = host;
    byId('step').addEventListener('click', () => {
      this.pause();
      this.#advance(1);
    });
    byId('run').addEventListener('click', () => (this.#timer ? this.pause() : this.#play()));
    byId('halt').addEventListener('click', () => this.stop());
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    byId('run').textContent = 'Play';
    byId('run').setAttribute('aria-pressed', false);
  }

  /** Leaves the search, and shows the given squares again. */
  stop() {
    if (!this.#steps) return;
    this.pause();
    this.#steps = this.#state = null;
    byId('halt').disabled = true;
    byId('tries').textContent = '';
    this.#host.leave();
  }

  #play() {
    byId('run').textContent = 'Pause';
    byId('run').setAttribute('aria-pressed', true);
    this.#due = 0;
    this.#timer = setInterval(() => {
      this.#due += (SPEEDS[Number(byId('speed').value)] * PICTURE) / 1000;
      const whole = Math.floor(this.#due);
      this.#due -= whole;
      if (whole) this.#advance(whole);
    }, PICTURE);
  }

  /** Takes this many steps, at most to the next solution, and draws the last one. */
  #advance(count) {
    this.#steps ??= steps(this.#n, this.#host.given());
    byId('halt').disabled = false;
    for (let i = 0; i < count; i++) {
      const { value, done } = this.#steps.next();
      if (done) return this.#end();
      this.#state = value;
      if (value.solved) break;
    }
    this.#show();
    if (this.#state.solved) {
      this.pause();
      say(byId('tries').textContent);
    }
  }

  #show() {
    const { queens, wrong, tried, placed, solutions } = this.#state;
    const last = queens.at(-1).join();
    const places = new Set(queens.map((queen) => queen.join()));
    this.#host.show({
      clashes: wrong ? clashesOf(queens) : [],
      kind: (column, row) => {
        const key = `${column},${row}`;
        if (places.has(key)) return key === last && wrong ? 'queen wrong' : 'queen';
        return queens.slice(0, -1).some((queen) => attacks(queen, [column, row])) ? 'attacked' : 'free';
      },
    });
    byId('tries').textContent =
      `${grouped(tried)} ${tried === 1 ? 'square' : 'squares'} tried, ${grouped(placed)} ${placed === 1 ? 'queen' : 'queens'} placed, ${counted(solutions)} found.`;
  }

  #end() {
    this.pause();
    byId('tries').textContent = `${byId('tries').textContent.replace(/\.$/, '')}: all of them.`;
  }
}
