// The view of one solution: moves from rank to rank without loading a page. The board changes at once; the facts about
// the solution follow from the server's page, whose changed parts are copied.

import { base, below } from './address.js';
import { boardName } from './board.js';
import { byId, pageData, say } from './dom.js';
import { shortcuts } from './keys.js';
import { isAbort, json, latest, page, status } from './net.js';
import { Strip } from './strip.js';
import { imageOf, turn } from './turn.js';
import { grouped } from './words.js';

/** Time without a move, in milliseconds, after which the facts are loaded. */
const REST = 100;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export function start() {
  const data = pageData();
  if (!data) return;
  nameKeys();
  // Larger ranks are not exact in JavaScript; on such boards each link loads a page.
  if (Number.isSafeInteger(data.solutions)) new Solutions(data);
}

/** Defines keys that follow the links of the page. */
function nameKeys() {
  const follow = (way) => () => document.querySelector(`[data-way=${way}]`)?.click();
  const key = (keys, shown, does, way) => ({ keys, shown, does, act: follow(way) });
  shortcuts('Solutions', [
    key(['ArrowLeft'], '←', 'previous', 'previous'),
    key(['ArrowRight'], '→', 'next', 'next'),
    key(['Home'], 'Home', 'first', 'first'),
    key(['End'], 'End', 'last', 'last'),
    key(['r'], 'r', 'random solution', 'any'),
    { keys: ['g'], shown: 'g', does: 'type a rank', act: () => byId('rank').select() },
  ]);
  shortcuts('Symmetries', [
    key(['h'], 'h', 'flip horizontally', 'po5'),
    key(['v'], 'v', 'flip vertically', 'po4'),
    key(['t'], 't', 'flip across the main diagonal', 'po2'),
    key(['y'], 'y', 'flip across the other diagonal', 'po3'),
    key(['['], '[', 'rotate counterclockwise', 'po6'),
    key([']'], ']', 'rotate clockwise', 'po8'),
    key(['u'], 'u', 'half turn', 'po7'),
  ]);
}

class Solutions {
  #n;
  #all;
  #shown;
  /** The rank whose facts are on the page. */
  #known;
  #wanted;
  #moving = null;
  #resting = 0;
  #turns = Promise.resolve();
  #strip;
  #slider = byId('slider');
  #field = byId('rank');
  #show = latest((rank) => this.#fetch(rank));
  #settle = latest(() => this.#learn());

  constructor({ n, rank, solutions, queens }) {
    this.#n = n;
    this.#all = solutions;
    this.#shown = { rank, queens };
    this.#known = this.#wanted = rank;
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
    this.#slider.addEventListener('input', () => this.#go(Number(this.#slider.value)));
    this.#field.form.addEventListener('submit', (event) => {
      const rank = Number(this.#field.value.replace(/[,\s]/g, ''));
      if (!Number.isSafeInteger(rank) || rank < 1) return;
      event.preventDefault();
      this.#go(rank, 'push');
    });
    this.#field.addEventListener('focus', () => this.#field.select());
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

  /** The rank in a URL of this board, or null. */
  #rankOf(path) {
    const [, n, rank] = below(path).match(/^\/(\d+)\/(\d+)$/) ?? [];
    return Number(n) === this.#n ? Number(rank) : null;
  }

  /** Handles links to solutions of this board. */
  #follow(event) {
    const link = event.target.closest('main a');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { way } = link.dataset;
    const steps = {
      first: () => this.#go(1, 'push'),
      previous: () => this.#go(this.#wanted - 1),
      next: () => this.#go(this.#wanted + 1),
      last: () => this.#go(this.#all, 'push'),
      any: () => this.#go(1 + Math.floor(Math.random() * this.#all), 'push'),
    };
    const rank = link.download ? null : this.#rankOf(link.pathname);
    if (way in steps) steps[way]();
    else if (way) this.#turns = this.#turns.then(() => this.#turn(way)).catch((error) => status(error.message));
    else if (rank) this.#go(rank, 'push');
    else return;
    event.preventDefault();
  }

  /** Goes to a rank. The URL becomes a new history entry (`push`), is current already (`stay`), or changes at rest. */
  #go(to, address) {
    const rank = Math.min(Math.max(1, to), this.#all);
    if (rank === this.#wanted && address !== 'stay') return this.#write(rank);
    this.#wanted = rank;
    if (address === 'push') history.pushState(null, '', `${base}/${this.#n}/${rank}`);
    this.#write(rank);
    return this.#show(rank);
  }

  async #fetch(rank) {
    try {
      const { queens } = await json(`${base}/${this.#n}/${rank}.json?only=queens`);
      await this.#moving;
      status('');
      this.#draw(rank, queens);
    } catch (error) {
      if (!isAbort(error)) status(error.message);
      return;
    }
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#settle(), REST);
  }

  #write(rank) {
    const text = grouped(rank);
    this.#field.value = text;
    this.#field.size = text.length;
    this.#slider.value = rank;
    this.#slider.setAttribute('aria-valuetext', `${text} of ${grouped(this.#all)}`);
  }

  #draw(rank, queens) {
    this.#shown = { rank, queens };
    document.querySelectorAll('#board .queens use').forEach((shape, column) => {
      shape.setAttribute('x', column);
      shape.setAttribute('y', queens[column] - 1);
    });
    document.querySelector('#board svg').setAttribute('aria-label', boardName(queens));
    say(`Solution ${grouped(rank)}`);
    this.#strip.follow(this.#shown).catch((error) => status(error.message));
  }

  /** Copies the facts from the page of the solution. */
  async #learn() {
    const { rank } = this.#shown;
    if (rank === this.#known) return;
    try {
      const fresh = await page(`${base}/${this.#n}/${rank}`);
      if (rank !== this.#wanted) return;
      this.#known = rank;
      if (location.pathname !== `${base}/${this.#n}/${rank}`) history.replaceState(null, '', `${base}/${this.#n}/${rank}`);
      takeOver(fresh);
    } catch (error) {
      status(error.message);
    }
  }

  /** Animates a symmetry, and goes to the rank of the image. */
  async #turn(symmetry) {
    if (this.#known !== this.#wanted) {
      await this.#show(this.#wanted);
      clearTimeout(this.#resting);
      await this.#settle();
    }
    const link = document.querySelector(`[data-way=${symmetry}]`);
    const rank = link && this.#rankOf(link.pathname);
    if (!rank) return;
    const { queens } = this.#shown;
    const shapes = document.querySelectorAll('#board .queens use');
    if (!calm.matches) this.#moving = turn(shapes, symmetry, queens);
    if (rank === this.#wanted) {
      await this.#moving;
      this.#draw(rank, imageOf(symmetry, queens));
    } else {
      await this.#go(rank, 'push');
      clearTimeout(this.#resting);
      await this.#settle();
    }
  }

  /** Limits the slider to the ranks of the strip. */
  #limit() {
    this.#slider.min = this.#strip.from;
    this.#slider.max = this.#strip.to;
    this.#write(this.#wanted);
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
  document.querySelector('.title .unseen').textContent = fresh.querySelector('.title .unseen').textContent;
  const facts = byId('facts');
  const { key } = document.activeElement?.closest('#facts [data-key]')?.dataset ?? {};
  const isOpen = facts.querySelector('details')?.open;
  facts.replaceChildren(...document.adoptNode(fresh.getElementById('facts')).childNodes);
  if (isOpen) facts.querySelector('details').open = true;
  if (key) facts.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}
