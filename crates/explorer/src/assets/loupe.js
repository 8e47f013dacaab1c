// The loupe: the squares around a small one, large enough for a finger.

import { lineOf } from './coordinates.js';
import { byId, element, svg } from './dom.js';
import { brief } from './words.js';

/** Squares in each direction. */
const WIDE = 5;

export class Loupe {
  #n;
  #look;
  #pick;
  #dialog;
  #view;
  #content = svg('g');
  #corner = [0, 0];

  /**
   * `look([column, row])` has the `node` of a square and the `amount` of its solutions, if that is known; `pick(column,
   * row)` is called with the square that is tapped in the loupe. */
  constructor(n, { look, pick }) {
    this.#n = n;
    this.#look = look;
    this.#pick = pick;
    this.#view = svg('svg.board.chequered', { role: 'img', 'aria-label': 'The squares around your finger' },
      svg('g.men', {}, svg('use', { href: '#squares' }), this.#content));
    const close = element('button', { type: 'button' }, 'Close');
    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog = element('dialog.loupe', { 'aria-label': 'Choose a square' }, this.#view, close);
    this.#view.addEventListener('click', (event) => this.#choose(event));
    byId('main').append(this.#dialog);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#dialog.close());
    document.addEventListener('pointerdown', ({ target }) => this.#dialog.contains(target) || this.#dialog.close());
  }

  /** Shows the squares around this one, 1-based. */
  open(column, row) {
    const first = (place) => Math.min(Math.max(0, place - 1 - (WIDE - 1) / 2), Math.max(0, this.#n - WIDE));
    this.#corner = [first(column), first(lineOf(this.#n, row))];
    const wide = Math.min(WIDE, this.#n);
    this.#view.setAttribute('viewBox', `${this.#corner.join(' ')} ${wide} ${wide}`);
    this.#content.replaceChildren(...this.#copies(wide), svg('rect.cursor', { x: column - 1, y: row - 1, width: 1, height: 1 }));
    this.#dialog.show();
  }

  /** The squares as the board shows them, with numbers of columns and rows at two edges, and amounts. */
  #copies(wide) {
    const places = Array.from({ length: wide }, (_, i) => i + 1);
    const squares = places.flatMap((x) => places.map((y) => [this.#corner[0] + x, lineOf(this.#n, this.#corner[1] + y), x, y]));
    return squares.map(([column, row, x, y]) => {
      const { node, amount } = this.#look([column, row]);
      const copy = svg('g', { class: node.getAttribute('class') }, [...node.children].map((child) => child.cloneNode(true)));
      const label = (text, dx, dy) => svg('text.label', { x: column - 1 + dx, y: row - 1 + dy, 'font-size': 0.2 }, `${text}`);
      if (y === 1) copy.append(label(column, 0.5, 0.2));
      if (x === 1) copy.append(label(row, 0.14, 0.5));
      const isShown = copy.querySelector('text.amount');
      if (amount && !isShown) copy.append(svg('text.amount', { x: column - 0.5, y: row - 0.15, 'font-size': 0.22 }, brief(amount)));
      return copy;
    });
  }

  #choose(event) {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    const wide = Math.min(WIDE, this.#n);
    const [x, y] = [((event.clientX - left) / width) * wide, ((event.clientY - top) / height) * wide];
    this.#dialog.close();
    this.#content.replaceChildren();
    this.#pick(this.#corner[0] + Math.floor(x) + 1, lineOf(this.#n, this.#corner[1] + Math.floor(y) + 1));
  }
}
