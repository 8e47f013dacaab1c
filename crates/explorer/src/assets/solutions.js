// The view of one solution: moves from rank to rank without loading a page. Each move takes over the server's page of
// the solution as a whole: until it is there, and if it fails, everything stays as it is.

import { base, below } from './address.js';
import { begin } from './app.js';
import { boardName } from './board.js';
import { nameImages } from './coordinates.js';
import { byId, pageData, say } from './dom.js';
import { shortcuts } from './keys.js';
import { isAbort, latest, page, status, waiting } from './net.js';
import { meaningsOf } from './search.js';
import { Strip } from './strip.js';
import { imageOf, turn } from './turn.js';
import { grouped } from './words.js';

/** Time in milliseconds after which a move is shown as slow, and a newer one cancels it. */
const SLOW = 150;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Defines keys that follow the links of the page. */
function nameKeys() {
  const key = (keys, shown, does, way) => ({ keys, shown, does, act: () => document.querySelector(`[data-way=${way}]`)?.click() });
  const has = (way) => document.querySelector(`[data-way=${way}][href]`);
  if (!has('any')) return;
  shortcuts('Solutions', [
    key(['ArrowLeft'], '←', 'previous', 'previous'),
    key(['ArrowRight'], '→', 'next', 'next'),
    key(['Home'], 'Home', 'first', 'first'),
    key(['End'], 'End', 'last', 'last'),
    key(['r'], 'r', 'random solution', 'any'),
    { keys: ['g'], shown: 'g', does: 'type a rank', act: () => byId('rank')?.select() },
  ]);
  const turns = [...document.querySelectorAll('[data-way][aria-keyshortcuts]')];
  shortcuts('Symmetries', turns.map((link) => {
    const [pressed, label] = ['aria-keyshortcuts', 'aria-label'].map((name) => link.getAttribute(name));
    return key([pressed], pressed, label[0].toLowerCase() + label.slice(1), link.dataset.way);
  }));
}

class Solutions {
  #n;
  #all;
  #shown;
  /** The rank of the last move, from which the next one starts. */
  #wanted;
  /** The request of the current move, and whether it is slow. */
  #asking = null;
  #isSlow = false;
  /** The moves so far, the turns so far, and the animation of the last turn. */
  #moving = null;
  #turns = Promise.resolve();
  #turning = null;
  #strip;
  #slider = byId('slider');
  #field = byId('rank');
  #move = latest((move) => this.#perform(move));

