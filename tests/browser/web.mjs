// Tests the directory that crates/web/build writes, as hosts of static pages serve it, against `nqdb serve`.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { directory, Folder } from './folder.mjs';
import { drawnQueens, isStarted, Server, settles, useSite, violations, visit } from './support.mjs';

/** `nqdb serve` with the same boards, and the server of the folder. */
const reference = useSite(Server);
const site = {
  get browser() {
    return reference.browser;
  },
};
before(async () => {
  site.server = await Folder.start();
});
after(() => site.server?.stop());

// The page for URLs that the server does not have looks for the explorer in each directory above.
const NOT_FOUND = ['404'];
const open = (path, test, options = {}) => visit(site, path, test, { errors: NOT_FOUND, ...options });
const goto = async (page, path) => {
  await page.goto(site.server.url + path);
  await isStarted(page);
};
/** Whether the browser has the cells of N = 21, which are loaded after the first page. */
const hasCells = async () => {
  const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
  const names = await Promise.all(caches.map((cache) => cache.keys()));
  return names.flat().some(({ url }) => url.endsWith('.bin'));
};
const QUEENS = [10, 3, 6, 9, 19, 14, 20, 2, 16, 12, 7, 5, 1, 18, 15, 13, 4, 8, 17, 11];

test('a deep link works on the first visit', () =>
  open('/8/57', async (page) => {
    assert.equal(page.url(), `${site.server.url}/8/57`);
    await settles(page, drawnQueens, [5, 7, 1, 3, 8, 6, 4, 2]);
  }));

test('the first visit to a deep link asks for nothing else that is missing', async () => {
  const folder = await Folder.start();
  await visit({ browser: site.browser, server: folder }, '/20/17000000000', (page) => settles(page, drawnQueens, QUEENS), { errors: NOT_FOUND });
  const missing = folder.requests.filter((path) => !/^\/(nqdb\/.*|sw\.js|copyright\.txt)$/.test(path));
  assert.deepEqual(missing, ['/20/17000000000']);
  await folder.stop();
});

test('the pages before the explorer have its header', async () => {
  const folder = await Folder.start();
  // The module never arrives.
  folder.change = (name, content) => (name.endsWith('.wasm.gz') ? content.subarray(1) : content);
  const page = await (await site.browser.newContext()).newPage();
  await page.goto(`${folder.url}/8/57`);
  for (const [name, path] of [['nqdb', '/'], ['Solutions', '/8/1'], ['Place queens', '/8'], ['Puzzles', '/8/puzzles'], ['Daily', '/daily']]) {
    await settles(page, `[...document.querySelectorAll('header a')].find((link) => link.textContent.trim() === '${name}')?.href`, folder.url + path);
  }
  assert.deepEqual(await violations(page), []);
  await page.context().close();
  await folder.stop();
});

test('the first visit to the home page asks for nothing that is missing', () =>
  visit(site, '/', (page) => settles(page, hasCells, true)));

test('a board whose cells arrive damaged is looked up when they are intact', async () => {
  const folder = await Folder.start();
  folder.change = (name, content) => (name.endsWith('.bin') ? content.subarray(1) : content);
  await visit({ browser: site.browser, server: folder }, '/8/57', async (page) => {
    await page.goto(`${folder.url}/21/1`);
    await settles(page, () => document.getElementById('message')?.textContent.includes('cells-21.bin is damaged or incomplete'), true);
    folder.change = (name, content) => content;
    await page.getByRole('button', { name: 'Try again' }).click();
    await isStarted(page);
    await settles(page, drawnQueens, (await reference.server.json('/21/1.json')).queens);
  }, { errors: NOT_FOUND });
  await folder.stop();
});

test('a damaged program is not kept', async () => {
  for (const damage of [(content) => content.subarray(0, content.length / 2), () => Buffer.from('<!doctype html>')]) {
    const folder = await Folder.start();
    folder.change = (name, content) => (name.endsWith('.wasm.gz') ? damage(content) : content);
    const context = await site.browser.newContext();
    try {
      const page = await context.newPage();
      const said = () => document.getElementById('message').textContent;
      await page.goto(`${folder.url}/8/57`);
      await settles(page, said, 'The explorer can’t be installed in this browser: a file is missing or damaged. Reload this page; if it fails again, tell the owner of this site. Show a single solution instead.');
      await page.goto(`${folder.url}/embed.html#8/57`);
      const [build] = readdirSync(join(directory, 'nqdb'));
      await settles(page, said, `/some/path/nqdb/${build}/nqdb.wasm.gz is damaged or incomplete. Try again`);
      folder.change = (name, content) => content;
      await page.getByRole('button', { name: 'Try again' }).click();
      await settles(page, said, 'Solution 57 of 92: 5 7 1 3 8 6 4 2');
      await page.goto(`${folder.url}/8/57`);
      await isStarted(page);
      await settles(page, drawnQueens, [5, 7, 1, 3, 8, 6, 4, 2]);
    } finally {
      await context.close();
      await folder.stop();
    }
  }
});

