// The view for placing queens: the conditions, their history, and the count of the solutions left.

import { begin } from './app.js';
import { hideLeft, nameSquares, showChips, showLeft, showPanels, showProblem, showWaiting } from './count.js';
import { byId, pageData } from './dom.js';
import { Grid } from './grid.js';
import { Lesson } from './lesson.js';
import { onUndo, shortcuts } from './keys.js';
import { isAbort, lines } from './net.js';
import { addressOf, conditionsOf, Given, wordOf } from './squares.js';
import { counted, percent } from './words.js';

/** Time in milliseconds after which old colours are removed if the new ones have not arrived. */
const STALE = 80;

class Place {
  #n;
  #given;
  #past = [];
  #result = null;
  #mode = 'queen';
  #asking = null;
  #grid;
  #lesson = null;

  constructor({ n, conditions, result }) {
    this.#n = n;
    this.#given = new Given(n, conditions);
    this.#grid = new Grid(byId('board'), n, {
      act: (column, row, what) => this.#act(column, row, what),
      read: (text, amount) => this.#read(text, amount),
    });
    this.#listen();
    this.#showGiven();
    if (byId('reveal')) this.#startReveal();
    nameSquares();
    this.#result = result;
    this.#update();
    this.#startLesson();
    // The server waited only briefly for the count in the page.
    if (!result?.exact || !(result.counts ?? result.estimates)) this.#count();
  }

  #listen() {
    for (const [id, mode] of [['put', 'queen'], ['forbid', 'none']]) byId(id)?.addEventListener('click', () => this.#choose(mode));
    byId('undo').addEventListener('click', () => this.#undo());
    byId('clear').addEventListener('click', (event) => {
      event.preventDefault();
      this.#change([]);
    });
    byId('chips').addEventListener('click', (event) => {
      const { word } = event.target.closest('[data-word]')?.dataset ?? {};
      if (!word) return;
      event.preventDefault();
      this.#change(this.#given.without(word));
      (byId('chips').querySelector('a') ?? byId('clear')).focus();
    });
    onUndo(() => this.#undo());
    addEventListener('popstate', () => this.#set(conditionsOf(location.pathname)));
    shortcuts('On the board', [
      { keys: [], shown: '← → ↑ ↓', does: 'move' },
      { keys: [], shown: 'Enter', does: 'place a queen' },
      { keys: [], shown: 'x', does: 'forbid a queen' },
      { keys: [], shown: 'Backspace', does: 'remove' },
      { keys: [], shown: 'Ctrl+Z', does: 'undo' },
    ]);
  }

  /** Lets the search be shown step by step; boards that are too large have no lesson. */
  #startLesson() {
    if (!byId('lesson')) return;
    this.#lesson = new Lesson(this.#n, {
      given: () => this.#given.queens,
      show: (position, left) => {
        byId('chips').querySelector('.hint')?.replaceChildren('The queens on the board are those of the search.');
        byId('legend')?.classList.add('unseen');
        showLeft(left);
        this.#grid.update(position, {}, true);
      },
      leave: () => {
        byId('legend')?.classList.remove('unseen');
        hideLeft();
        this.#showGiven();
        this.#update();
      },
    });
  }

  #startReveal() {
    const choice = byId('reveal');
    choice.value = new URLSearchParams(location.search).get('show') ?? 'counts';
    if (!choice.value) choice.value = 'counts';
    this.#reveal();
    choice.addEventListener('change', () => {
      this.#reveal();
      this.#update();
    });
  }

  /** Shows counts, attacked squares or nothing, as chosen; the URL keeps it. */
  #reveal() {
    const shows = byId('reveal').value;
    const url = new URL(location.href);
    if (shows === 'counts') url.searchParams.delete('show');
    else url.searchParams.set('show', shows);
    if (url.href !== location.href) history.replaceState(null, '', url);
    document.body.dataset.shows = shows;
    this.#grid.shows = shows;
  }

  /** Sets what a click does. */
  #choose(mode) {
    this.#mode = mode;
    byId('put').setAttribute('aria-pressed', mode === 'queen');
    byId('forbid').setAttribute('aria-pressed', mode === 'none');
  }

  /** Acts on a square: 'queen', 'none', 'free', or 'click', which removes what is there. */
  #act(column, row, what) {
    const [kind] = this.#given.kind(column, row).split(' ');
    const without = this.#given.freed(column, row);
    const isGiven = without.length < this.#given.words.length;
    const wanted = what !== 'click' ? what : isGiven ? 'free' : this.#mode;
    if (wanted === 'free' || wanted === kind) {
      if (isGiven) this.#change(without);
      return;
    }
    this.#change(new Given(this.#n, [...without, wordOf(wanted, column, row)]).words);
  }

  #read(text, amount) {
    const { solutions, estimate } = this.#result ?? {};
    const all = solutions ?? estimate;
    const share = amount !== undefined && all ? `, ${percent(amount / all)}` : '';
    byId('readout').textContent = text + share;
  }

  #change(words) {
    if (words.join() === this.#given.words.join()) return;
    this.#past.push(this.#given.words);
    history.pushState(null, '', addressOf(this.#n, words) + location.search);
    this.#set(words);
  }

  #undo() {
    const words = this.#past.pop();
    if (!words) return;
    history.pushState(null, '', addressOf(this.#n, words) + location.search);
    this.#set(words);
  }

  #set(words) {
    this.#lesson?.stop();
    this.#given = new Given(this.#n, words);
    this.#result = null;
    const data = addressOf(this.#n, words, '/count');
    const estimate = this.#n > (words.length ? 20 : 27) ? ' --estimate' : '';
    const command = ['nqdb count', this.#n, ...words].join(' ') + estimate;
    byId('undo').disabled = !this.#past.length;
    for (const link of document.querySelectorAll('[data-form]')) link.href = `${data}.${link.dataset.form}`;
    if (byId('command')) {
      byId('command').textContent = command;
      byId('copy').dataset.copy = command;
    }
    document.title = `${words.length ? '' : 'Place '}${[counted(this.#n, 'queen'), words.join(' ')].filter(Boolean).join(', ')} – nqdb`;
    this.#showGiven();
    this.#grid.update(this.#given, null, false);
    this.#count();
  }

  #showGiven() {
    showChips(this.#given, (word) => addressOf(this.#n, this.#given.without(word)));
  }

  /** Requests the number of solutions left, and cancels the previous request. */
  async #count() {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    showWaiting();
    const stale = setTimeout(() => {
      this.#update();
      byId('first')?.setAttribute('hidden', '');
    }, STALE);
    try {
      for await (const result of lines(`${addressOf(this.#n, this.#given.words, '/count')}.ndjson?panels`, asking.signal)) {
        clearTimeout(stale);
        this.#show(result);
      }
    } catch (error) {
      if (!isAbort(error)) showProblem(error.message);
    } finally {
      clearTimeout(stale);
    }
  }

  #show(result) {
    this.#result = result;
    showPanels(result);
    this.#update();
  }

  /** Colours the squares by the result; without one they have no colours. */
  #update() {
    byId('legend')?.toggleAttribute('hidden', !this.#result || !byId('legend').childElementCount);
    byId('board').classList.toggle('rough', this.#result?.rough ?? false);
    this.#grid.update(this.#given, this.#result, true);
  }
}

begin(() => new Place(pageData()));