  constructor({ n, rank, solutions, queens }) {
    this.#n = n;
    this.#all = solutions;
    this.#shown = { rank, queens };
    this.#wanted = rank;
    this.#strip = new Strip(byId('strip'), n, this.#shown, {
      go: (to) => this.#go(to, 'push'),
      changed: () => this.#limit(),
    });
    this.#strip.to = solutions;
    this.#limit();
    this.#strip.open([]).catch(() => (byId('strip').hidden = true));
    this.#listen();
  }

  #listen() {
    this.#slider.addEventListener('input', () => this.#go(Number(this.#slider.value), 'step'));
    this.#field.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#read(this.#field.value).catch((error) => status(error.message));
    });
    this.#field.addEventListener('focus', () => this.#field.select());
    this.#field.addEventListener('input', () => this.#complain(null));
    document.addEventListener('click', (event) => this.#follow(event));
    addEventListener('popstate', () => {
      const rank = this.#rankOf(location.pathname);
      if (rank) this.#go(rank, 'stay');
      else location.reload();
    });
    shortcuts('Strip', [
      { keys: ['+'], shown: '+', does: 'zoom in', act: () => this.#strip.zoomIn() },
      { keys: ['-', '−'], shown: '−', does: 'zoom out', act: () => this.#strip.zoomOut() },
    ]);
  }

  /** Goes to the rank in a text, or shows at the field why there is none. */
  async #read(text) {
    const { meanings: [meaning], problem } = await meaningsOf(`rank ${text}`);
    this.#complain(problem);
    if (problem) return;
    const rank = this.#rankOf(meaning.path);
    this.#write();
    if (rank) this.#go(rank, 'push');
    else location.assign(meaning.path);
  }

  /** Shows what is wrong with the text of the rank field; null removes it. */
  #complain(problem) {
    byId('wrong-rank').textContent = problem ? problem.replace(/^taken for a rank: /, '') : '';
    if (problem) this.#field.setAttribute('aria-invalid', true);
    else this.#field.removeAttribute('aria-invalid');
  }

  /** The rank in a URL of this board, or null. */
  #rankOf(path) {
    const [, n, rank] = below(path).match(/^\/(\d+)\/(\d+)$/) ?? [];
    return Number(n) === this.#n ? Number(rank) : null;
  }

  #urlOf(rank) {
    return `${base}/${this.#n}/${rank}`;
  }

  /** Handles links to solutions of this board. */
  #follow(event) {
    const link = event.target.closest('main a');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { way } = link.dataset;
    const steps = {
      first: () => this.#go(1, 'push'),
      previous: () => this.#go(this.#wanted - 1, 'step'),
      next: () => this.#go(this.#wanted + 1, 'step'),
      last: () => this.#go(this.#all, 'push'),
      any: () => this.#go(1 + Math.floor(Math.random() * this.#all), 'push'),
    };
    const rank = link.download ? null : this.#rankOf(link.pathname);
    if (way in steps) steps[way]();
    else if (way) this.#turns = this.#turns.then(() => this.#turn(way));
    else if (rank) this.#go(rank, 'push');
    else return;
    event.preventDefault();
  }

  /** Turns the board after the moves before. */
  async #turn(symmetry) {
    await this.#moving;
    const link = document.querySelector(`[data-way=${symmetry}]`);
    const rank = this.#rankOf(link.pathname);
    if (rank) await this.#go(rank, 'push', symmetry);
    else location.assign(link.href);
  }

  /**
   * Goes to a rank, with the movement of a symmetry if it is one. The URL becomes a new history entry (`push`), one for
   * all steps in a row (`step`), or is the new one already (`stay`).
   */
  #go(to, address, symmetry) {
    const rank = Math.min(Math.max(1, to), this.#all);
    this.#wanted = rank;
    if (this.#isSlow) this.#asking.abort();
    return (this.#moving = this.#move({ rank, address, symmetry }));
  }

  async #perform({ rank, address, symmetry }) {
    const asking = (this.#asking = new AbortController());
    const slow = setTimeout(() => {
      this.#isSlow = true;
      byId('main').setAttribute('aria-busy', 'true');
      waiting(`Looking up solution ${grouped(rank)}`, () => asking.abort());
    }, SLOW);
    try {
      const fresh = rank === this.#shown.rank ? document : await page(this.#urlOf(rank), asking.signal);
      await this.#turning;
      this.#show(rank, fresh, address, symmetry);
    } catch (error) {
      this.#stay(rank, address);
      if (!isAbort(error)) status(error.message);
    } finally {
      clearTimeout(slow);
      this.#isSlow = false;
      byId('main').removeAttribute('aria-busy');
      waiting(null);
    }
  }

  /** Shows the solution of a page that has arrived. */
  #show(rank, fresh, address, symmetry) {
    const before = this.#shown.queens;
    if (fresh !== document) {
      this.#shown = { rank, queens: pageData(fresh).queens };
      takeOver(fresh);
    }
    if (address !== 'stay' && location.pathname !== this.#urlOf(rank)) {
      const isNext = address === 'step' && history.state === 'step';
      history[isNext ? 'replaceState' : 'pushState'](address, '', this.#urlOf(rank));
    }
    this.#complain(null);
    status('');
    this.#write();
    this.#draw(before, symmetry);
    say(`Solution ${grouped(rank)}`);
    this.#strip.follow(this.#shown).catch((error) => status(error.message));
  }

  /** Leaves everything as it was after a move that failed. */
  #stay(rank, address) {
    if (this.#wanted === rank) this.#wanted = this.#shown.rank;
    if (address === 'stay') history.replaceState(null, '', this.#urlOf(this.#shown.rank));
    this.#write();
  }

  /** Writes the rank of the shown solution; a slider that is being moved stays under the pointer. */
  #write() {
    const { rank } = this.#shown;
    const text = grouped(rank);
    this.#field.value = text;
    this.#field.size = text.length;
    if (rank !== this.#wanted) return;
    this.#slider.value = rank;
    this.#slider.setAttribute('aria-valuetext', `${text} of ${grouped(this.#all)}`);
  }

  /** Draws the queens of the shown solution, after the movement of a symmetry if it is one. */
  #draw(before, symmetry) {
    const { queens } = this.#shown;
    const shapes = document.querySelectorAll('#board .queens use');
    document.querySelector('#board svg').setAttribute('aria-label', boardName(queens));
    const place = () => shapes.forEach((shape, column) => {
      shape.setAttribute('x', column);
      shape.setAttribute('y', queens[column] - 1);
    });
    const isImage = symmetry && imageOf(symmetry, before).join() === queens.join();
    if (isImage && !calm.matches) this.#turning = turn(shapes, symmetry, before).then(place);
    else place();
  }

  /** Limits the slider to the ranks of the strip. */
  #limit() {
    this.#slider.min = this.#strip.from;
    this.#slider.max = this.#strip.to;
    this.#write();
  }
}

/** Copies the parts that change from solution to solution: the title, the links, the facts. */
function takeOver(fresh) {
  document.title = fresh.title;
  for (const link of document.querySelectorAll('[data-way]')) {
    const other = fresh.querySelector(`[data-way=${link.dataset.way}]`);
    for (const name of ['href', 'aria-disabled']) {
      const value = other?.getAttribute(name) ?? null;
      if (value === null) link.removeAttribute(name);
      else link.setAttribute(name, value);
    }
  }
  for (const link of document.head.querySelectorAll('link[rel=canonical], link[rel=alternate]')) {
    link.href = fresh.head.querySelector(`link[rel=${link.rel}]${link.type ? `[type="${link.type}"]` : ''}`)?.getAttribute('href');
  }
  const description = (page) => page.querySelector('meta[name=description]');
  description(document).content = description(fresh).content;
  document.querySelector('.title .unseen').textContent = fresh.querySelector('.title .unseen').textContent;
  const facts = byId('facts');
  const { key } = document.activeElement?.closest('#facts [data-key]')?.dataset ?? {};
  const isOpen = [...facts.querySelectorAll('details')].map((details) => details.open);
  facts.replaceChildren(...document.adoptNode(fresh.getElementById('facts')).childNodes);
  nameImages();
  facts.querySelectorAll('details').forEach((details, i) => (details.open = isOpen[i]));
  if (key) facts.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

begin(() => {
  nameKeys();
  // Boards whose ranks are not all within reach have no data: each link loads a page. So do ranks that are not exact in
  // JavaScript.
  const data = pageData();
  if (data && Number.isSafeInteger(data.solutions)) new Solutions(data);
});
