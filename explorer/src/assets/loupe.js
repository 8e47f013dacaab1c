// The loupe: the squares around a small one, large enough for a finger.

import { lineOf } from './coordinates.js';
import { byId, element, svg } from './dom.js';

/** Squares in each direction. */
const WIDE = 5;

export class Loupe {
  #n;
  #pick;
  #dialog;
  #view;
  #corner = [0, 0];

  /** `pick(column, row)` is called with the square that is tapped in the loupe. */
  constructor(n, pick) {
    this.#n = n;
    this.#pick = pick;
    this.#view = svg('svg.board.chequered', { role: 'img', 'aria-label': 'The squares around your finger' },
      svg('g.men', {}, svg('use', { href: '#squares' })));
    const close = element('button', { type: 'button' }, 'Close');
    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog = element('dialog.loupe', { 'aria-label': 'Choose a square' }, this.#view, close);
    this.#view.addEventListener('click', (event) => this.#choose(event));
    byId('main').append(this.#dialog);
  }

  /** Shows the squares around this one, 1-based. */
  open(column, row) {
    const first = (place) => Math.min(Math.max(0, place - 1 - (WIDE - 1) / 2), Math.max(0, this.#n - WIDE));
    this.#corner = [first(column), first(lineOf(this.#n, row))];
    const wide = Math.min(WIDE, this.#n);
    this.#view.setAttribute('viewBox', `${this.#corner.join(' ')} ${wide} ${wide}`);
    this.#dialog.show();
  }

  #choose(event) {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    const wide = Math.min(WIDE, this.#n);
    const [x, y] = [((event.clientX - left) / width) * wide, ((event.clientY - top) / height) * wide];
    this.#dialog.close();
    this.#pick(this.#corner[0] + Math.floor(x) + 1, lineOf(this.#n, this.#corner[1] + Math.floor(y) + 1));
  }
}
