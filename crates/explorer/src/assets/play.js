// The view of one puzzle: given queens are locked, clicks place queens and mark squares as empty, drags mark several.

import { base } from './address.js';
import { begin } from './app.js';
import { lineOf } from './coordinates.js';
import { byId, element, pageData, say } from './dom.js';
import { Grid } from './grid.js';
import { hint } from './hints.js';
import { onUndo, shortcuts } from './keys.js';
import { json, status } from './net.js';
import { share } from './share.js';
import { attacks, clashesOf, isIn } from './squares.js';
import { onChange, recall, remember } from './store.js';
import { noteDay, streak } from './streak.js';
import { clock, counted, grouped } from './words.js';

/** What a click makes of a square, by what the first click makes of a free one. */
const NEXT = {
  queen: { queen: 'none', none: undefined, undefined: 'queen' },
  none: { none: 'queen', queen: undefined, undefined: 'none' },
};

/** The setting of all puzzles: what the first click makes, and whether attacked squares are marked. */
const MARKING = 'marking';

const ASK_AGAIN = 'Another hint names the square.';

const keyOf = (column, row) => `${column},${row}`;
const squareOf = (key) => key.split(',').map(Number);

class Play {
  #data;
  #n;
  #given;
  /** 'queen' or 'none' by square. */
  #marks = new Map();
  #past = [];
  /** Squares that the last help points at. */
  #pointed = new Set();
  /**
   * What the browser remembers with the marks: `end` is 'solved' or 'shown' at the end, and `wasShown` whether the
   * solution was shown, which stays so until another puzzle. */
  #game = { seconds: 0, hints: 0, end: null, wasShown: false };
  #marking = recall(MARKING, { first: 'queen', attacked: false });
  /** What a drag makes of squares. */
  #dragged = 'none';
  /** Whether the clock ran before a drag. */
  #ranBefore = false;
  #isRunning = false;
  /** Whether another tab has changed the game since this one did, in the last second. */
  #isFollowing = false;
  /** The request for the solution. */
  #asked = null;
  #grid;
  /** The pairs of queens that attack each other. */
  clashes = [];

