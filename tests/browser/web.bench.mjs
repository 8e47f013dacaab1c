// Prints the times of the web explorer in Chromium, from a server with 4 Mbit/s and 150 ms of delay, and afterwards.

import { test } from 'node:test';
import { Folder } from './folder.mjs';
import { drawnQueens, isStarted, settles, useSite } from './support.mjs';

const site = useSite();
const LINE = { delay: 150, rate: 500 };
const show = (name, times) => console.log(`${name.padEnd(34)} ${times.map((time) => Math.round(time)).join(' ')} ms`);
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test('the times of the web explorer', async () => {
  const folder = await Folder.start({ line: LINE });
  const first = [];
  let page;
  for (let run = 0; run < 3; run++) {
    await page?.context().close();
    page = await (await site.browser.newContext()).newPage();
    first.push(await timed(async () => {
      await page.goto(`${folder.url}/8/57`);
      await settles(page, drawnQueens, [5, 7, 1, 3, 8, 6, 4, 2]);
    }));
  }
  show('first board', first);
  const open = (path) => timed(async () => {
    await page.goto(folder.url + path);
    await isStarted(page);
  });
  show('another page', [await open('/8/58'), await open('/8/59'), await open('/12/5')]);
  show('first page of N = 20, of N = 21', [await open('/20/17000000000'), await open('/21/200000000000')]);
  const ask = (path) => page.evaluate(async (url) => {
    const began = performance.now();
    await (await fetch(url)).text();
    return performance.now() - began;
  }, folder.url + path);
  const some = async (path) => {
    const times = [];
    for (let i = 1; i <= 30; i++) times.push(await ask(path(i)));
    return [median(times)];
  };
  show('a rank of N = 20, median of 30', await some((i) => `/20/${i * 1_234_567_891}.json?only=queens`));
  show('with all that is known of it', await some((i) => `/20/${i * 1_234_567_893}.json`));
  show('heat map, N = 12', await some((i) => `/12/count/1=${1 + (i % 12)},${2 + (i % 9)}!=${1 + (i % 7)}.json`));
  show('heat map, N = 14', await some((i) => `/14/count/1=${1 + (i % 14)},${2 + (i % 9)}!=${1 + (i % 7)}.json`));
  show('page without a network', await (async () => { await folder.stop(); return [await open('/8/60')]; })());
  await page.context().close();
});