test('data that take a search need a page of the explorer', () =>
  open('/', async (page) => {
    await page.goto(`${site.server.url}/embed.html#8/57`);
    const answer = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return [response.status, (await response.json()).code];
    }, `${site.server.url}/18/count/1=3,2!=6.json`);
    assert.deepEqual(answer, [503, 'too_long']);
  }, { errors: ['404', '503'] }));

/** URLs over all routes. */
function urls() {
  const sizes = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 17, 18, 19, 20, 21, 27, 28, 30, 64];
  const items = [
    '', '/1', '/1.json', '/1.csv', '/1.txt', '/1.svg', '/2.png', '/1.json?only=queens', '/orbit/1', '/orbit/1.json', '/list?start=1&limit=5',
    '/list.csv?start=2&limit=3', '/orbits', '/tree', '/puzzles?seed=7&limit=2', '/compare',
  ];
  const others = [
    '/', '/about', '/about.json', '/openapi.json', '/robots.txt', '/favicon.ico', '/daily/2026-01', '/daily/2026-01-05', '/daily/2026-01-05.json',
    '/go?n=8&q=57', '/go?n=8&q=3%3D5', '/go.json?q=5+7+1+3+8+6+4+2', '/8/count/3=5,7!=4.json', '/8/count/3=5,7!=4.ndjson', '/8/count/3=5,7!=4.svg',
    '/8/compare?list=Anna%3A+1+5+8+6+3+7+2+4%0ABen%3A+1', '/8/of/1,5,8,6,3,7,2,4', '/8/of/1,1,1,1', '/8/puzzle/7-3', '/8/puzzle/7-3/solution', '/8/puzzle/7-3.svg', '/8/57/', '/8/0057', '/8/93', '/8/0',
    '/0/1', '/65/1', '/x', '/8/x', '/8/x.json', '/8/orbit/13', '/8/orbit/99.json', '/20/39029188885', '/20/39029188884', '/12/count/1=1,2=3.ndjson',
  ];
  // What a search answers in time, and the estimates of a board page, depend on the machine.
  const patterns = (n) => (n <= 12 ? ['/count/1=2', '/count/1=2.json', '/tree/1.json'] : []);
  const all = [...sizes.flatMap((n) => [...items, ...patterns(n)].map((item) => `/${n}${item}`)), ...others];
  return all.filter((path) => !/^\/(2[178]|30|64)$/.test(path));
}

/** Removes what may differ: the origin, the base and times. */
const common = (text, url) =>
  text.replaceAll(url, '').replaceAll('/some/path', '').replace(/"(micros|seconds)":[\d.e-]+/g, '"$1":0').replace(/[\d.]+ (Âµs|ms|s)\b/g, 'TIME');

/** Fails with what surrounds the first difference of two texts. */
function same(found, expected, name) {
  const at = [...found].findIndex((letter, i) => letter !== expected[i]);
  if (found === expected) return;
  const around = (text) => text.slice(Math.max(0, at - 60), at + 60);
  assert.fail(`${name}: ${around(found)} … expected: ${around(expected)}`);
}

test('the responses are those of nqdb serve', () =>
  open('/', async (page) => {
    const paths = urls();
    assert.ok(paths.length >= 300, `${paths.length} URLs`);
    for (const path of paths) {
      const expected = await fetch(reference.server.url + path);
      const text = Buffer.from(await expected.arrayBuffer()).toString('latin1');
      const [status, type, location, body] = await page.evaluate(async (url) => {
        const response = await fetch(url);
        const bytes = new Uint8Array(await response.arrayBuffer());
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        return [response.status, response.headers.get('content-type'), response.url, text];
      }, site.server.url + path);
      assert.equal(status, expected.status, path);
      assert.equal(type, expected.headers.get('content-type'), path);
      assert.equal(common(location, site.server.url), common(expected.url, reference.server.url), path);
      same(common(body, site.server.url), common(text, reference.server.url), path);
    }
  }, { errors: ['404', '400', '503', '302', '308'] }));