  constructor(data) {
    this.#data = data;
    this.#n = data.n;
    this.#given = new Set(data.conditions.map((word) => word.replace('=', ',')));
    this.#grid = new Grid(byId('board'), data.n, {
      act: (column, row, what) => this.#act(column, row, what),
      drag: (square, isFirst) => this.#drag(square, isFirst),
      undrag: () => this.#undrag(),
      read: (text) => (byId('readout').textContent = text),
    });
    this.#grid.attacked = 'cross';
    this.#listen();
    this.#resume();
    // The same puzzle in another tab.
    onChange(this.#key, () => {
      this.#isFollowing = true;
      this.#resume();
    });
  }

  /** Shows the game as the browser remembers it. */
  #resume() {
    this.#recall();
    this.#update();
    if (this.#game.end) this.#showEnd(false);
    else byId('end').hidden = true;
  }

  #listen() {
    const on = (id, act) => byId(id).addEventListener('click', act);
    on('undo', () => this.#undo());
    on('clear', () => this.#restart());
    on('attacks', () => this.#set({ attacked: !this.#marking.attacked }));
    on('crosses', () => this.#set({ first: this.#marking.first === 'none' ? 'queen' : 'none' }));
    on('check', () => this.#help(() => this.#check()));
    on('hint', () => this.#help(() => this.#hint()));
    on('solve', () => this.#help(() => this.#solve()));
    on('share', () => this.#share());
    onUndo(() => this.#undo());
    setInterval(() => this.#tick(), 1000);
    shortcuts('On the board', [
      { keys: [], shown: '← → ↑ ↓', does: 'move' },
      { keys: [], shown: 'Enter', does: 'place a queen, or take it away' },
      { keys: [], shown: 'x', does: 'mark as empty' },
      { keys: [], shown: 'Backspace', does: 'clear the square' },
      { keys: [], shown: 'Ctrl+Z', does: 'undo' },
      { keys: ['m'], shown: 'm', does: 'mark attacked squares', act: () => byId('attacks').click() },
      { keys: ['n'], shown: 'n', does: 'the next puzzle, when this one is solved', act: () => this.#game.end && byId('next').click() },
    ]);
  }

  // The game

  #queens() {
    const placed = [...this.#marks].filter(([, mark]) => mark === 'queen').map(([key]) => key);
    return [...this.#given, ...placed].map(squareOf);
  }

  #crosses() {
    return [...this.#marks].filter(([, mark]) => mark === 'none').map(([key]) => squareOf(key));
  }

  #act(column, row, what) {
    const key = keyOf(column, row);
    if (this.#game.end || this.#given.has(key)) return;
    const mark = this.#marks.get(key);
    const wanted = what === 'click' ? NEXT[this.#marking.first][mark] : what === 'free' || what === mark ? undefined : what;
    if (wanted === mark) return;
    this.#keep();
    if (wanted) this.#marks.set(key, wanted);
    else this.#marks.delete(key);
    this.#isRunning = true;
    this.#changed();
  }

  /** Marks the squares of a drag as empty, or clears marks if it began on one. One undo takes all of them back. */
  #drag(square, isFirst) {
    const mark = this.#marks.get(square.join());
    if (isFirst) {
      this.#dragged = mark === 'none' ? undefined : 'none';
      this.#ranBefore = this.#isRunning;
      if (!this.#game.end) this.#keep();
    }
    if (this.#game.end || this.#given.has(square.join()) || mark === 'queen') return;
    if (this.#dragged) this.#marks.set(square.join(), this.#dragged);
    else this.#marks.delete(square.join());
    this.#isRunning = true;
    this.#changed();
  }

  #undrag() {
    this.#isRunning = this.#ranBefore;
    this.#undo();
  }

  #keep() {
    this.#past.push(new Map(this.#marks));
  }

  #undo() {
    const marks = this.#past.pop();
    if (!marks || this.#game.end) return;
    this.#marks = marks;
    this.#changed();
  }

  /** Takes the queens away. The time and the hints stay with the puzzle. */
  #restart() {
    if (this.#game.end) this.#past = [];
    else if (this.#marks.size) this.#keep();
    this.#marks.clear();
    this.#game.end = null;
    this.#isRunning = false;
    byId('end').hidden = true;
    this.#changed();
  }

  #changed() {
    this.#pointed.clear();
    this.#advise('');
    this.#update();
    const { clashes } = this;
    const queens = this.#queens().length;
    say(`${queens} of ${counted(this.#n, 'queen')}${clashes.length ? ', some attack each other' : ''}`);
    if (queens === this.#n && !clashes.length && !this.#game.end) this.#finish(this.#game.wasShown ? 'shown' : 'solved');
    this.#save();
  }

  #finish(end) {
    this.#game.end = end;
    this.#isRunning = false;
    if (end === 'solved' && this.#data.date) noteDay(this.#data.date, this.#game.seconds);
    this.#update();
    byId('board').classList.toggle('cheers', end === 'solved');
    for (const queen of byId('board').querySelectorAll('.queen')) queen.style.setProperty('--column', queen.getAttribute('x'));
    this.#showEnd(true);
  }

  // What is shown

  /** The kind of a square for the grid, with its modifiers. */
  kind(column, row) {
    const key = keyOf(column, row);
    /** @type {[number, number]} */
    const here = [column, row];
    const mark = this.#given.has(key) ? 'given' : this.#marks.get(key);
    const isAttacked = () => this.#queens().some((queen) => attacks(queen, here));
    const hinted = this.#pointed.has(key) ? ' pointed' : '';
    if (mark === 'given' || mark === 'queen') return mark + (isIn(this.clashes, here) ? ' wrong' : '') + hinted;
    return (mark ?? (this.#marking.attacked && isAttacked() ? 'attacked' : 'free')) + hinted;
  }

  #update() {
    this.clashes = clashesOf(this.#queens());
    this.#grid.update(this, null, true);
    const queens = this.#queens().length;
    const [number, meaning] = byId('progress').querySelectorAll('p');
    number.textContent = `${queens} / ${counted(this.#n, 'queen')}`;
    const missing = this.#n - queens;
    meaning.textContent = missing < 0 ? 'Too many queens. Red ones attack each other.'
      : this.clashes.length ? 'Red queens attack each other.'
      : missing ? `${missing} to place. Exactly one solution.` : 'All queens are placed.';
    byId('undo').disabled = !this.#past.length || Boolean(this.#game.end);
    byId('attacks').setAttribute('aria-pressed', this.#marking.attacked);
    byId('crosses').setAttribute('aria-pressed', this.#marking.first === 'none');
    byId('board').classList.toggle('solved', this.#game.end === 'solved');
    byId('help').hidden = Boolean(this.#game.end);
    byId('time').textContent = clock(this.#game.seconds);
  }

  #set(setting) {
    this.#marking = { ...this.#marking, ...setting };
    remember(MARKING, this.#marking);
    this.#update();
  }

  #tick() {
    // Of two windows only one counts: the last that was used.
    const counts = this.#isRunning && !document.hidden && !this.#isFollowing;
    this.#isFollowing = false;
    if (!counts) return;
    this.#game.seconds += 1;
    byId('time').textContent = clock(this.#game.seconds);
    this.#save();
  }

  /** Shows the end of the game, with the rank of the solution. */
  async #showEnd(moves) {
    const panel = byId('end');
    const isSolved = this.#game.end === 'solved';
    panel.querySelector('h2').textContent = isSolved ? 'Solved' : 'The solution';
    byId('share').hidden = !isSolved;
    byId('result').textContent = isSolved ? `${this.#score()}.` : '';
    panel.hidden = false;
    if (moves) panel.focus({ preventScroll: false });
    try {
      const { rank, solutions, orbit_id: orbit } = await this.#solution();
      const link = (path, text) => element('a', { href: `${base}/${this.#n}/${path}` }, text);
      const parts = rank && [' This is ', link(rank, `solution ${grouped(rank)} of ${grouped(solutions)}`),
        ...(orbit ? [', ', link(`orbit/${orbit}`, `orbit ${grouped(orbit)}`)] : []), '.'];
      const days = isSolved && this.#data.date ? streak(this.#data.date) : 0;
      byId('result').replaceChildren(isSolved ? `${this.#score()}.` : '', ...(parts ?? []),
        days > 1 ? ` ${days} days in a row.` : '');
      if (moves) say(byId('result').textContent);
      if (moves) panel.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      status(error.message);
    }
  }

  /** Such as "Solved in 1:37, no hints". */
  #score() {
    const hints = this.#game.hints === 1 ? '1 hint' : this.#game.hints ? `${this.#game.hints} hints` : 'no hints';
    return `Solved in ${clock(this.#game.seconds)}, ${hints}`;
  }

  #share() {
    const places = Array.from({ length: this.#n }, (_, i) => i + 1);
    const line = (place) => places.map((column) => (this.#given.has(keyOf(column, lineOf(this.#n, place))) ? '👑' : '⬜')).join('');
    const days = this.#data.date ? streak(this.#data.date) : 0;
    const text = `nqdb, ${this.#data.title}\n${places.map(line).join('\n')}\n${this.#score()}${days > 1 ? ` · ${days} days in a row` : ''}`;
    share(byId('share'), text, location.href).catch((error) => status(error.message));
  }

  // Help

  #solution() {
    return (this.#asked ??= json(this.#data.solution).catch((error) => {
      this.#asked = null;
      throw error;
    }));
  }

  /** Runs a kind of help, which needs the solution. */
  async #help(work) {
    if (this.#game.end) return;
    try {
      await this.#solution();
      // Another tab may have ended it, or the last queen.
      if (this.#game.end) return;
      await work();
      this.#update();
      this.#save();
    } catch (error) {
      status(error.message);
    }
  }

  async #check() {
    const { queens: rows } = await this.#solution();
    const wrong = this.#queens().filter(([column, row]) => rows[column - 1] !== row);
    this.#pointed = new Set(wrong.map((square) => square.join()));
    const placed = this.#queens().length - this.#given.size;
    const text = !placed ? 'You have not placed a queen yet.'
      : !wrong.length ? 'All your queens are right so far.'
      : wrong.length === 1 ? 'One queen is not part of the solution.' : `${wrong.length} queens are not part of the solution.`;
    // A check that finds a wrong queen is a hint.
    if (wrong.length && text !== byId('advice').textContent) this.#game.hints += 1;
    this.#advise(text);
  }

  async #hint() {
    const { queens: rows } = await this.#solution();
    const asked = `${[...this.#marks]}`;
    const { square, text, where } = await hint(this.#n, this.#queens(), this.#crosses(), rows);
    if (this.#game.end || `${[...this.#marks]}` !== asked) return;
    const said = byId('advice').textContent;
    // First where to look, then the square. They count once.
    const isSecond = said === `${where} ${ASK_AGAIN}`;
    if (said !== text && !isSecond) this.#game.hints += 1;
    this.#isRunning = true;
    if (where && !isSecond && said !== text) return this.#advise(`${where} ${ASK_AGAIN}`);
    this.#pointed = new Set([square.join()]);
    this.#advise(text);
  }

  async #solve() {
    if (!confirm('Show the solution? The puzzle can then no longer be solved.')) return;
    const { queens: rows } = await this.#solution();
    this.#game.wasShown = true;
    this.#marks.clear();
    rows.forEach((row, i) => !this.#given.has(keyOf(i + 1, row)) && this.#marks.set(keyOf(i + 1, row), 'queen'));
    this.#pointed.clear();
    this.#finish('shown');
  }

  #advise(text) {
    byId('advice').textContent = text;
  }

  // Storage

  get #key() {
    return `game ${this.#data.path}${location.search}`;
  }

  #save() {
    this.#isFollowing = false;
    remember(this.#key, { marks: [...this.#marks], ...this.#game });
  }

  #recall() {
    const { marks, ...game } = recall(this.#key, { marks: [] });
    this.#marks = new Map(marks);
    this.#game = { ...this.#game, ...game };
    this.#isRunning = this.#marks.size > 0 && !this.#game.end;
  }
}

begin(() => new Play(pageData()));
