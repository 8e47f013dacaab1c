// The page in place of one that takes a while: loads an index or makes a request, and then shows what was asked for.

const { base, cache, n, isNeeded, request, failure } = JSON.parse(document.getElementById('task').textContent);
const [title, message, progress, load, without, back] = ['title', 'message', 'progress', 'load', 'without', 'back']
  .map((id) => document.getElementById(id));

function say(heading, text = '') {
  title.textContent = heading;
  document.title = `${heading} – nqdb`;
  message.textContent = text;
}

/** Goes to the page of the explorer before this one, or to the first one. */
const isInside = document.referrer.startsWith(`${location.origin}${base}/`) && history.length > 1;
back.addEventListener('click', () => (isInside ? history.back() : location.assign(`${base}/`)));

/** Shows what was asked for. If that is a file to save, this page stays. */
function show() {
  say('Done');
  progress.hidden = true;
  back.textContent = 'Back';
  location.reload();
}

async function loadIndex() {
  const { bytes } = INDEXES[n];
  load.hidden = without.hidden = true;
  progress.hidden = false;
  progress.max = bytes;
  say(`Loading the index for N = ${n} …`);
  await index(base, n, (length) => {
    progress.value = length;
    message.textContent = `${megabytes(length)} of ${megabytes(bytes)}`;
  });
  if (!(await isKept(base, n))) throw new Error('The browser does not keep it.');
  show();
}

/** Offers what can be done about the index: `loads` names the button that loads it. */
function offer(loads) {
  progress.hidden = true;
  load.hidden = false;
  without.hidden = Boolean(isNeeded);
  load.textContent = loads;
}

/** Makes the request in a worker; the service worker takes the response from the cache. */
async function search() {
  say('Searching …');
  let head;
  const parts = [];
  const worker = new Worker(new URL('worker.js', import.meta.url));
  await new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('The worker can’t be loaded.'));
    worker.onmessage = ({ data }) => {
      head = data.head ?? head;
      if (data.part) parts.push(data.part);
      if (data.failure) reject(new Error(data.failure));
      if (data.isDone) resolve();
    };
    worker.postMessage(request);
  });
  const kept = await caches.open(cache);
  await kept.put(location.href, new Response(new Blob(parts), head));
  show();
}

function fail(error) {
  say(n ? `The index for N = ${n} can’t be loaded` : 'The search failed', error.message);
  progress.hidden = true;
  if (n) offer('Try again');
}

load.addEventListener('click', () => (n ? loadIndex().catch(fail) : location.reload()));
without.addEventListener('click', async () => {
  await refuse(base, n).then(show, fail);
});
if (failure) {
  say('The explorer failed', `${failure} If it fails again, tell the owner of this site.`);
  progress.hidden = true;
  load.hidden = false;
  load.textContent = 'Try again';
} else if (!n) {
  search().catch(fail);
} else if (isNeeded || isLarge(n)) {
  const size = megabytes(INDEXES[n].bytes);
  const reason = isNeeded ? 'This page needs it.' : 'With it every solution is found at once.';
  say(`The index for N = ${n} has ${size}`, `${reason} The browser keeps it.`);
  offer(`Load ${size}`);
} else {
  loadIndex().catch(fail);
}
