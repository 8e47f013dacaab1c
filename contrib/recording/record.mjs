// Takes docs/explorer.png, and the frames of docs/explorer.gif: three queens are placed in the explorer, and the counts
// and colours follow.
// tests/browser/run starts it; NQDB_RECORDING is the folder for the frames.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { settles, useSite, visit } from '../../tests/browser/support.mjs';

const { NQDB_RECORDING: folder } = process.env;
assert.ok(folder, 'start this script with contrib/recording/run');

const SIZE = { width: 1160, height: 800 };
/** The scale of the pictures. */
const SCALE = 0.7;
const START = { x: 1000, y: 700 };
/** Queens in the order of the clicks, frames per movement of the pointer, and milliseconds per frame. */
const QUEENS = ['1=5', '2=2', '3=4'];
const STEPS = 8;
const MOVE = 60;
const LOOK = 1600;

const site = useSite();
const durations = [];

test('record', () =>
  visit(site, '/8', async (page) => {
    await settles(page, () => document.querySelector('#count .number').textContent, '92');
    await page.evaluate(showPointer);
    const take = async (milliseconds, { x, y }) => {
      await page.evaluate(([x, y]) => window.movePointer(x, y), [x, y]);
      const path = `${folder}/${String(durations.length).padStart(3, '0')}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      durations.push(milliseconds);
    };
    let at = START;
    await take(LOOK, at);
    for (const [index, queen] of QUEENS.entries()) {
      const box = await page.locator(`[data-at="${queen}"]`).boundingBox();
      const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      for (let step = 1; step <= STEPS; step++) {
        const part = step / STEPS;
        const now = { x: at.x + (to.x - at.x) * part, y: at.y + (to.y - at.y) * part };
        await page.mouse.move(now.x, now.y);
        await take(MOVE, now);
      }
      await page.mouse.click(to.x, to.y);
      const queens = QUEENS.slice(0, index + 1).join(',');
      const { solutions } = await site.server.json(`/8/count/${queens}.json`);
      await settles(page, () => document.querySelector('#count .number').textContent, `${solutions}`);
      await settles(page, () => document.querySelectorAll('[aria-busy=true]').length, 0);
      await take(LOOK, to);
      at = to;
    }
    durations[durations.length - 1] = 2 * LOOK;
    writeFileSync(`${folder}/durations.json`, JSON.stringify(durations));
  }, { size: SIZE, deviceScaleFactor: SCALE }));

test('picture', async () => {
  // It reads the blocks that the page needs, which the server then has in its cache.
  await site.server.json('/20/17000000000.json');
  await visit(site, '/20/17000000000', async (page) => {
    await page.screenshot({ path: `${folder}/explorer.png`, animations: 'disabled' });
  });
});

/** Adds an arrow, since a screenshot has no pointer. */
function showPointer() {
  const arrow = '<svg xmlns="http://www.w3.org/2000/svg" width="27" height="39" viewBox="0 0 18 26"><path d="M1 1v20l5-4 3 8 4-2-3-7h7z" fill="#fff" stroke="#000" stroke-width="1.5"/></svg>';
  const pointer = document.createElement('div');
  pointer.innerHTML = arrow;
  pointer.style.cssText = 'position:fixed;z-index:9999;pointer-events:none;line-height:0';
  document.body.append(pointer);
  window.movePointer = (x, y) => {
    pointer.style.left = `${x}px`;
    pointer.style.top = `${y}px`;
  };
}