test('it works offline after the first visit', async () => {
  const folder = await Folder.start();
  await visit({ browser: site.browser, server: folder }, '/8/57', async (page) => {
    await settles(page, hasCells, true);
    await folder.stop();
    for (const [path, queens] of [['/index.html#/8/57', [5, 7, 1, 3, 8, 6, 4, 2]], ['/8/57', [5, 7, 1, 3, 8, 6, 4, 2]], ['/20/17000000000', QUEENS]]) {
      await page.goto(folder.url + path);
      await isStarted(page);
      await settles(page, drawnQueens, queens);
    }
    const json = (path) => page.evaluate(async (url) => (await fetch(url)).json(), folder.url + path);
    for (const path of ['/20/17000000000', '/21/200000000000']) {
      const { rank, queens, orbit } = await json(`${path}.json`);
      const expected = await reference.server.json(`${path}.json`);
      assert.deepEqual([rank, queens, orbit.orbit_id], [expected.rank, expected.queens, expected.orbit.orbit_id]);
      assert.deepEqual((await json(`/${queens.length}/of/${queens}.json`)).rank, rank);
    }
  }, { errors: ['404', 'ERR_CONNECTION_REFUSED'] });
});

test('a new build replaces the old one when its last page is closed', async () => {
  const folder = await Folder.start();
  const [old] = readdirSync(join(directory, 'nqdb'));
  const next = '0123456789abcdef';
  const newer = mkdtempSync(join(tmpdir(), 'nqdb-web-'));
  try {
    cpSync(directory, newer, { recursive: true });
    renameSync(join(newer, 'nqdb', old), join(newer, 'nqdb', next));
    for (const name of ['sw.js', 'embed.html', `nqdb/${next}/embed.html`, `nqdb/${next}/build.js`]) {
      const file = join(newer, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(old, next));
    }
    await visit({ browser: site.browser, server: folder }, '/8/57', async (page) => {
      const builds = async () => (await caches.keys()).map((name) => name.split(' ').pop()).sort();
      await settles(page, builds, [old]);
      folder.directory = newer;
      const other = await page.context().newPage();
      await other.goto(`${folder.url}/8/1`);
      await isStarted(other);
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      await settles(page, async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting), true);
      // As long as a page is open, all stay with the old build, new ones too.
      await page.goto(`${folder.url}/8/2`);
      await other.reload();
      const third = await page.context().newPage();
      await third.goto(`${folder.url}/8/3`);
      for (const open of [page, other, third]) {
        await isStarted(open);
        assert.deepEqual(await open.evaluate(builds), [next, old].sort());
      }
      const last = await page.context().newPage();
      for (const open of [page, other, third]) await open.close();
      await settles(last, () => location.pathname, '/some/path/8/58', () => last.goto(`${folder.url}/8/58`));
      await settles(last, builds, [next], () => last.goto(`${folder.url}/8/58`));
      await isStarted(last);
    }, { errors: NOT_FOUND });
  } finally {
    await folder.stop();
    rmSync(newer, { recursive: true });
  }
});

test('a long search runs in the page, shows its progress, and ends when it is cancelled', () =>
  open('/18', async (page) => {
    const line = await page.evaluate(async (url) => {
      const aborted = new AbortController();
      const response = await fetch(url, { signal: aborted.signal });
      const { value } = await response.body.getReader().read();
      aborted.abort();
      return new TextDecoder().decode(value).split('\n')[0];
    }, `${site.server.url}/18/count/1=5,2=8.ndjson`);
    assert.equal(JSON.parse(line).done, false);
    const none = async () => {
      for (let tries = 0; page.workers().length && tries < 600; tries++) await page.waitForTimeout(100);
      assert.equal(page.workers().length, 0);
    };
    await none();
    // The response of this one has no head before it ends. The page is one without scripts of the explorer.
    const script = await page.evaluate(() => document.querySelector('script[type=module]').src.replace(/\w+\.js$/, 'net.js'));
    await page.goto(`${site.server.url}/embed.html#8/57`);
    await page.evaluate(async ([url, script]) => {
      const { json } = await import(script);
      const aborted = new AbortController();
      const asked = json(url, aborted.signal).catch((error) => error.name);
      window.abortSearch = () => (aborted.abort(), asked);
    }, [`${site.server.url}/18/count/1=5,2=8.json`, script]);
    for (let tries = 0; !page.workers().length && tries < 600; tries++) await page.waitForTimeout(100);
    assert.equal(page.workers().length, 1);
    assert.equal(await page.evaluate(() => window.abortSearch()), 'AbortError');
    await none();
  }, { errors: ['404', '500'] }));

