// The prefix strip: a button for each row of the next queen, as wide as its share of the solutions. It reaches any of
// billions of solutions in a few clicks.

import { base } from './address.js';
import { element } from './dom.js';
import { json, status } from './net.js';
import { counted, grouped } from './words.js';

export class Strip {
  #host;
  #n;
  #go;
  #shown;
  #parts = [];
  #needle = element('i.needle');

  /** The rows of the given first queens, and the first and last rank of the solutions with this prefix. */
  prefix = [];
  from = 1;
  to;

  /** `go(rank)` goes to a solution, and resolves when it is shown or has failed; `changed()` is called when the limits change; `shown` is `{ rank, queens }`. */
  constructor(host, n, shown, { go, changed }) {
    this.to = 1;
    this.changed = changed;
    this.#host = host;
    this.#n = n;
    this.#shown = shown;
    this.#go = go;
  }

  /** Shows the next queens after a prefix; throws a failure. */
  async open(prefix) {
    const place = prefix.length ? `tree/${prefix.join('-')}` : 'tree';
    const { first, solutions, children } = await json(`${base}/${this.#n}/${place}.json`);
    if (!solutions) return;
    const last = first + solutions - 1;
    const isOutside = () => this.#shown.rank < first || this.#shown.rank > last;
    if (isOutside()) await this.#go(first);
    // The move has failed.
    if (isOutside()) return;
    Object.assign(this, { prefix, from: first, to: last });
    this.#draw(children);
    this.changed();
    await this.follow(this.#shown);
  }

  /** Marks a solution; zooms out as far as needed. */
  async follow(shown) {
    this.#shown = shown;
    const { rank, queens } = shown;
    if (rank < this.from || rank > this.to) {
      const common = this.prefix.findIndex((row, i) => row !== queens[i]);
      await this.open(this.prefix.slice(0, Math.max(0, common)));
      return;
    }
    const here = this.#partOf(rank);
    for (const { button } of this.#parts) {
      if (button === here?.button) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    if (!here) return;
    const { button } = here;
    button.append(this.#needle);
    this.#needle.style.left = `${(100 * (rank - here.first + 0.5)) / here.solutions}%`;
    // On a small screen the strip scrolls.
    const list = button.parentNode;
    const isHidden = button.offsetLeft < list.scrollLeft || button.offsetLeft + button.offsetWidth > list.scrollLeft + list.clientWidth;
    if (isHidden) list.scrollLeft = button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2;
  }

  /** Opens the part that contains the shown solution. */
  zoomIn() {
    const part = this.#partOf(this.#shown.rank);
    if (part) this.#enter(part);
  }

  zoomOut() {
    if (this.prefix.length) this.#zoom(this.prefix.slice(0, -1));
  }

  #zoom(prefix) {
    this.open(prefix).catch((error) => status(error.message));
  }

  #partOf(rank) {
    return this.#parts.find(({ first, solutions }) => rank >= first && rank < first + solutions);
  }

  #enter({ row, first, solutions }) {
    if (solutions === 1) this.#go(first);
    else this.#zoom([...this.prefix, row]);
  }

  #draw(children) {
    const { prefix } = this;
    const column = prefix.length + 1;
    const hadFocus = this.#host.contains(document.activeElement);
    const all = this.to - this.from + 1;
    this.#parts = children.map((child) => {
      const name = `Queen ${column} in row ${child.row}: ${counted(child.solutions)} from rank ${grouped(child.first)}`;
      const button = element('button.part', { type: 'button', title: name, 'aria-label': name }, `${child.row}`);
      button.style.flexGrow = `${child.solutions / all}`;
      button.addEventListener('click', () => this.#enter(child));
      return { ...child, button };
    });
    this.#host.replaceChildren(
      element('div.parts', { role: 'group', 'aria-label': `Rows of queen ${column}` }, this.#parts.map(({ button }) => button)),
      this.#crumbs(all));
    // A strip that is cut at its end fades out there.
    const strip = this.#host.firstChild;
    const mark = () => strip.classList.toggle('cut', strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1);
    strip.addEventListener('scroll', mark);
    mark();
    if (hadFocus) (this.#partOf(this.#shown.rank) ?? this.#parts[0]).button.focus();
  }

  /** The breadcrumbs, such as "any ▸ 10 ▸ 3". */
  #crumbs(all) {
    const { prefix } = this;
    const crumb = (text, length) => {
      const button = element('button', { type: 'button', 'aria-current': length === prefix.length && 'true' }, text);
      button.addEventListener('click', () => this.#zoom(prefix.slice(0, length)));
      return button;
    };
    const zoom = element('button', { type: 'button', title: 'Zoom in (+)' }, 'zoom in');
    zoom.addEventListener('click', () => this.zoomIn());
    return element('p.crumbs', {}, 'First queens: ', crumb('any', 0),
      prefix.map((row, i) => [' ▸ ', crumb(`${row}`, i + 1)]).flat(), ` · ${counted(all)} · `, zoom);
  }
}
