// A single solution, `embed.html#N/RANK`, for other pages; also for browsers without service workers. A classic script,
// because browsers load no modules from a file, and there it shows what to do.
'use strict';

{
  /** The time limit of a search, in milliseconds. */
  const LIMIT = 5_000;

  const base = new URL('.', location.href).pathname.replace(/\/$/, '');
  const [form, n, rank, previous, next, random, board, message, link] = ['form', 'n', 'rank', 'previous', 'next', 'random', 'board', 'message', 'link']
    .map((id) => document.getElementById(id));
  let explorer = null;

  const say = (...parts) => message.replaceChildren(...parts);

  /** A button; `pressed` is called once. */
  function button(text, pressed) {
    const element = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
    element.addEventListener('click', pressed, { once: true });
    return element;
  }

  /** The hash of the URL that is shown. It changes at any time; what was asked for an earlier one is then dropped. */
  let hash = null;

  /** Something else was asked for in the meantime. */
  class Late extends Error {}

  /** The path and the body of the response to a request, after redirections; fails with the message of a failed one. */
  async function ask(path) {
    const asked = hash;
    let head;
    const parts = [];
    const request = { base, origin: location.origin, path: `${base}${path}`, query: null };
    explorer ??= await load(base);
    await explorer.answer(request, {
      limit: LIMIT,
      mayTakeLong: true,
      begin: (given) => (head = given),
      tell: (part) => parts.push(part),
    });
    if (asked !== hash) throw new Late();
    if ([302, 308].includes(head.status)) {
      const [, to] = head.headers.find(([name]) => name === 'location');
      return ask(new URL(to, location.href).pathname.slice(base.length));
    }
    const body = new Blob(parts);
    if (head.status >= 400) throw new Error(JSON.parse(await body.text()).message);
    return { path, body };
  }

  /** The N and the rank in the URL, or `random`, or `of/` and queens. */
  function wanted() {
    const text = hash.replace(/^#\/?/, '') || '8/1';
    const [, size, place = '1'] = /^(\d+)(?:\/(-?\d+|random|of\/[\d,]+))?$/.exec(text) ?? [];
    if (!size) throw new Error('Expected N and a rank after #, such as #8/57.');
    return { size, place };
  }

  /** The solution on the page. */
  let shown = null;

  /** Shows the solution in the URL. */
  async function show() {
    const { size, place } = wanted();
    [n.value, rank.value] = [size, /^\d/.test(place) ? place : ''];
    const { path, body } = await ask(`/${size}/${place}.json`);
    // JavaScript would round the ranks beyond 2⁵³.
    const solution = JSON.parse((await body.text()).replace(/":(\d{16,})/g, '":"$1"'));
    const page = path.replace(/\.json$/, '');
    const picture = await ask(`${page}.svg`);
    shown = solution;
    // The URL of a random solution is that of the solution.
    hash = `#${page.slice(1)}`;
    if (location.hash && location.hash !== hash) history.replaceState(null, '', hash);
    URL.revokeObjectURL(board.src);
    board.src = URL.createObjectURL(new Blob([picture.body], { type: 'image/svg+xml' }));
    board.alt = `Queens in rows ${solution.queens.join(' ')} of columns 1 to ${solution.n}`;
    board.hidden = false;
    [n.value, rank.value] = [solution.n, solution.rank ?? ''];
    const total = solution.solutions ? ` of ${solution.solutions}` : '';
    say(`${solution.rank ? `Solution ${solution.rank}${total}` : 'A solution'}: ${solution.queens.join(' ')}`);
    link.href = `index.html#${page}`;
    previous.disabled = !solution.previous;
    next.disabled = !solution.next;
  }

  async function start() {
    if (location.protocol === 'file:') {
      return say('Browsers do not run this board from a file. Start `python3 -m http.server` in this directory and open http://localhost:8000/embed.html.');
    }
    ({ hash } = location);
    const asked = hash;
    say('Loading …');
    previous.disabled = next.disabled = true;
    try {
      await show();
    } catch (error) {
      // After a failure the module starts again.
      if (error instanceof Broken) explorer = null;
      if (asked !== hash || error instanceof Late) return;
      // The picture of something else would be taken for what was asked for.
      board.hidden = true;
      say(error.message, ...(error instanceof Unavailable ? [' ', button('Try again', start)] : []));
    }
  }

  /** Numbers may be written with separators, as in 17,000,000,000. */
  const digits = (text) => text.replace(/[\s,._']/g, '');

  function go(size, place) {
    if (!size || !place) return say(`Expected ${size ? 'a rank' : 'N'}.`);
    const to = `#${size}/${place}`;
    if (to === location.hash) start();
    else location.hash = to;
  }

  addEventListener('hashchange', start);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go(digits(n.value), digits(rank.value));
  });
  previous.addEventListener('click', () => go(shown.n, shown.previous.rank));
  next.addEventListener('click', () => go(shown.n, shown.next.rank));
  random.addEventListener('click', () => go(digits(n.value), 'random'));
  start();
}
