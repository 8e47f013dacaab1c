// The search for solutions, step by step: backtracking column by column after the given queens.

import { byId, say } from './dom.js';
import { attacks, clashesOf } from './squares.js';
import { counted } from './words.js';

/** Steps per second at each speed. */
const SPEEDS = [1, 2, 4, 8, 16, 40, 100, 400, 2000];

/** The largest board whose solutions are all found at once, so that those left are known after each step. */
const LARGEST_LEFT = 8;

/** The seconds for which a search that began by itself shows a solution. */
const LOOK = 3;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The longest time between two pictures, in milliseconds. */
const PICTURE = 1000 / 30;

/**
 * The steps of the search after some queens, in columns in order; `given` has the rows of given queens by column, and
 * `count` is updated. After each step, `queens` has the queens so far, and the last one is `wrong` if it is attacked.
 */
function* steps(n, given, count, before = []) {
  const column = before.length + 1;
  const last = given.get(column) ?? n;
  for (let row = given.get(column) ?? 1; row <= last; row++) {
    const queens = [...before, [column, row]];
    const wrong = before.some((queen) => attacks(queen, [column, row]));
    const solved = !wrong && column === n;
    count.tried += 1;
    count.placed += wrong ? 0 : 1;
    count.solutions += solved ? 1 : 0;
    yield { queens, wrong, solved };
    // After the last row, the queen before moves on.
    if (!wrong && !solved) yield* steps(n, given, count, queens);
  }
}

export class Lesson {
  #n;
  #host;
  #steps = null;
  #state = null;
  #count = null;
  /** The rows of all solutions, on small boards. */
  #all = null;
  /** Whether the search began by itself, and continues after each solution. */
  #isShow = false;
  #timer = 0;
  #due = 0;

  /** `host` has `given()`, the given queens as columns and rows, `show(position, left)` and `leave()`. */
  constructor(n, host) {
    this.#n = n;
    this.#host = host;
    byId('step').addEventListener('click', () => {
      this.pause();
      this.#advance(1);
    });
    if (!calm.matches && 'begins' in byId('lesson').dataset) {
      this.#isShow = true;
      this.#play();
    }
    byId('run').addEventListener('click', () => {
      this.#isShow &&= Boolean(this.#timer);
      return this.#timer ? this.pause() : this.#play();
    });
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
      if (whole > 0) this.#advance(whole);
    }, PICTURE);
  }

  /** Takes this many steps, at most to the next solution, and draws the last one. */
  #advance(count) {
    this.#count = this.#steps ? this.#count : { tried: 0, placed: 0, solutions: 0 };
    this.#steps ??= this.#begin();
    byId('halt').disabled = false;
    for (let i = 0; i < count; i++) {
      const { value, done } = this.#steps.next();
      if (done) return this.#end();
      this.#state = value;
      if (value.solved) break;
    }
    this.#show();
    if (!this.#state.solved) return;
    if (this.#isShow) {
      this.#due = -LOOK * SPEEDS[Number(byId('speed').value)];
    } else {
      this.pause();
      say(byId('tries').textContent);
    }
  }

  #begin() {
    const given = new Map(this.#host.given());
    const all = this.#n > LARGEST_LEFT ? null : [...steps(this.#n, given, {})].filter(({ solved }) => solved);
    this.#all = all?.map(({ queens }) => queens.map(([, row]) => row)) ?? null;
    return steps(this.#n, given, this.#count);
  }

  /** The number of solutions with the queens so far, if it is known. */
  #left({ queens }) {
    return this.#all && this.#all.filter((rows) => queens.every(([column, row]) => rows[column - 1] === row)).length;
  }

  #show() {
    const { queens, wrong } = this.#state;
    const { tried, placed, solutions } = this.#count;
    const last = queens.at(-1).join();
    const places = new Set(queens.map((queen) => queen.join()));
    this.#host.show({
      clashes: wrong ? clashesOf(queens) : [],
      kind: (column, row) => {
        const key = `${column},${row}`;
        if (places.has(key)) return key === last && wrong ? 'queen wrong' : 'queen';
        return queens.slice(0, -1).some((queen) => attacks(queen, [column, row])) ? 'attacked' : 'free';
      },
    }, this.#left(this.#state));
    byId('tries').textContent =
      `${counted(tried, 'square')} tried, ${counted(placed, 'queen')} placed, ${counted(solutions)} found.`;
  }

  #end() {
    this.pause();
    byId('tries').textContent = `${byId('tries').textContent.replace(/\.$/, '')}: all of them.`;
  }
}
