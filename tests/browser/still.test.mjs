// The board stands still while one plays, and what changes is on the screen together with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, settles, useSite, visit } from './support.mjs';

const site = useSite();

const SIZES = [{ width: 390, height: 664 }, PHONE, { width: 768, height: 1024 }, { width: 1366, height: 768 }, { width: 1920, height: 1080 }];

/** Where the board is in the page, and how large. */
const place = () => {
  window.scrollTo(0, 0);
  const { left, top, width, height } = document.querySelector('#board').getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
};

/** The largest share of the board that a window with all these elements shows. */
const shown = (page, selectors) => page.evaluate((selectors) => {
  window.scrollTo(0, 0);
  const boxes = selectors.map((selector) => document.querySelector(selector).getBoundingClientRect());
  const board = document.querySelector('#board').getBoundingClientRect();
  const [from, to] = [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))];
  // The window that begins as near to the board as these allow.
  const top = Math.max(0, Math.min(from, Math.max(to - innerHeight, Math.min(board.top, from))));
  const seen = Math.min(board.bottom, top + innerHeight) - Math.max(board.top, top);
  return to - top <= innerHeight + 1 ? seen / board.height : 0;
}, selectors);

/** Opens a page at each size; `play(page, check)` calls `check` after each step. */
function stands(name, path, selectors, play) {
  test(name, async () => {
    for (const size of SIZES) {
      await visit(site, path, async (page) => {
        const first = await page.evaluate(place);
        const check = async (what) => {
          assert.deepEqual(await page.evaluate(place), first, `${path} at ${size.width}, ${what}`);
          const share = await shown(page, selectors);
          assert.ok(share >= 0.75, `${path} at ${size.width}, ${what}: ${share.toFixed(2)} of the board`);
        };
        await check('at first');
        await play(page, check);
      }, { size });
    }
  });
}

const number = () => document.querySelector('#count .number').textContent;

stands('placing queens does not move the board', '/8', ['#count .number', '#count .meaning', '#chips', '#undo', '#step', '#run'], async (page, check) => {
  const queens = [5, 7, 1, 3, 8, 6, 4, 2];
  for (const [i, row] of queens.entries()) {
    await page.locator(`[data-at="${i + 1}=${row}"]`).click();
    await check(`queen ${i + 1}`);
  }
  await settles(page, number, '1');
  await check('all queens');
});

stands('the search does not move the board', '/8', ['#count .number', '#step', '#run', '#tries'], async (page, check) => {
  for (let i = 0; i < 12; i++) {
    await page.locator('#step').click();
    await check(`step ${i}`);
  }
  await page.locator('#halt').click();
  await settles(page, number, '92');
  await check('at the end');
});

stands('the home page plays the search until a queen is placed', '/', ['#count .number', '#count .meaning', '#undo'], async (page, check) => {
  await settles(page, () => /tried/.test(document.querySelector('#tries').textContent), true);
  await check('in the search');
  await page.locator('[data-at="1=5"]').click();
  await settles(page, number, '18');
  assert.equal(new URL(page.url()).pathname, '/8/count/1=5');
  assert.equal(await page.locator('#board .queen use').count(), 1);
  await check('with a queen');
});

for (const path of ['/8/puzzle/7-3', '/daily/2026-01-05']) {
  stands(`solving ${path} does not move the board`, path, ['#progress .number', '#progress .meaning', '#hint', '#check', '#advice'], async (page, check) => {
    const { queens } = await site.server.json(`${path}/solution.json`);
    const given = await page.locator('.square.given').evaluateAll((all) => all.map(({ dataset }) => Number(dataset.at.split('=')[0])));
    for (const what of ['#hint', '#hint', '#check', '#attacks']) {
      await page.locator(what).click();
      await check(what);
    }
    const missing = queens.map((row, i) => [i + 1, row]).filter(([column]) => !given.includes(column));
    for (const [column, row] of missing.slice(0, -1)) {
      await page.locator(`[data-at="${column}=${row}"]`).click();
      await check(`column ${column}`);
    }
    const [column, row] = missing.at(-1);
    const before = await page.evaluate(place);
    await page.locator(`[data-at="${column}=${row}"]`).click();
    await page.getByRole('heading', { name: 'Solved' }).waitFor();
    assert.deepEqual(await page.evaluate(place), before);
    assert.ok(await shown(page, ['#result', '#share']) >= 0.75, `${path}: the result`);
  });
}

test('other solutions do not move the board', async () => {
  for (const size of SIZES) {
    for (const [path, ranks] of [['/8/57', ['9', '93', '58']], ['/20/1', ['39029188884', '39029188885', '17000000000']]]) {
      await visit(site, path, async (page) => {
        const first = await page.evaluate(place);
        for (const rank of ranks) {
          await page.locator('#rank').fill(rank);
          await page.locator('#rank').press('Enter');
          const isWrong = Number(rank) > (path === '/8/57' ? 92 : 39029188884);
          await settles(page, () => document.getElementById('wrong-rank').textContent.length > 0, isWrong);
          if (!isWrong) await settles(page, () => location.pathname.split('/').pop(), rank);
          assert.deepEqual(await page.evaluate(place), first, `${path} at ${size.width}, ${rank}`);
        }
      }, { size });
    }
  }
});

test('every page with a board has the rule', async () => {
  for (const path of ['/', '/8', '/8/57', '/8/orbit/5', '/8/orbits', '/8/list', '/8/about', '/8/puzzle/7-3', '/8/puzzle/7-3/solution', '/daily', '/8/count/3=5', '/8/puzzles', '/64/random']) {
    await visit(site, path, async (page) => {
      assert.match(await page.locator('main').innerText(), /share a row, column or diagonal|share a row, a column or a diagonal|same row, column or diagonal/, path);
    });
  }
});

test('a swipe leads to the next solution, and arrow keys to the next orbit', async () => {
  await visit(site, '/8/57', async (page) => {
    await page.locator('#board').evaluate((board) => {
      const touch = (clientX) => new Touch({ identifier: 1, target: board, clientX, clientY: 300 });
      board.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(300)] }));
      board.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(150)] }));
    });
    await settles(page, () => location.pathname, '/8/58');
  }, { size: PHONE });
  await visit(site, '/8/orbit/5', async (page) => {
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/8/orbit/6');
  });
});
