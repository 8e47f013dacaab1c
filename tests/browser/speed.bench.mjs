// The time from a click to the picture. Prints figures; none of them is a failure.

import { test } from 'node:test';
import { useSite, visit } from './support.mjs';

const site = useSite();

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Reports times in milliseconds against a goal for their median. */
function report(context, what, times, goal) {
  const [middle, most] = [median(times), Math.max(...times)];
  context.diagnostic(`${what}: median ${middle.toFixed(0)} ms, maximum ${most.toFixed(0)} ms of ${times.length}; goal ${goal} ms`);
}

/** Clicks on a square, and waits until its count is painted. */
const click = (at) => new Promise((resolve) => {
  const begin = performance.now();
  const count = document.getElementById('count');
  const observer = new MutationObserver(() => {
    if (count.classList.contains('waiting')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
  });
  observer.observe(count, { attributes: true, childList: true });
  document.querySelector(`[data-at="${at}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
});

/** Board sizes and queens; the last queen is placed by the click. */
const COUNTS = [
  ['8', '3=5'],
  ['12', '3=5'],
  ['14', '3=5'],
  ['14', '7=2,3=5'],
  ['16', '3=5,5=1'],
  ['18', '3=5,5=1,7=12,9=8'],
  ['20', '3=5,5=1,7=12,9=8,11=4'],
];

test('from the click to the count and its colours', async (context) => {
  for (const [n, squares] of COUNTS) {
    const words = squares.split(',');
    const last = words.pop();
    const path = words.length ? `/${n}/count/${words.join(',')}` : `/${n}`;
    const times = [];
    for (let i = 0; i < 5; i++) times.push(await visit(site, path, (page) => page.evaluate(click, last)));
    report(context, `N = ${n}, ${squares}`, times, 100);
  }
});

/** Clicks the button for a random solution, and waits until its board is painted. */
const jump = () => new Promise((resolve) => {
  const begin = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
  });
  observer.observe(document.querySelector('#board .queens'), { attributes: true, subtree: true });
  document.querySelector('[data-way=any]').click();
});

test('from a rank to its board, N = 20', (context) =>
  visit(site, '/20/1', async (page) => {
    const times = [];
    for (let i = 0; i < 60; i++) times.push(await page.evaluate(jump));
    report(context, 'any of 39,029,188,884 solutions', times, 50);
  }));
