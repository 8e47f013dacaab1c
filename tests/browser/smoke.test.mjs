// The tests of the quick CI: each kind of page loads and starts its script, and keys move between solutions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnQueens, PAGES, settles, shownRank, useSite, visit } from './support.mjs';

const site = useSite();
const heard = () => document.getElementById('live').textContent;

test('every page loads without errors and without requests to other hosts', async () => {
  for (const path of PAGES) {
    await visit(site, path, async (page) => {
      const hosts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).host));
      assert.deepEqual([...new Set(hosts)], [new URL(site.server.url).host], path);
    });
  }
});

test('keys move between solutions', () =>
  visit(site, '/8/57', async (page) => {
    for (const [key, rank] of [['ArrowRight', 58], ['ArrowLeft', 57], ['Home', 1], ['End', 92]]) {
      await page.keyboard.press(key);
      await settles(page, shownRank, [`${rank}`, `/8/${rank}`]);
      await settles(page, heard, `Solution ${rank}`);
    }
    await page.evaluate(() => { Math.random = () => 0.5; });
    await page.keyboard.press('r');
    await settles(page, shownRank, ['47', '/8/47']);
    await page.keyboard.press('g');
    await page.keyboard.type('44');
    await page.keyboard.press('Enter');
    await settles(page, shownRank, ['44', '/8/44']);
    await settles(page, drawnQueens, (await site.server.json('/8/44.json')).queens);
  }));
