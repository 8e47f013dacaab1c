// A server that stops and restarts: the page reports it, keeps its content, and continues.

import assert from 'node:assert/strict';
import { drawnQueens, Server, serverTest, settles, shownRank, useSite, visit } from './support.mjs';

const site = useSite();
const refused = { errors: ['ERR_CONNECTION', 'ERR_EMPTY'] };
const status = () => !document.getElementById('status').hidden;

serverTest('a solution', () =>
  visit(site, '/8/57', async (page) => {
    const { port } = site.server;
    await site.server.stop();
    await page.keyboard.press('ArrowRight');
    await settles(page, status, true);
    assert.match(await page.locator('#status').innerText(), /can’t be reached/);
    assert.deepEqual(await page.evaluate(drawnQueens), [5, 7, 1, 3, 8, 6, 4, 2]);
    await page.keyboard.press('ArrowRight');
    site.server = await Server.start(port);
    await settles(page, status, false);
    await settles(page, shownRank, ['59', '/8/59']);
    await settles(page, drawnQueens, (await site.server.json('/8/59.json')).queens);
  }, refused));

serverTest('a puzzle, whose board does not move', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { port } = site.server;
    const top = () => document.getElementById('board').getBoundingClientRect().top;
    const before = await page.evaluate(top);
    await site.server.stop();
    await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, status, true);
    assert.equal(await page.evaluate(top), before);
    // The message does not catch clicks on what is below it.
    await page.getByRole('button', { name: 'Automatic ✕' }).click();
    site.server = await Server.start(port);
    await settles(page, status, false);
    await settles(page, () => document.getElementById('advice').textContent.startsWith('Look at'), true);
  }, { ...refused, size: { width: 390, height: 664 } }));

serverTest('queens to place', () =>
  visit(site, '/8/count/3=5', async (page) => {
    const { port } = site.server;
    const number = () => document.querySelector('#count .number').textContent;
    await settles(page, number, '12');
    await site.server.stop();
    await page.locator('[data-at="5=1"]').click();
    await settles(page, status, true);
    assert.equal(await page.locator('.square.queen').count(), 2);
    site.server = await Server.start(port);
    await settles(page, status, false);
    await settles(page, number, `${(await site.server.json('/8/count/3=5,5=1.json')).solutions}`);
  }, refused));

