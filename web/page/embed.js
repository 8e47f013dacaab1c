// A single board, `embed.html#N/RANK`, for other pages; also for browsers without service workers.

/** The time limit of a search, in milliseconds. */
const LIMIT = 5_000;

const base = new URL('.', location.href).pathname.replace(/\/$/, '');
const [form, n, rank, previous, next, random, board, message, link] = ['form', 'n', 'rank', 'previous', 'next', 'random', 'board', 'message', 'link']
  .map((id) => document.getElementById(id));
let explorer = null;

/** The body of the response to a request; fails with the message of a failed one. */
async function ask(path, query = null) {
  let head;
  const parts = [];
  const request = { base, origin: location.origin, path: `${base}${path}`, query };
  explorer ??= await load(base);
  await respond(explorer, request, {
    limit: LIMIT,
    mayTakeLong: true,
    begin: (given) => (head = given),
    tell: (part) => parts.push(part),
    index: agreedIndex,
  });
  if ([302, 308].includes(head.status)) return ask(new URL(header(head, 'location'), location.href).pathname.slice(base.length));
  const body = new Blob(parts);
  if (head.status >= 400) throw new Error(JSON.parse(await body.text()).message);
  return body;
}

const header = ({ headers }, name) => headers.find(([found]) => found === name)[1];

/** An index, after a question if it is large. */
async function agreedIndex(n) {
  const { bytes } = INDEXES[n];
  if (isLarge(n) && !(await keptIndex(base, n))) await agreed(`Load ${megabytes(bytes)}`);
  return index(base, n, (length) => say(`Loading the index for N = ${n}: ${megabytes(length)} of ${megabytes(bytes)}`));
}

/** Resolves when the button is pressed. */
function agreed(text) {
  const button = Object.assign(document.createElement('button'), { textContent: text });
  say('All solutions of this board need its index. ', button);
  return new Promise((resolve) => button.addEventListener('click', resolve));
}

const say = (...parts) => message.replaceChildren(...parts);

/** The N and the rank in the URL, or `random`. */
function wanted() {
  const [size, place] = decodeURIComponent(location.hash).replace(/^#\/?/, '').split('/');
  return size ? { size, place: place ?? '1' } : { size: '8', place: '1' };
}

/** The solution on the page. */
let shown = null;

/** Shows the solution in the URL. */
async function show() {
  const { size, place } = wanted();
  const path = [size, place].map(encodeURIComponent).join('/');
  const solution = JSON.parse(await (await ask(`/${path}.json`)).text());
  if (place === 'random') {
    history.replaceState(null, '', `#${size}/${solution.rank}`);
    return show();
  }
  const picture = await ask(`/${path}.svg`);
  if (location.hash && wanted().place !== place) return;
  shown = solution;
  URL.revokeObjectURL(board.src);
  board.src = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
  board.alt = `Queens in rows ${solution.queens.join(' ')} of columns 1 to ${size}`;
  [n.value, rank.value] = [solution.n, solution.rank];
  say(`Solution ${solution.rank}${solution.solutions ? ` of ${solution.solutions}` : ''}: ${solution.queens.join(' ')}`);
  link.href = `index.html#/${solution.n}/${solution.rank}`;
  previous.disabled = !solution.previous;
  next.disabled = !solution.next;
}

function start() {
  const { hash } = location;
  show().catch((error) => {
    // After a failure the module starts again.
    if (error instanceof Broken) explorer = null;
    if (hash === location.hash) say(error.message);
  });
}

/** Numbers may be written with separators, as in 17,000,000,000. */
const digits = (text) => text.replace(/[\s,._']/g, '');
const go = (size, place) => (location.hash = `${digits(size)}/${digits(place)}`);

addEventListener('hashchange', start);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  go(n.value, rank.value);
});
previous.addEventListener('click', () => go(`${shown.n}`, `${shown.previous.rank}`));
next.addEventListener('click', () => go(`${shown.n}`, `${shown.next.rank}`));
random.addEventListener('click', () => go(n.value, 'random'));
start();
