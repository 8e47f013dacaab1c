// Runs the explorer's WebAssembly module: for the service worker, for workers, and for embed.html.
'use strict';

const NEWLINE = 10;

/** The module stopped working: a bug in nqdb, or no memory left. */
class Broken extends Error {}

/** The WASI functions that the module uses. `standard` is its input, `content` from `at`, and takes its output by `write`. */
function wasi(memory, standard) {
  const OK = 0, NOT_SUPPORTED = 58;
  const STDOUT = 1;
  const view = () => new DataView(memory().buffer);
  const bytes = (at, len) => new Uint8Array(memory().buffer, at, len);
  const size = (at, value) => (view().setUint32(at, value, true), OK);

  /** Calls `each` with the buffers of a read or a write until it returns less than their length; adds up the lengths. */
  function buffers(at, count, each) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const len = view().getUint32(at + 8 * i + 4, true);
      const part = each(bytes(view().getUint32(at + 8 * i, true), len));
      sum += part;
      if (part < len) break;
    }
    return sum;
  }

  return {
    environ_sizes_get: (count, len) => size(count, 0) || size(len, 0),
    environ_get: () => OK,
    clock_time_get(id, _, at) {
      const milliseconds = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    random_get: (at, len) => (crypto.getRandomValues(bytes(at, len)), OK),
    poll_oneoff: () => NOT_SUPPORTED,
    proc_exit(code) {
      throw new Broken(`exit ${code}`);
    },
    fd_read: (_, at, count, read) => size(read, buffers(at, count, (buffer) => {
      const part = standard.content.subarray(standard.at, standard.at + buffer.length);
      buffer.set(part);
      standard.at += part.length;
      return part.length;
    })),
    fd_write: (descriptor, at, count, written) => size(written, buffers(at, count, (buffer) => {
      if (descriptor === STDOUT) standard.write(buffer.slice());
      else console.warn(new TextDecoder().decode(buffer.slice()).trimEnd());
      return buffer.length;
    })),
  };
}

/** The explorer: answers requests. One request at a time. */
class Explorer {
  #exports;
  #standard = { content: new Uint8Array(), at: 0, write() {} };
  #cells;

  /** The explorer of a compiled module; `cells` returns a promise of the cells of N = 21, which it needs for that board. */
  constructor(module, cells) {
    this.#cells = cells;
    const functions = wasi(() => this.#exports.memory, this.#standard);
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: functions });
    this.#exports = instance.exports;
    this.#exports._initialize();
  }

  /**
   * Answers a request, `{ base, origin, path, query }`, within a time in milliseconds: calls `begin` with
   * `{ status, headers }` and then `tell` with the parts of the body, each a Uint8Array. Resolves with an object:
   *
   * `{}` if the response is complete;
   * `{ isLong: true }` if it takes longer, and `mayTakeLong` does not say that the response may tell so. What was
   * passed to `begin` and `tell` is then not the response.
   */
  async answer(request, options) {
    const answered = this.#try(request, options);
    if (answered) return answered;
    const content = await this.#cells();
    Object.assign(this.#standard, { content, at: 0 });
    this.#call('provide');
    return this.#try(request, options);
  }

  /** Like `answer`, at once; null if cells are missing. */
  #try(request, { limit, mayTakeLong = false, begin, tell }) {
    const [QUICK, READY, DONE, INCOMPLETE] = [1, 0, 0, 2];
    let line = [];
    const write = (part) => {
      if (!line) return tell(part);
      const end = part.indexOf(NEWLINE);
      line.push(...part.subarray(0, end < 0 ? part.length : end));
      if (end < 0) return;
      begin(JSON.parse(new TextDecoder().decode(new Uint8Array(line))));
      line = null;
      if (end + 1 < part.length) tell(part.subarray(end + 1));
    };
    Object.assign(this.#standard, { content: new TextEncoder().encode(JSON.stringify(request)), at: 0, write });
    const kind = this.#call('ask');
    if (kind === READY) return {};
    if (kind !== QUICK && !mayTakeLong) return { isLong: true };
    const end = this.#call('run', limit);
    if (end === INCOMPLETE) return null;
    return end === DONE || mayTakeLong ? {} : { isLong: true };
  }

  #call(name, ...values) {
    try {
      return this.#exports[name](...values);
    } catch (error) {
      throw new Broken(error.message);
    }
  }
}

/** A file can't be had: it may help to try again. */
class Unavailable extends Error {}

/** The decompressed content of a response. */
async function contentOf(response) {
  const content = new Uint8Array(await response.arrayBuffer());
  // A server that knows the suffix has made the browser decompress the file.
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  const decompressed = new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(decompressed).arrayBuffer());
}

/** The content of a file with a digest, from the server. */
async function fetchedIntact(url, sha256) {
  // The browser may have kept a damaged file.
  for (const options of [{}, { cache: 'reload' }]) {
    const content = await contentOf(await fetched(url, options)).catch(() => null);
    if (content && (await isIntact(content, sha256))) return content;
  }
  throw new Unavailable(`${url} is damaged or incomplete.`);
}

/** The content of a file of the build with a digest, from the caches or from the server. */
async function intact(base, { file, sha256 }) {
  const url = `${base}/nqdb/${BUILD}/${file}`;
  const kept = await cached(url);
  return kept ? new Uint8Array(await kept.arrayBuffer()) : fetchedIntact(url, sha256);
}

/** The explorer of the build in the directory `base`, whose path has no slash at its end. */
async function load(base, cells = () => intact(base, CELLS)) {
  return explorerOf(await intact(base, MODULE), cells);
}

/** The explorer of a module. */
async function explorerOf(content, cells) {
  return new Explorer(await WebAssembly.compile(content), cells);
}

/** A response in the caches; undefined if there is none, or if the browser allows no caches here. */
async function cached(url, options) {
  try {
    return await self.caches?.match(url, options);
  } catch {
    return undefined;
  }
}

/** A file of the build, from the cache of the service worker if there is one. */
async function file(url) {
  return (await cached(url)) ?? fetched(url);
}

/** A file from the server. */
async function fetched(url, options) {
  const response = await fetch(url, options).catch(() => null);
  if (!response) throw new Unavailable(`${url} can’t be loaded. Check the connection.`);
  if (!response.ok) throw new Unavailable(`${url} can’t be loaded: status ${response.status}.`);
  return response;
}

/** Whether content has a digest. Outside of secure contexts it can't be computed. */
async function isIntact(content, sha256) {
  const digest = await self.crypto.subtle?.digest('SHA-256', content);
  return !digest || [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
