// Tests the directory that crates/web/build writes in Firefox, which Puppeteer drives by WebDriver BiDi, from Python's
// web server, which knows nothing of 404.html.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

const { NQDB_BROWSER_MODULES: modules, NQDB_BROWSER_FIREFOX: firefoxPath, NQDB_BROWSER_WEB: directory } = process.env;
const { launch } = createRequire(modules)('puppeteer-core');

/** A timeout in milliseconds that nothing reaches, even on a machine ten times slower. */
const timeout = 60_000;

let root, server, browser, page, url;

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'nqdb-firefox-'));
  mkdirSync(join(root, 'some'));
  symlinkSync(directory, join(root, 'some/path'));
  const options = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', root];
  server = spawn('python3', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  // "Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ..."
  const line = await new Promise((resolve) => createInterface(server.stdout).once('line', resolve));
  url = `http://localhost:${/port (\d+)/.exec(line)[1]}/some/path`;
  browser = await launch({ browser: 'firefox', executablePath: firefoxPath, headless: true, timeout });
  page = await browser.newPage();
  page.setDefaultTimeout(timeout);
});
after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(root, { recursive: true });
});

const isStarted = () => page.waitForFunction(() => document.documentElement.classList.contains('scripted'));
const goto = async (path) => {
  await page.goto(url + path);
  await isStarted();
};
const json = (path) => page.evaluate(async (path) => (await fetch(path)).json(), url + path);

test('a link after # works on the first visit', async () => {
  await goto('/index.html#/8/57');
  assert.equal(page.url(), `${url}/8/57`);
  assert.deepEqual((await json('/8/57.json')).queens, [5, 7, 1, 3, 8, 6, 4, 2]);
});

test('every kind of page starts', async () => {
  for (const path of ['/', '/8/58', '/12', '/8/count/3=5,7!=4', '/8/orbit/5', '/8/puzzles?seed=7', '/daily', '/about', '/31/1']) await goto(path);
});

test('large boards are looked up', async () => {
  await goto('/20/17000000000');
  const { queens } = await json('/20/17000000000.json');
  assert.deepEqual(queens, [10, 3, 6, 9, 19, 14, 20, 2, 16, 12, 7, 5, 1, 18, 15, 13, 4, 8, 17, 11]);
  await goto('/21/200000000000');
});

test('a search shows its progress and can be stopped', async () => {
  await goto('/18');
  const first = await page.evaluate(async (path) => {
    const aborted = new AbortController();
    const { body } = await fetch(path, { signal: aborted.signal });
    const { value } = await body.getReader().read();
    aborted.abort();
    return new TextDecoder().decode(value).split('\n')[0];
  }, `${url}/18/count/1=5,2=8.ndjson`);
  assert.equal(JSON.parse(first).done, false);
});

test('a solution can be embedded', async () => {
  await page.goto(`${url}/embed.html#8/57`);
  const shown = 'Solution 57 of 92: 5 7 1 3 8 6 4 2';
  await page.waitForFunction((shown) => document.getElementById('message').textContent === shown, {}, shown);
});

test('it works offline', async () => {
  server.kill();
  await goto('/8/44');
  await goto('/20/17000000001');
});