test('a page that takes long is searched by the page in its place', () =>
  open('/', async (page) => {
    // A page of a rank would take long on slow machines only.
    const search = '/18/count/1=5,2=8.json';
    await page.goto(site.server.url + search);
    const { solutions } = await reference.server.json(search);
    await settles(page, () => JSON.parse(document.querySelector('pre').textContent).solutions, solutions);
  }));

test('a search that fails is reported, and not repeated', () =>
  open('/', async (page) => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!request.url.endsWith('/worker.js')) continue;
          const headers = { 'content-type': 'text/javascript' };
          await cache.put(request, new Response("onmessage = () => postMessage({ failure: 'out of memory' })", { headers }));
        }
      }
    });
    await page.goto(`${site.server.url}/18/count/1=5,2=8.json`);
    await settles(page, () => document.querySelector('main').innerText.includes('out of memory'), true);
  }));

test('other files in the directory are shown, and URLs that nothing answers end', () =>
  open('/', async (page) => {
    const there = await page.goto(`${site.server.url}/copyright.txt`);
    assert.equal(there.status(), 200);
    await page.goto(`${site.server.url}/nqdb/none`);
    await settles(page, () => document.getElementById('message')?.textContent.trim(), 'This page does not exist.');
    await page.goto(`${site.server.url}/none`);
    await settles(page, () => document.title, 'Not found – nqdb');
    await page.goto(`${site.server.url}/index.html#/https://example.org/`);
    await settles(page, () => location.host, new URL(site.server.url).host);
  }));

test('without service workers a single solution works', async () => {
  const blocked = { errors: NOT_FOUND, serviceWorkers: 'block' };
  const context = await site.browser.newContext();
  try {
    await context.addInitScript(() => delete Navigator.prototype.serviceWorker);
    const page = await context.newPage();
    await page.goto(`${site.server.url}/8/57`);
    await page.getByRole('link', { name: 'Show a single solution instead.' }).click();
    await settles(page, () => document.getElementById('message').textContent, 'Solution 57 of 92: 5 7 1 3 8 6 4 2');
  } finally {
    await context.close();
  }
});

test('an embedded solution fits its frame', async () => {
  const context = await site.browser.newContext({ viewport: { width: 360, height: 480 } });
  try {
    const page = await context.newPage();
    for (const place of ['8/57', '20/17000000000', '64/random']) {
      await page.goto(`${site.server.url}/embed.html#${place}`);
      await settles(page, () => document.getElementById('message').textContent.includes('olution'), true);
      const board = await page.locator('#board').boundingBox();
      assert.ok(board.x >= 0 && board.x + board.width <= 360 && board.y + board.height <= 480, `${place}: ${JSON.stringify(board)}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, place);
    }
  } finally {
    await context.close();
  }
});

test('a solution can be embedded', async () => {
  const context = await site.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${site.server.url}/embed.html#8/57`);
    const said = () => document.getElementById('message').textContent;
    await settles(page, said, 'Solution 57 of 92: 5 7 1 3 8 6 4 2');
    await page.getByRole('button', { name: 'Next solution' }).click();
    await settles(page, said, 'Solution 58 of 92: 5 7 1 4 2 8 6 3');
    await page.getByLabel('Rank').fill('93');
    await page.keyboard.press('Enter');
    await settles(page, said, 'N = 8 has 92 solutions, so ranks go from 1 to 92; got 93');
    await page.goto(`${site.server.url}/embed.html#12/0057`);
    await settles(page, () => document.getElementById('rank').value, '57');
    // Ranks of this board are unknown.
    await page.getByLabel('N', { exact: true }).fill('64');
    await page.getByRole('button', { name: 'Random' }).click();
    await settles(page, () => /^A solution: (\d+ ?){64}$/.test(document.getElementById('message').textContent), true);
    assert.match(page.url(), /#64\/of\/[\d,]+$/);
    for (const hash of ['8/count', '%', 'abc', '', 'daily', '8/1/2']) {
      await page.goto(`${site.server.url}/embed.html#8/1`);
      await settles(page, said, 'Solution 1 of 92: 1 5 8 6 3 7 2 4');
      await page.goto(`${site.server.url}/embed.html#${hash}`);
      await settles(page, said, hash ? 'Expected N and a rank after #, such as #8/57.' : 'Solution 1 of 92: 1 5 8 6 3 7 2 4');
      assert.equal(await page.locator('#board').isVisible(), !hash);
    }
    await page.goto(`${site.server.url}/index.html#/20/17000000000`);
    await isStarted(page);
    await settles(page, drawnQueens, QUEENS);
  } finally {
    await context.close();
  }
});
