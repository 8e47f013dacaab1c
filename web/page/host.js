// Runs the explorer's WebAssembly module: for the service worker, for workers, and for embed.html.
'use strict';

const [STREAM, DIRECTORY, FILE] = [2, 3, 4];
const NEWLINE = 10;

/** The module stopped working: a bug in nqdb, or no memory left. */
class Broken extends Error {}

/**
 * The WASI functions that the module uses. `standard` is its input, `content` from `at`, and takes its output by `write`.
 * `files` are the contents of files by their paths without the leading slash, which it can only read.
 */
function wasi(memory, standard, files) {
  const OK = 0, BAD_DESCRIPTOR = 8, NOT_DIRECTORY = 54, NO_ENTRY = 44, NOT_SUPPORTED = 58, READ_ONLY = 69;
  const [STDIN, STDOUT, STDERR, ROOT] = [0, 1, 2, 3];
  const open = new Map([
    [STDIN, standard],
    [STDOUT, { type: STREAM }],
    [STDERR, { type: STREAM }],
    [ROOT, { type: DIRECTORY, name: '' }],
  ]);
  let next = ROOT + 1;

  const view = () => new DataView(memory().buffer);
  const bytes = (at, len) => new Uint8Array(memory().buffer, at, len);
  const text = (at, len) => new TextDecoder().decode(bytes(at, len).slice());
  const size = (at, value) => (view().setUint32(at, value, true), OK);
  const large = (at, value) => (view().setBigUint64(at, BigInt(value), true), OK);
  const unsupported = () => NOT_SUPPORTED;
  const readOnly = () => READ_ONLY;
  const done = () => OK;

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
  /** Copies what lies at an offset of `source` into a buffer. */
  function copy(source, offset, buffer) {
    const part = source.subarray(Number(offset), Number(offset) + buffer.length);
    buffer.set(part);
    return part.length;
  }
  /** A path below an open directory. */
  function path(descriptor, at, len) {
    const words = `${open.get(descriptor)?.name}/${text(at, len)}`.split('/');
    return words.filter((word) => word && word !== '.').join('/');
  }
  const isDirectory = (name) => !name || [...files.keys()].some((file) => file.startsWith(`${name}/`));
  function stat(at, type, length, number) {
    bytes(at, 64).fill(0);
    large(at + 8, number);
    view().setUint8(at + 16, type);
    large(at + 24, 1);
    return large(at + 32, length);
  }
  const number = (name) => [...files.keys()].indexOf(name) + 2;

  return {
    args_sizes_get: (count, len) => size(count, 0) || size(len, 0),
    args_get: done,
    environ_sizes_get: (count, len) => size(count, 0) || size(len, 0),
    environ_get: done,
    clock_res_get: (_, at) => large(at, 1000),
    clock_time_get(id, _, at) {
      const milliseconds = id === 0 ? Date.now() : performance.now();
      return large(at, Math.round(milliseconds * 1e6));
    },
    random_get: (at, len) => (crypto.getRandomValues(bytes(at, len)), OK),
    sched_yield: done,
    poll_oneoff: unsupported,
    proc_exit(code) {
      throw new Broken(`exit ${code}`);
    },

    fd_close: (descriptor) => (open.delete(descriptor) ? OK : BAD_DESCRIPTOR),
    fd_fdstat_get(descriptor, at) {
      const file = open.get(descriptor);
      if (!file) return BAD_DESCRIPTOR;
      bytes(at, 24).fill(0);
      view().setUint8(at, file.type);
      // All rights.
      large(at + 8, 0xffffffffffffffffn);
      return large(at + 16, 0xffffffffffffffffn);
    },
    fd_fdstat_set_flags: done,
    fd_filestat_get(descriptor, at) {
      const file = open.get(descriptor);
      return file ? stat(at, file.type, file.content?.length ?? 0, number(file.name)) : BAD_DESCRIPTOR;
    },
    fd_filestat_set_size: readOnly,
    fd_filestat_set_times: readOnly,
    fd_prestat_get: (descriptor, at) => (descriptor === ROOT ? size(at, 0) || size(at + 4, 1) : BAD_DESCRIPTOR),
    fd_prestat_dir_name: (_, at, len) => (bytes(at, len).set(new TextEncoder().encode('/')), OK),
    fd_read(descriptor, at, count, read) {
      const file = open.get(descriptor);
      if (!file?.content) return BAD_DESCRIPTOR;
      return size(read, buffers(at, count, (buffer) => {
        const part = copy(file.content, file.at, buffer);
        file.at += part;
        return part;
      }));
    },
    fd_pread(descriptor, at, count, offset, read) {
      const file = open.get(descriptor);
      if (!file?.content) return BAD_DESCRIPTOR;
      let from = Number(offset);
      return size(read, buffers(at, count, (buffer) => {
        const part = copy(file.content, from, buffer);
        from += part;
        return part;
      }));
    },
    fd_readdir: unsupported,
    fd_seek(descriptor, by, whence, at) {
      const file = open.get(descriptor);
      if (!file?.content) return BAD_DESCRIPTOR;
      file.at = Number(by) + [0, file.at, file.content.length][whence];
      return large(at, file.at);
    },
    fd_sync: done,
    fd_datasync: done,
    fd_write(descriptor, at, count, written) {
      return size(written, buffers(at, count, (buffer) => {
        if (descriptor === STDOUT) standard.write(buffer.slice());
        else if (descriptor === STDERR) console.warn(text(buffer.byteOffset, buffer.length).trimEnd());
        return buffer.length;
      }));
    },

    path_filestat_get(descriptor, _, at, len, to) {
      const name = path(descriptor, at, len);
      const content = files.get(name);
      if (content) return stat(to, FILE, content.length, number(name));
      return isDirectory(name) ? stat(to, DIRECTORY, 0, 1) : NO_ENTRY;
    },
    path_open(descriptor, _, at, len, flags, rights, inherited, modes, to) {
      const name = path(descriptor, at, len);
      const content = files.get(name);
      const file = content ? { type: FILE, name, content, at: 0 } : { type: DIRECTORY, name };
      if (!content && !isDirectory(name)) return NO_ENTRY;
      open.set(next, file);
      return size(to, next++);
    },
    path_readlink: (descriptor, at, len) => (files.has(path(descriptor, at, len)) ? NOT_DIRECTORY : NO_ENTRY),
    // SQLite takes and releases its locks by directories.
    path_create_directory: done,
    path_remove_directory: done,
    path_filestat_set_times: readOnly,
    path_rename: readOnly,
    path_unlink_file: readOnly,
  };
}

