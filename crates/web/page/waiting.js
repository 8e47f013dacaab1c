// The page in place of one that takes a while: makes a request, and then shows what was asked for.

const { base, cache, request, failure } = JSON.parse(document.getElementById('task').textContent);
const [title, message, progress, load, back] = ['title', 'message', 'progress', 'load', 'back']
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
  say('The search failed', error.message);
  progress.hidden = true;
}

load.addEventListener('click', () => location.reload());
if (failure) {
  say('The explorer failed', `${failure} If it fails again, tell the owner of this site.`);
  progress.hidden = true;
  load.hidden = false;
  load.textContent = 'Try again';
} else {
  search().catch(fail);
}
