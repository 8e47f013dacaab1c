// A host of static pages for the directory that crates/web/build writes.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const { NQDB_BROWSER_WEB: directory } = process.env;
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.txt': 'text/plain; charset=utf-8' };

/** A server of static files below the path `base`. Like hosts of project pages it answers other URLs with 404.html. */
export class Folder {
  requests = [];
  /** Changes the content of the file `name`, for a server with damaged files. */
  change = (name, content) => content;
  /** When the line of a slow server is free. */
  #busyUntil = 0;

  /** `line` is `{ delay, rate }`: milliseconds before each response, and bytes per millisecond for all together. */
  static async start({ base = '/some/path', line = null } = {}) {
    const folder = Object.assign(new Folder(), { base, directory, line });
    folder.server = createServer((request, response) => folder.#respond(request, response));
    await new Promise((resolve) => folder.server.listen(0, '127.0.0.1', resolve));
    folder.url = `http://localhost:${folder.server.address().port}${base}`;
    return folder;
  }

  #respond(request, response) {
    const { pathname } = new URL(request.url, this.url);
    this.requests.push(pathname.slice(this.base.length));
    const asked = pathname.replace(/\/$/, '/index.html').slice(this.base.length);
    const isFile = pathname.startsWith(`${this.base}/`) && this.#files().includes(asked.slice(1));
    const name = isFile ? asked : '/404.html';
    const body = this.change(name, readFileSync(join(this.directory, name)));
    const headers = { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'content-length': body.length };
    response.writeHead(isFile ? 200 : 404, { ...headers, 'cache-control': 'max-age=600' });
    if (this.line) this.#sendSlowly(response, body);
    else response.end(body);
  }

  async #sendSlowly(response, content) {
    const { delay, rate } = this.line;
    await sleep(delay);
    const size = 10 * rate;
    for (let at = 0; at < content.length; at += size) {
      this.#busyUntil = Math.max(this.#busyUntil, Date.now()) + 10;
      await sleep(this.#busyUntil - Date.now());
      response.write(content.subarray(at, at + size));
    }
    response.end();
  }

  #files() {
    const entries = readdirSync(this.directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(this.directory.length + 1));
  }

  /** Serves nothing any more. */
  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
