// Everything by keyboard alone, and what screen readers announce.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnQueens, isStarted, settles, shownRank, useSite, visit } from './support.mjs';

const site = useSite();
const heard = () => document.getElementById('live').textContent;
const address = () => location.pathname;

test('keys turn the board', () =>
  visit(site, '/8/57', async (page) => {
    let rank = 57;
    for (const [key, symmetry] of Object.entries({ h: 'flip-horizontal', v: 'flip-vertical', t: 'flip-diagonal', y: 'flip-antidiagonal', '[': 'rotate-90', ']': 'rotate-270', u: 'rotate-180' })) {
      const { images } = await site.server.json(`/8/${rank}.json`);
      const image = images.find((image) => image.symmetry === symmetry);
      rank = image.rank;
      await page.keyboard.press(key);
      await settles(page, shownRank, [`${rank}`, `/8/${rank}`]);
      await settles(page, drawnQueens, image.queens);
    }
  }));

test('keys in quick succession all turn the board', () =>
  visit(site, '/8/57', async (page) => {
    let rank = 57;
    for (const [key, symmetry] of [['h', 'flip-horizontal'], [']', 'rotate-270'], ['t', 'flip-diagonal'], ['v', 'flip-vertical'], ['[', 'rotate-90']]) {
      const { images } = await site.server.json(`/8/${rank}.json`);
      rank = images.find((image) => image.symmetry === symmetry).rank;
      await page.keyboard.press(key);
    }
    await settles(page, shownRank, [`${rank}`, `/8/${rank}`]);
    await settles(page, drawnQueens, (await site.server.json(`/8/${rank}.json`)).queens);
  }));

test('plus and minus zoom the strip', () =>
  visit(site, '/20/17000000000', async (page) => {
    const crumbs = () => document.querySelector('.crumbs')?.textContent.split(' · ')[0];
    await settles(page, crumbs, 'First queens: any');
    await page.keyboard.press('+');
    await settles(page, crumbs, 'First queens: any ▸ 10');
    await page.keyboard.press('+');
    await settles(page, crumbs, 'First queens: any ▸ 10 ▸ 3');
    await page.keyboard.press('-');
    await settles(page, crumbs, 'First queens: any ▸ 10');
    assert.deepEqual(await page.evaluate(shownRank), ['17,000,000,000', '/20/17000000000']);
  }));

test('only a square of the board has the focus', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const inBoard = () => document.activeElement.closest('#board') && document.activeElement.tagName;
    const found = new Set();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      found.add(await page.evaluate(inBoard));
    }
    found.delete(null);
    assert.ok(!found.has('svg'), 'the board itself has the focus');
    assert.ok(found.size > 0);
  }));

test('the board is a grid', () =>
  visit(site, '/8', async (page) => {
    const focused = () => document.activeElement.getAttribute('aria-label');
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches('[role=gridcell]'))); i++) await page.keyboard.press('Tab');
    await settles(page, focused, 'column 1, row 1, 4 solutions');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await settles(page, address, '/8/count/3=5');
    await settles(page, focused, 'column 3, row 5, queen');
    await settles(page, heard, '12 of 92 solutions, 13%');
    await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    await settles(page, address, '/8/count/3=5,7!=4');
    await settles(page, heard, '11 of 92 solutions, 12%');
    await page.keyboard.press('Backspace');
    await settles(page, address, '/8/count/3=5');
    await page.keyboard.press('Control+z');
    await settles(page, address, '/8/count/3=5,7!=4');
    await page.keyboard.press('Home');
    await settles(page, focused, 'column 1, row 4, 6 solutions');
    await page.keyboard.press('End');
    await settles(page, focused, 'column 8, row 4, 1 solution');
  }));

test('the grid has the roles and names that screen readers need', () =>
  visit(site, '/8/count/3=5', async (page) => {
    assert.equal(await page.getByRole('grid', { name: 'Board of 8 columns and 8 rows' }).count(), 1);
    assert.equal(await page.getByRole('row').count(), 8);
    assert.equal(await page.getByRole('gridcell').count(), 64);
    assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  }));

test('help lists the keys; single keys can be switched off, and stay off', () =>
  visit(site, '/8/57', async (page) => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /flip across the falling diagonal/);
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    for (const key of ['h', 'r', '?']) await page.keyboard.press(key);
    await page.keyboard.press('ArrowRight');
    await settles(page, shownRank, ['58', '/8/58']);
    assert.equal(await dialog.isVisible(), false);
    await page.reload();
    await isStarted(page);
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowRight');
    await settles(page, shownRank, ['59', '/8/59']);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await dialog.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await settles(page, shownRank, ['58', '/8/58']);
  }));

test('focus stays where it was when the facts change', () =>
  visit(site, '/8/57', async (page) => {
    const link = page.locator('#facts .boards a').nth(2);
    await link.focus();
    await page.keyboard.press('Enter');
    await settles(page, () => document.title.includes('solution 41 '), true);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'flip-antidiagonal');
  }));

test('letters in a field are text', () =>
  visit(site, '/8/57', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('hr57');
    assert.equal(await page.locator('.go input').inputValue(), 'hr57');
    assert.equal(await page.evaluate(address), '/8/57');
  }));
