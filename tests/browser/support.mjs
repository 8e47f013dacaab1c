// Common to all tests: a server, a browser, and pages at desktop and phone size whose errors fail the test. The server
// is `nqdb serve`, or with NQDB_BROWSER_SITE=web one of static files with the directory of crates/web/build.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Folder } from './folder.mjs';

const { NQDB_BROWSER_MODULES: modules, NQDB_BROWSER_CHROMIUM: chromiumPath, NQDB_BROWSER_NQDB: nqdb } = process.env;
assert.ok(modules && chromiumPath && nqdb, 'start these tests with tests/browser/run');
const require = createRequire(modules);
const { chromium } = require('playwright-core');

const isWeb = process.env.NQDB_BROWSER_SITE === 'web';

/** A test of pages without scripts, or of responses that it replaces: without a server there are none. */
export const serverTest = isWeb ? test.skip : test;

/** A folder of scripts and styles that replace those in the program, to try changes without a build. */
const { NQDB_BROWSER_ASSETS: assets } = process.env;

/** A timeout in milliseconds that nothing reaches, even on a machine ten times slower. */
const PATIENCE = 60_000;

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** One page of each kind. */
export const PAGES = [
  '/', '/8/57', '/20/17000000000', '/27/1', '/28/1', '/8', '/8/count/3=5,7!=4', '/14', '/8/orbit/5', '/8/puzzles?seed=7', '/8/puzzle/7-3',
  '/8/puzzle/7-3/solution', '/daily', '/daily/2026-01', '/8/list?start=50&limit=20', '/20/about', '/about', '/5/1', '/1',
];

/** `nqdb serve` on a port, a free one by default. Its counts take as long as they need. */
export class Server {
  static async start(port = 0) {
    const server = new Server();
    const options = ['--port', `${port}`, '--time-limit', '120'];
    server.child = spawn(nqdb, ['serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const deadline = setTimeout(() => server.child.kill('SIGKILL'), PATIENCE);
    const url = await new Promise((resolve, reject) => {
      createInterface(server.child.stdout).once('line', resolve);
      server.child.once('exit', (code) => reject(new Error(`nqdb serve exited with ${code}`)));
    });
    clearTimeout(deadline);
    server.url = url.replace(/\/$/, '');
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  async json(path) {
    const response = await fetch(this.url + path);
    assert.equal(response.status, 200, path);
    return response.json();
  }

  async stop() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    const deadline = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE);
    this.child.kill('SIGINT');
    await ended;
    clearTimeout(deadline);
  }
}

/** The directory of crates/web/build on a server of static files, and `nqdb serve` for what its pages must show. */
class Web {
  static async start() {
    const [folder, reference] = await Promise.all([Folder.start({ base: '' }), Server.start()]);
    return Object.assign(new Web(), { folder, reference, url: folder.url });
  }

  /** The first visit of a browser context. */
  async prepare(page) {
    await page.goto(`${this.url}/`);
    await isStarted(page);
  }

  json(path) {
    return this.reference.json(path);
  }

  async stop() {
    await this.folder.stop();
    await this.reference.stop();
  }
}

/** A server and a browser for the tests of a file: `site.server`, `site.browser`. */
export function useSite(kind = isWeb ? Web : Server) {
  const site = {};
  before(async () => {
    site.server = await kind.start();
    site.browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'], timeout: PATIENCE });
  });
  after(async () => {
    await site.browser?.close();
    await site.server?.stop();
  });
  return site;
}

/**
 * Opens a page for `test`, which fails on errors in the console other than `errors`. `route` has the arguments of
 * Playwright's function of this name; the other `options` are those of a browser context.
 */
export async function visit({ browser, server }, path, test, options = {}) {
  const { size = DESKTOP, errors = [], route, ...others } = options;
  const isPhone = size === PHONE;
  const context = await browser.newContext({ viewport: size, hasTouch: isPhone, isMobile: isPhone, ...others });
  try {
    if (route) await context.route(...route);
    if (assets) await context.route('**/assets/*/*', serveNewer);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await server.prepare?.(page);
    const found = [];
    page.on('pageerror', (error) => found.push(error.message));
    page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
    await page.goto(server.url + path);
    if (others.javaScriptEnabled !== false) await isStarted(page);
    const result = await test(page);
    const unexpected = found.filter((text) => !errors.some((expected) => text.includes(expected)));
    assert.deepEqual(unexpected, [], path);
    return result;
  } finally {
    await context.close();
  }
}

function serveNewer(route) {
  const name = new URL(route.request().url()).pathname.split('/').pop();
  const types = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
  const file = `${assets}/${name}`;
  if (!existsSync(file)) return route.continue();
  return route.fulfill({ body: readFileSync(file), contentType: types[name.split('.').pop()] });
}

/** The violations of WCAG 2.2 AA and of best practice that axe-core finds in the page, or in a part of it. */
export async function violations(page, part = 'html') {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async (part) => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await window.axe.run(part, { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`);
  }, part);
}

/** Waits until `read`, run in the page, returns the expected value; `again` runs before each retry. */
export async function settles(page, read, expected, again = () => {}) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await page.evaluate(read).catch((error) => error.message);
    if (isDeepStrictEqual(found, expected)) return;
    if (Date.now() > end) assert.deepEqual(found, expected);
    await sleep(20);
    await again();
  }
}

/** Waits until the scripts of a page have started. */
export const isStarted = (page) => settles(page, () => document.documentElement.classList.contains('scripted'), true);

/** The queens of the large board, as they are drawn. */
export const drawnQueens = () => {
  const queens = [];
  for (const queen of document.querySelectorAll('#board .queens use')) {
    queens[Number(queen.getAttribute('x'))] = Number(queen.getAttribute('y')) + 1;
  }
  return queens;
};

/** The rank in the field, and the path of the URL. */
export const shownRank = () => [document.getElementById('rank').value, location.pathname];

/** Taps a square in the loupe, and waits until that is closed. */
export async function tapInLoupe(page, column, row) {
  const loupe = page.getByRole('dialog', { name: 'Choose a square' });
  await loupe.waitFor();
  const view = loupe.locator('svg');
  const [left, top, wide] = (await view.getAttribute('viewBox')).split(' ').map(Number);
  const { x, y, width } = await view.boundingBox();
  const along = (place, first) => (width * (place - first - 0.5)) / wide;
  await page.touchscreen.tap(x + along(column, left), y + along(row, top));
  await loupe.waitFor({ state: 'hidden' });
}
