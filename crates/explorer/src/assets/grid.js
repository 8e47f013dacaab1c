// The board for placing queens, as a grid for the keyboard and for screen readers. The server draws the squares; this
// file changes their content.

import { shape } from './board.js';
import { lineOf, placeName } from './coordinates.js';
import { svg } from './dom.js';
import { Loupe } from './loupe.js';
import { about, grouped } from './words.js';

/** The largest board with a number on each square. */
const LARGEST_NUMBERED = 12;

/** As on the server: the heat of the fewest solutions, how much the most add, and where numbers turn white. */
const HEAT = [0.06, 0.88];
const DEEP = 0.794;

/** The smallest touch target, in pixels (WCAG 2.5.8). */
const TOUCHABLE = 24;

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Grid {
  #board;
  #n;
  #lines;
  #squares = new Map();
  #cursor;
  #hears;
  #focus = [1, 1];
  #loupe = null;
  /** What squares show besides queens: 'counts', 'attacks' or 'nothing'. */
  shows = 'counts';
  /** The shape on attacked squares. */
  attacked = 'dot';
  /** The square of a pointer that is down and where it was last, and whether it has been dragged to other squares. */
  #pressed = null;
  #isDragged = false;
  /** The square under the pointer. */
  #pointed = null;
  #result = null;

  /**
   * `hears` has `act(column, row, what)`, where `what` is 'click', 'queen', 'none' or 'free', `read(text, amount)`, and
   * possibly `drag(square, isFirst)` for the squares over which a pointer is dragged and `undrag()`, which takes it back. */
  constructor(board, n, hears) {
    this.#board = board;
    this.#n = n;
    this.#hears = hears;
    this.#cursor = board.querySelector('#cursor');
    this.#lines = board.querySelector('.clashes');
    board.setAttribute('role', 'grid');
    // Chromium focuses a picture that hears the focus of its parts.
    board.setAttribute('tabindex', -1);
    board.setAttribute('aria-describedby', 'ways');
    for (const row of board.querySelectorAll('.row')) row.setAttribute('role', 'row');
    for (const node of board.querySelectorAll('.square')) this.#take(node);
    this.#squares.get('1,1').node.setAttribute('tabindex', 0);
    this.#listen();
  }

  #take(node) {
    const [column, row] = node.dataset.at.split('=').map(Number);
    node.setAttribute('role', 'gridcell');
    node.setAttribute('tabindex', -1);
    node.removeAttribute('href');
    const title = node.querySelector('title');
    node.setAttribute('aria-label', title.textContent);
    title.remove();
    this.#squares.set(`${column},${row}`, { node, column, row, state: null });
  }

  #listen() {
    const board = this.#board;
    const at = (event) => {
      const place = event.target.closest('.square')?.dataset.at;
      return place && place.split('=').map(Number);
    };
    board.addEventListener('click', (event) => {
      const place = at(event);
      if (!place || this.#isDragged) return;
      event.preventDefault();
      this.focus(...place);
      if (this.#needsLoupe(event)) this.#enlarge(...place);
      else this.#hears.act(...place, 'click');
    });
    board.addEventListener('contextmenu', (event) => {
      const place = at(event);
      if (!place) return;
      event.preventDefault();
      this.#hears.act(...place, 'none');
    });
    if (this.#hears.drag) this.#hearDrags(at);
    board.addEventListener('pointerover', (event) => this.#read(at(event)));
    board.addEventListener('pointerleave', () => this.#read(null));
    board.addEventListener('focusin', (event) => {
      this.#read(at(event));
      this.#showCursor(event.target.matches(':focus-visible'));
    });
    board.addEventListener('focusout', () => this.#showCursor(false));
    board.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The width of a square in pixels. */
  #width() {
    return this.#squares.get('1,1').node.getBoundingClientRect().width;
  }

  #needsLoupe({ pointerType }) {
    return Boolean(pointerType) && pointerType !== 'mouse' && this.#width() < TOUCHABLE;
  }

  #hearDrags(at) {
    new ResizeObserver(() => this.#board.classList.toggle('tiny', this.#width() < TOUCHABLE)).observe(this.#board);
    document.addEventListener('pointerdown', (event) => {
      // A second finger makes it a pinch.
      if (!event.isPrimary) return this.#undrag();
      this.#isDragged = false;
      const place = this.#board.contains(event.target) && !event.button && !this.#needsLoupe(event) && at(event);
      this.#pressed = place ? { place, x: event.clientX, y: event.clientY } : null;
    });
    document.addEventListener('pointermove', (event) => {
      if (!this.#pressed || !event.isPrimary || !event.buttons) return;
      const { clientX, clientY } = event;
      const { x, y } = this.#pressed;
      const [dx, dy] = [clientX - x, clientY - y];
      // A fast pointer skips squares: those on the line from its last position count too.
      const steps = Math.ceil((2 * Math.hypot(dx, dy)) / this.#width());
      for (let i = 1; i <= steps; i++) this.#pass(at, x + (dx * i) / steps, y + (dy * i) / steps);
      Object.assign(this.#pressed, { x: clientX, y: clientY });
    });
    document.addEventListener('pointercancel', () => {
      this.#undrag();
      this.#isDragged = false;
    });
    document.addEventListener('pointerup', () => {
      this.#pressed = null;
      // The click of a drag, if there is one, follows in the same task.
      setTimeout(() => (this.#isDragged = false));
    });
  }

  /** Drags the pointer that is down to a point. */
  #pass(at, x, y) {
    const target = document.elementFromPoint(x, y);
    const place = target && this.#board.contains(target) && at({ target });
    if (!place || place.join() === this.#pressed.place.join()) return;
    if (!this.#isDragged) this.#hears.drag(this.#pressed.place, true);
    this.#isDragged = true;
    this.#pressed.place = place;
    this.#hears.drag(place, false);
  }

  /** Takes back a drag that is under way. */
  #undrag() {
    if (this.#pressed && this.#isDragged) this.#hears.undrag();
    this.#pressed = null;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = this.#focus;
    const step = STEPS[event.key];
    const acts = { Enter: 'queen', ' ': 'queen', x: 'none', Backspace: 'free', Delete: 'free' };
    if (step) this.focus(column + step[0], lineOf(this.#n, lineOf(this.#n, row) + step[1]));
    else if (event.key === 'Home') this.focus(1, row);
    else if (event.key === 'End') this.focus(this.#n, row);
    else if (event.key in acts) this.#hears.act(column, row, acts[event.key]);
    else return;
    event.preventDefault();
  }

  #showCursor(isFocused) {
    this.#cursor.setAttribute('visibility', isFocused ? 'visible' : 'hidden');
  }

  /** Shows a small square and those around it in the loupe, where a tap acts. */
  #enlarge(column, row) {
    this.#loupe ??= new Loupe(this.#n, {
      look: (place) => this.#squares.get(place.join()),
      pick: (...place) => {
        this.focus(...place);
        this.#hears.act(...place, 'click');
      },
    });
    this.#loupe.open(column, row);
  }

  /** Moves the focus to a square, at most to the edge. */
  focus(column, row) {
    const inside = (place) => Math.min(this.#n, Math.max(1, place));
    this.#squares.get(this.#focus.join()).node.setAttribute('tabindex', -1);
    this.#focus = [inside(column), inside(row)];
    const { node } = this.#squares.get(this.#focus.join());
    node.setAttribute('tabindex', 0);
    this.#cursor.setAttribute('x', this.#focus[0] - 1);
    this.#cursor.setAttribute('y', this.#focus[1] - 1);
    node.focus({ preventScroll: true });
  }

  #read(place) {
    this.#pointed = place;
    const { amount } = (place && this.#squares.get(place.join())) ?? {};
    this.#hears.read(place ? this.name(...place) : '', amount);
  }

  /** A square in words. */
  name(column, row) {
    return this.#squares.get(`${column},${row}`).node.getAttribute('aria-label');
  }

  /** The number of solutions with a queen on a square, if it is known. */
  #amount(column, row) {
    const { counts, estimates } = this.#result ?? {};
    return (counts ?? estimates)?.[row - 1][column - 1];
  }

  /**
   * Shows a position, whose `kind(column, row)` is 'queen', 'given', 'none', 'attacked' or 'free', with modifiers such
   * as 'wrong', and whose `clashes` are the pairs of queens that attack each other, and a result; without a result the colours stay as they are, or are removed if `pale`. */
  update(given, result, pale) {
    if (result || pale) this.#result = result;
    let most = 0;
    for (const square of this.#squares.values()) {
      const kind = given.kind(square.column, square.row);
      square.kind = kind === 'attacked' && this.shows === 'nothing' ? 'free' : kind;
      square.amount = kind === 'free' && this.shows === 'counts' ? this.#amount(square.column, square.row) : undefined;
      if (square.amount > most) most = square.amount;
    }
    const isExact = Boolean(this.#result?.counts);
    this.#lines.replaceChildren(...given.clashes.map(([[c, r], [d, s]]) => svg('path', { d: `M${c - 0.5} ${r - 0.5}L${d - 0.5} ${s - 0.5}` })));
    for (const square of this.#squares.values()) this.#draw(square, most, isExact);
    if (this.#pointed) this.#read(this.#pointed);
  }

  #draw(square, most, isExact) {
    const { node, column, row, kind, amount } = square;
    const heat = amount > 0 ? HEAT[0] + (HEAT[1] * amount) / most : 0;
    const state = `${kind} ${amount} ${heat} ${isExact}`;
    if (state === square.state) return;
    square.state = state;
    const [rect, old] = node.children;
    node.setAttribute('class', `square ${kind}`);
    rect.setAttribute('fill-opacity', heat.toFixed(3));
    old?.remove();
    const sign = this.#sign(square, heat, isExact);
    if (sign) node.append(sign);
    node.setAttribute('aria-label', placeName(column, row) + stateInWords(kind, amount, isExact));
  }

  #sign({ column, row, kind, amount }, heat, isExact) {
    const shapes = { queen: 'queen', given: 'queen', none: 'cross', attacked: this.attacked };
    const [what] = kind.split(' ');
    if (shapes[what]) return shape(shapes[what], column, row);
    if (!isExact || amount === undefined || (amount && this.#n > LARGEST_NUMBERED)) return null;
    const size = amount > 999 ? 0.27 : 0.32;
    const look = !amount ? 'never' : heat > DEEP ? 'amount.deep' : 'amount';
    return svg(`text.${look}`, { x: column - 0.5, y: (row - 0.5 + size * 0.36).toFixed(3), 'font-size': size }, grouped(amount));
  }
}

const KINDS = { queen: ', queen', given: ', given queen', none: ', no queen here', attacked: ', attacked' };

/** The state of a square in words. */
function stateInWords(kind, amount, isExact) {
  const [what, ...more] = kind.split(' ');
  if (what === 'queen' && more.includes('pointed')) return ', queen, not part of the solution';
  if (KINDS[what]) return KINDS[what] + (more.includes('wrong') ? ', attacked by another queen' : '');
  if (amount === undefined) return '';
  if (!isExact) return `, ≈ ${about(amount)} solutions`;
  return amount === 1 ? ', 1 solution' : `, ${grouped(amount)} solutions`;
}