/** The explorer: answers requests. One request at a time. */
class Explorer {
  #exports;
  #standard = { type: STREAM, content: new Uint8Array(), at: 0, write() {} };
  #files = new Map();

  /** The explorer of a compiled module. */
  constructor(module) {
    const functions = wasi(() => this.#exports.memory, this.#standard, this.#files);
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: functions });
    this.#exports = instance.exports;
    this.#exports._initialize();
  }

  /**
   * Answers a request, `{ base, origin, path, query }`, within a time in milliseconds: calls `begin` with
   * `{ status, headers }` and then `tell` with the parts of the body, each a Uint8Array. Returns an object:
   *
   * `{}` if the response is complete;
   * `{ isLong: true }` if it takes longer, and `mayTakeLong` does not say that the response may tell so. What was
   * passed to `begin` and `tell` is then not the response.
   */
  answer(request, { limit, mayTakeLong = false, begin, tell }) {
    const [QUICK, READY, DONE] = [1, 0, 0];
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
    return this.#call('run', limit) === DONE || mayTakeLong ? {} : { isLong: true };
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

/** The module in a response. */
async function moduleOf(response) {
  const content = new Uint8Array(await response.arrayBuffer());
  // A server that knows the suffix has made the browser decompress the file.
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  const decompressed = new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(decompressed).arrayBuffer());
}

/** The module of the build, from the server. */
async function fetchedModule(url) {
  // The browser may have kept a damaged file.
  for (const options of [{}, { cache: 'reload' }]) {
    const content = await moduleOf(await fetched(url, options)).catch(() => null);
    if (content && (await isIntact(content, MODULE.sha256))) return content;
  }
  throw new Unavailable(`${url} is damaged or incomplete.`);
}

/** The explorer of the build in the directory `base`, whose path has no slash at its end. */
async function load(base) {
  const url = `${base}/nqdb/${BUILD}/${MODULE.file}`;
  const kept = await cached(url);
  return explorerOf(kept ? await kept.arrayBuffer() : await fetchedModule(url));
}

/** The explorer of a module. */
async function explorerOf(content) {
  return new Explorer(await WebAssembly.compile(content));
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
