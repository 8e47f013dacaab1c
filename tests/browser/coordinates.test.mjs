// Squares named as in chess: letters for columns, row 1 at the bottom.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES, PHONE, isStarted, settles, tapInLoupe, useSite, violations, visit } from './support.mjs';

const site = useSite();

/** Chooses the names of chess, which reloads the page. */
async function chooseChess(page) {
  await page.locator('#coordinates').selectOption('chess');
  await settles(page, () => document.documentElement.classList.contains('chess'), true);
  await isStarted(page);
}

const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

test('squares have the names and places of chess, and the choice is kept', () =>
  visit(site, '/8', async (page) => {
    await chooseChess(page);
    const square = (at) => page.locator(`[data-at="${at}"] rect`);
    const [a1, a8, h1] = await Promise.all(['1=1', '1=8', '8=1'].map((at) => middle(square(at))));
    assert.ok(a1[1] > a8[1] && a1[0] < h1[0] && Math.abs(a1[1] - h1[1]) < 1);
    const labels = await page.locator('.numbers text').allTextContents();
    assert.deepEqual(labels.filter((_, i) => i % 2 === 0).join(''), 'abcdefgh');
    assert.deepEqual(labels.filter((_, i) => i % 2 === 1).join(''), '87654321');
    const [, rowOne] = await middle(page.locator('.numbers text').last());
    assert.ok(Math.abs(rowOne - a1[1]) < 8, 'the label 1 is next to row 1');
    await settles(page, () => document.querySelector('[data-at="3=5"]').getAttribute('aria-label'), 'c5, 12 solutions');
    await square('3=5').click();
    await settles(page, () => location.pathname, '/8/count/3=5');
    await settles(page, () => document.querySelector('.chip').textContent, '♛ c5 ×');
    // The crown is upright: its widest part, the row of tips, is above its base.
    assert.match(await page.locator('#queen > *').first().getAttribute('transform'), /scale\(1 -1\)/);
    // The arrow keys move as the board looks.
    await page.keyboard.press('ArrowUp');
    await settles(page, () => document.activeElement.dataset.at, '3=6');
    await page.goto(`${site.server.url}/8/puzzle/7-3`);
    await isStarted(page);
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, () => /\b[a-h][1-8]\b/.test(document.getElementById('advice').textContent), true);
    await page.locator('#coordinates').selectOption('numbers');
    await settles(page, () => document.documentElement.classList.contains('chess'), false);
  }));

/** The red, green and blue of a point of the window. */
async function colourAt(page, x, y) {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (source) => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const pen = document.createElement('canvas').getContext('2d');
    pen.drawImage(image, 0, 0);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, `data:image/png;base64,${png.toString('base64')}`);
}

test('the square a1 is dark on every board', async () => {
  for (const path of ['/8/57', '/9/1', '/8/puzzle/7-3', '/9/puzzle/1-1', '/8/orbit/5', '/12/orbit/5']) {
    await visit(site, path, async (page) => {
      await chooseChess(page);
      const { left, bottom, side } = await page.locator('main .light').first().evaluate((rect) => {
        const { left, bottom, width } = rect.getBoundingClientRect();
        return { left, bottom, side: width / Number(rect.getAttribute('width')) };
      });
      // Near the corners, which no queen covers.
      const sums = [];
      for (const column of [0, 1]) sums.push(await colourAt(page, left + side * (column + 0.1), bottom - side * 0.1));
      const [dark, light] = sums.map(([r, g, b]) => r + g + b);
      assert.ok(dark < light - 30, `${path}: ${sums.join(' and ')}`);
    });
  }
});

test('hints name files', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    await chooseChess(page);
    const advice = [];
    for (let i = 0; i < 2; i++) {
      await page.getByRole('button', { name: 'Hint' }).click();
      await settles(page, `document.getElementById('advice').textContent === ${JSON.stringify(advice[0] ?? '')}`, false);
      advice.push(await page.locator('#advice').textContent());
    }
    assert.doesNotMatch(advice.join(' '), /column/);
  }));

test('pictures to save and suggestions have the names of chess', () =>
  visit(site, '/8/57', async (page) => {
    await chooseChess(page);
    const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PNG' }).click()]);
    assert.ok(picture.url().endsWith('/8/57.png?squares=chess'), picture.url());
    await page.locator('.go input').fill('e4');
    await settles(page, () => document.querySelector('#suggestions a')?.textContent, 'Solutions with e4, N = 8');
  }));

test('rotations and reflections do what their labels say', () =>
  visit(site, '/8/57', async (page) => {
    await chooseChess(page);
    /** The places of the queens in the picture, in squares from its middle, x to the right and y down. */
    const places = () => {
      const frame = document.querySelector('#board .frame').getBoundingClientRect();
      const side = frame.width / 8;
      return [...document.querySelectorAll('#board .queens use')].map((queen) => {
        const { x, y, width, height } = queen.getBoundingClientRect();
        return [x + width / 2 - frame.x, y + height / 2 - frame.y].map((place) => Math.round(2 * (place / side - 4)));
      }).map((place) => place.join()).toSorted();
    };
    const moves = {
      'Rotate 90° clockwise': ([x, y]) => [-y, x],
      'Rotate 90° counterclockwise': ([x, y]) => [y, -x],
      'Flip left and right': ([x, y]) => [-x, y],
      'Flip top and bottom': ([x, y]) => [x, -y],
      'Flip across the falling diagonal': ([x, y]) => [y, x],
      'Flip across the rising diagonal': ([x, y]) => [-y, -x],
    };
    for (const [name, move] of Object.entries(moves)) {
      const before = await page.evaluate(places);
      await page.getByRole('link', { name, exact: true }).click();
      await settles(page, places, before.map((place) => move(place.split(',').map(Number)).map((number) => number + 0).join()).toSorted());
    }
    const images = ['rotate-90', 'rotate-270', 'flip-diagonal', 'flip-antidiagonal', 'flip-vertical'];
    const captions = images.map((image) => page.locator(`.boards [data-key=${image}] span`).textContent());
    assert.deepEqual(await Promise.all(captions), [
      'rotate 90° clockwise',
      'rotate 90° counterclockwise',
      'flip across the rising diagonal',
      'flip across the falling diagonal',
      'flip top and bottom',
    ]);
    const before = await page.evaluate(places);
    await page.keyboard.press(']');
    await settles(page, places, before.map((place) => moves['Rotate 90° clockwise'](place.split(',').map(Number)).map((number) => number + 0).join()).toSorted());
  }));

test('the loupe shows the squares as the board does', () =>
  visit(site, '/16/puzzle/1-1', async (page) => {
    await chooseChess(page);
    const free = await page.locator('.square.free').first().getAttribute('data-at');
    const [column, row] = free.split('=').map(Number);
    await page.locator(`[data-at="${free}"]`).tap();
    await tapInLoupe(page, column, 17 - row);
    await settles(page, `document.querySelector('[data-at="${free}"]').getAttribute('class').split(' ')[1]`, 'queen');
  }, { size: PHONE }));

test('no page violates WCAG 2.2 AA with the names of chess', async () => {
  for (const path of PAGES) {
    await visit(site, path, async (page) => {
      await chooseChess(page);
      assert.deepEqual(await violations(page), [], path);
    });
  }
});
