// Where a service worker answers in place of a server, it can't start workers: it asks the page to run searches.

/** A worker without a search. */
let idle = null;

/** The functions that stop the searches, by the URLs of their requests. */
const running = new Map();

/** Runs a search in a worker. Its messages go to the port, and a message from there stops it. */
function runSearch({ worker: script, request, url }, port) {
  const worker = idle ?? new Worker(script);
  idle = null;
  function end() {
    running.delete(url);
    port.onmessage = null;
  }
  function stop() {
    end();
    worker.terminate();
  }
  running.set(url, () => {
    stop();
    port.postMessage({ failure: 'the request was cancelled' });
  });
  port.onmessage = stop;
  worker.onmessage = ({ data }) => {
    port.postMessage(data);
    if (data.failure) stop();
    if (!data.isDone) return;
    end();
    idle?.terminate();
    idle = worker;
  };
  worker.onerror = () => {
    stop();
    port.postMessage({ failure: 'the worker can’t be loaded' });
  };
  port.postMessage({ isBegun: true });
  worker.postMessage(request);
}

/** Stops the search for a URL, if there is one. A service worker is not told that a page cancels a request. */
export const stopSearch = (url) => running.get(url)?.();

navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
  if (data.worker) runSearch(data, ports[0]);
});
