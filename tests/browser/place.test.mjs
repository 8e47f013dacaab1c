// Placing queens: squares, counts and colours, by mouse and touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, serverTest, settles, tapInLoupe, useSite, visit } from './support.mjs';

const site = useSite();
const square = (page, at) => page.locator(`[data-at="${at}"]`);
const number = () => document.querySelector('#count .number').textContent;
const address = () => location.pathname;

/** The kinds of the squares and the numbers on them, by row. */
const squares = () => [...document.querySelectorAll('.row')].map((row) => [...row.children].map((square) => {
  const kind = square.getAttribute('class').replace('square ', '');
  return kind === 'free' ? square.querySelector('text')?.textContent ?? '' : kind;
}));

/** The squares that the board must show for the counts of the server. */
async function expected(path) {
  const { n, conditions: given, counts } = await site.server.json(path);
  const queens = given.filter((word) => !word.includes('!')).map((word) => word.split('=').map(Number));
  const none = given.filter((word) => word.includes('!')).map((word) => word.replace('!', ''));
  const kind = (column, row) => {
    if (queens.some(([c, r]) => c === column && r === row)) return 'queen';
    if (none.includes(`${column}=${row}`)) return 'none';
    const attacks = ([c, r]) => c === column || r === row || Math.abs(c - column) === Math.abs(r - row);
    if (queens.some(attacks)) return 'attacked';
    const count = counts[row - 1][column - 1];
    return n <= 12 || !count ? count.toLocaleString('en') : '';
  };
  return Array.from({ length: n }, (_, row) => Array.from({ length: n }, (_, column) => kind(column + 1, row + 1)));
}

for (const size of [DESKTOP, PHONE]) {
  const where = size === PHONE ? 'on a phone' : 'on a desktop';

  test(`a click places a queen, the toggle forbids one, a second click removes it ${where}`, () =>
    visit(site, '/8', async (page) => {
      await settles(page, number, '92');
      await settles(page, squares, await expected('/8/count.json'));
      await square(page, '3=5').click();
      await settles(page, address, '/8/count/3=5');
      await settles(page, number, '12');
      await page.getByRole('button', { name: 'No queen' }).first().click();
      await square(page, '7=4').click();
      await settles(page, address, '/8/count/3=5,7!=4');
      await settles(page, number, '11');
      await settles(page, squares, await expected('/8/count/3=5,7!=4.json'));
      await square(page, '3=5').click();
      await settles(page, address, '/8/count/7!=4');
      await settles(page, squares, await expected('/8/count/7!=4.json'));
    }, { size }));

  test(`the count is next to the board, on phones below it (${where})`, () =>
    visit(site, '/8/count/3=5', async (page) => {
      const [count, board] = [await page.locator('#count').boundingBox(), await page.locator('#board').boundingBox()];
      if (size === PHONE) assert.ok(count.y >= board.y + board.height);
      else assert.ok(count.x > board.x + board.width - 1);
    }, { size }));
}

test('during the search the side does not say that no squares are given', () =>
  visit(site, '/8', async (page) => {
    const said = () => document.getElementById('chips').textContent;
    await settles(page, said, 'No squares given yet: choose one on the board.');
    await page.getByRole('button', { name: 'Step' }).click();
    await settles(page, said, 'The queens on the board are those of the search.');
    await page.getByRole('button', { name: 'Stop' }).click();
    await settles(page, said, 'No squares given yet: choose one on the board.');
  }));

test('a right click forbids a queen', () =>
  visit(site, '/8', async (page) => {
    await square(page, '7=4').click({ button: 'right' });
    await settles(page, address, '/8/count/7!=4');
    await settles(page, number, `${(await site.server.json('/8/count/7!=4.json')).solutions}`);
  }));

/** The squares of queens that are attacked, the number of lines between them, and the text below the count. */
const clashes = () => [
  [...document.querySelectorAll('.square.queen.wrong')].map(({ dataset }) => dataset.at).toSorted(),
  document.querySelectorAll('.clashes path').length,
  document.querySelector('#count .meaning').textContent,
];
const CLASH = [['2=4', '3=5'], 1, 'solutions: the queens in column 2, row 4 and column 3, row 5 attack each other'];

test('a queen on an attacked square is red, and the page names the other one', () =>
  visit(site, '/8/count/3=5', async (page) => {
    await square(page, '2=4').click();
    await settles(page, address, '/8/count/2=4,3=5');
    await settles(page, clashes, CLASH);
    await square(page, '2=4').click();
    await settles(page, clashes, [[], 0, 'of 92 solutions, 13%']);
  }));

serverTest('queens of a URL that attack each other are red without scripts', () =>
  visit(site, '/8/count/2=4,3=5', async (page) => {
    await settles(page, clashes, CLASH);
  }, { javaScriptEnabled: false }));

/** An exact number from the heat map stays exact when its square is chosen, while the squares are counted. */
test('a number of the heat map does not become an estimate by a click', () =>
  visit(site, '/20', async (page) => {
    await square(page, '1=1').hover();
    await settles(page, () => document.getElementById('readout').textContent, 'column 1, row 1, 912,695,924 solutions, 2.3%');
    const seen = page.evaluate(() => new Promise((resolve) => {
      const numbers = [];
      new MutationObserver(() => {
        const number = document.querySelector('#count .number').textContent;
        if (number !== '39,029,188,884') numbers.push(number);
        // The colours come from progress, after the first line.
        if (numbers.length && document.querySelector('#count progress, .square.free[aria-label*="≈"]')) resolve([...new Set(numbers)]);
      }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
    }));
    await square(page, '1=1').click();
    assert.deepEqual(await seen, ['912,695,924']);
  }));

test('chips, undo and clear remove conditions; back and forward restore them', () =>
  visit(site, '/8/count/3=5,7!=4', async (page) => {
    await page.getByRole('link', { name: 'Remove 3=5' }).click();
    await settles(page, address, '/8/count/7!=4');
    await page.getByRole('button', { name: 'Undo' }).click();
    await settles(page, address, '/8/count/3=5,7!=4');
    await settles(page, number, '11');
    await page.getByRole('link', { name: 'Clear' }).click();
    await settles(page, address, '/8');
    await settles(page, number, '92');
    await page.goBack();
    await settles(page, number, '11');
    await settles(page, squares, await expected('/8/count/3=5,7!=4.json'));
    await page.goForward();
    await settles(page, number, '92');
  }));

test('the only solution is green, none is red', () =>
  visit(site, '/8/count/2=7,5=8', async (page) => {
    const look = () => [document.querySelector('#count .number').className, document.querySelector('#count .meaning').textContent];
    await square(page, '6=2').click();
    await settles(page, look, ['number one', 'solution is left']);
    await page.goto(`${site.server.url}/8/count/1=1,2=3,4=7`);
    await settles(page, look, ['number none', 'solutions are left']);
  }));

test('the first solutions have links', () =>
  visit(site, '/8/count/3=5', async (page) => {
    const { first } = await site.server.json('/8/count/3=5.json');
    const ranks = () => [...document.querySelectorAll('#first b')].map((rank) => rank.textContent);
    await settles(page, ranks, first.map(({ rank }) => `${rank}`));
    await page.locator('#first a').nth(1).click();
    await page.waitForURL(`**/8/${first[1].rank}`);
  }));

test('counts are on the squares up to N = 12, and in the line below the board for larger N', async () => {
  await visit(site, '/12', async (page) => settles(page, squares, await expected('/12/count.json')));
  await visit(site, '/14', async (page) => {
    await settles(page, number, '365,596');
    await settles(page, squares, await expected('/14/count.json'));
    const { counts } = await site.server.json('/14/count.json');
    await square(page, '3=5').hover();
    const count = counts[4][2];
    const share = ((100 * count) / 365596).toFixed(1);
    await settles(page, () => document.getElementById('readout').textContent, `column 3, row 5, ${count.toLocaleString('en')} solutions, ${share}%`);
  });
});

test('the darkest square has the most solutions', () =>
  visit(site, '/8/count/3=5', async (page) => {
    const { counts } = await site.server.json('/8/count/3=5.json');
    const most = Math.max(...counts.flatMap((row, r) => row.filter((_, c) => c !== 2 || r !== 4)));
    const heats = () => [...document.querySelectorAll('.square.free')].map((square) => [square.dataset.at, Number(square.querySelector('rect').getAttribute('fill-opacity'))]);
    await settles(page, number, '12');
    for (const [at, heat] of await page.evaluate(heats)) {
      const [column, row] = at.split('=').map(Number);
      const count = counts[row - 1][column - 1];
      assert.ok(Math.abs(heat - (count ? 0.06 + (0.88 * count) / most : 0)) < 0.001, at);
    }
  }));

test('diagonals without queens are shown on the board and as chips', () =>
  visit(site, '/8/count/c+r!=9', async (page) => {
    await settles(page, () => [...document.querySelectorAll('.square.none')].map((square) => square.dataset.at), Array.from({ length: 8 }, (_, i) => `${8 - i}=${i + 1}`));
    await page.getByRole('link', { name: 'Remove c+r!=9' }).click();
    await settles(page, number, '92');
  }));

test('a board too large to count has estimates, marked as such, and a solution', () =>
  visit(site, '/40/count/1=20', async (page) => {
    await settles(page, () => document.querySelector('#count .number').textContent.startsWith('≈'), true);
    await settles(page, () => document.querySelector('#first h2').textContent, 'A solution');
    const queens = await page.locator('#first a').getAttribute('aria-label');
    assert.equal(queens.split(' ')[0], '20');
    assert.equal(await page.locator('.square text').count(), 0);
  }));

test('a longer count shows its estimate, interval and progress', () =>
  visit(site, '/20/count/3=5,7!=12', async (page) => {
    const panel = () => document.getElementById('count').innerText.replace(/\s+/g, ' ').replace(/\d[\d,]*(\.\d+)?/g, '#').replace('less than ', '');
    await settles(page, panel, '≈ # billion of # solutions, about #% between # billion and # billion, #% confidence at least # #% counted');
    const { max, position } = await page.locator('progress').evaluate(({ max, position }) => ({ max, position }));
    assert.ok(max === 1 && position >= 0 && position < 1);
    // The next query cancels this one. It takes as long, so that its progress is visible on any machine.
    await square(page, '9=1').click({ button: 'right' });
    await settles(page, address, '/20/count/3=5,7!=12,9!=1');
    // Screen readers need not wait for the end.
    await settles(page, () => document.getElementById('live').textContent.replace(/\d[\d,.]*/g, '#'), '≈ # billion of # solutions, about #%');
    await settles(page, panel, '≈ # billion of # solutions, about #% between # billion and # billion, #% confidence at least # #% counted');
    // Colours appear once they are accurate to a tenth, and numbers never appear on squares.
    await settles(page, () => document.getElementById('legend').innerText.replace(/\s+/g, ' ').replace(/[\d.]+ thousand|[\d.]+ million/, '#'), '0 ≈ # solutions with a queen there');
    assert.ok((await page.locator('.square.free rect:not([fill-opacity="0.000"])').count()) > 200);
    assert.equal(await page.locator('.square text').count(), 0);
  }));

test('a count beyond the safe integers of JavaScript is exact', () =>
  visit(site, '/27', async (page) => {
    const text = () => document.getElementById('count').innerText.split('\n').filter(Boolean);
    const origin = 'published: OEIS A000170; first by Thomas B. Preußer and Matthias R. Engelhardt, 2016, on FPGAs in about a year; confirmed by Guangchao Yao and Yali Li, 2025, on eight GPUs in 28.4 days (arXiv 2511.12009)';
    const expected = ['234,907,967,154,122,528', 'solutions', origin];
    await settles(page, text, expected);
    await square(page, '1=14').click();
    await settles(page, address, '/27/count/1=14');
    await page.getByRole('button', { name: 'Undo' }).click();
    await settles(page, text, expected);
  }));

test('small squares are tapped in a loupe', () =>
  visit(site, '/20/count/1=10,2=3,3=6,4=9,5=19,6=14', async (page) => {
    await square(page, '7=20').tap();
    await settles(page, address, '/20/count/1=10,2=3,3=6,4=9,5=19,6=14');
    await tapInLoupe(page, 7, 20);
    await settles(page, address, '/20/count/1=10,2=3,3=6,4=9,5=19,6=14,7=20');
    await settles(page, number, `${(await site.server.json('/20/count/1=10,2=3,3=6,4=9,5=19,6=14,7=20.json')).solutions.toLocaleString('en')}`);
    await square(page, '8=20').tap();
    await tapInLoupe(page, 7, 20);
    await settles(page, address, '/20/count/1=10,2=3,3=6,4=9,5=19,6=14');
  }, { size: PHONE }));

test('the loupe fits a phone on its side, and a tap outside and Escape close it', () =>
  visit(site, '/20', async (page) => {
    const close = page.getByRole('button', { name: 'Close' });
    for (const leave of [() => close.click(), () => page.locator('h1').click(), () => page.keyboard.press('Escape')]) {
      await square(page, '7=20').tap();
      const { y, height } = await close.boundingBox();
      assert.ok(y + height <= 320, `${y} + ${height}`);
      await leave();
      await close.waitFor({ state: 'hidden' });
    }
    assert.equal(await page.evaluate(address), '/20');
  }, { size: { width: 658, height: 320 }, hasTouch: true }));

test('the tools stay where they are while queens are placed on a phone on its side', () =>
  visit(site, '/8', async (page) => {
    const undo = page.getByRole('button', { name: 'Undo' });
    const before = await undo.boundingBox();
    await page.goto(`${site.server.url}/8/count/1=1,2=5,3=8,4=6,5=3,6=7,7=2`);
    await undo.waitFor();
    assert.equal((await undo.boundingBox()).y, before.y);
  }, { size: { width: 750, height: 340 } }));

test('a lesson shows counts, attacked squares or nothing', () =>
  visit(site, '/8/count/3=5?show=attacks', async (page) => {
    const shown = () => ['.amount', '.dot', '#count .number'].map((name) => [...document.querySelectorAll(`#board ${name}, main > .side ${name}`)].filter((node) => node.checkVisibility()).length);
    await settles(page, shown, [0, 25, 0]);
    await page.getByLabel('Show').selectOption('nothing');
    await settles(page, shown, [0, 0, 0]);
    await square(page, '5=1').click();
    await settles(page, () => location.pathname + location.search, '/8/count/3=5,5=1?show=nothing');
    await page.getByLabel('Show').selectOption('counts');
    await settles(page, () => document.querySelectorAll('#board .amount').length > 0, true);
    await settles(page, () => location.search, '');
    await page.keyboard.press('p');
    assert.equal(await page.locator('.top').isVisible(), false);
    await page.keyboard.press('p');
    assert.equal(await page.locator('.top').isVisible(), true);
  }));

test('backtracking is played and counted', () =>
  visit(site, '/8', async (page) => {
    const tries = () => document.getElementById('tries').textContent;
    const queens = () => [...document.querySelectorAll('.square.queen')].map(({ dataset }) => dataset.at).toSorted();
    await page.getByRole('button', { name: 'Step' }).click();
    await settles(page, tries, '1 square tried, 1 queen placed, 0 solutions found.');
    await page.getByRole('button', { name: 'Step' }).click();
    await settles(page, tries, '2 squares tried, 1 queen placed, 0 solutions found.');
    assert.deepEqual(await page.evaluate(queens), ['1=1', '2=1']);
    assert.equal(await page.locator('.square.wrong').getAttribute('data-at'), '2=1');
    await page.locator('#speed').fill('8');
    await page.getByRole('button', { name: 'Play' }).click();
    // The first solution, after as many squares as any textbook says.
    await settles(page, tries, '876 squares tried, 113 queens placed, 1 solution found.');
    const { queens: first } = await site.server.json('/8/1.json');
    assert.deepEqual(await page.evaluate(queens), first.map((row, i) => `${i + 1}=${row}`));
    await page.getByRole('button', { name: 'Stop' }).click();
    await settles(page, queens, []);
    await settles(page, tries, '');
    // With given queens, to the end.
    await square(page, '3=5').click();
    await settles(page, address, '/8/count/3=5');
    const play = page.getByRole('button', { name: 'Play' });
    for (let found = 1; found <= 12; found++) {
      await play.click();
      await settles(page, () => document.getElementById('tries').textContent.match(/(\d+) solutions? found/)?.[1], `${found}`);
      await settles(page, () => document.getElementById('run').textContent, 'Play');
    }
    await play.click();
    await settles(page, () => /12 solutions found: all of them\.$/.test(document.getElementById('tries').textContent), true);
  }));

test('the first sample shades a large board, marked as rough', () =>
  visit(site, '/20/count/3=5', async (page) => {
    await settles(page, () => [...document.querySelectorAll('.square.free rect')].some((rect) => Number(rect.getAttribute('fill-opacity')) > 0.5), true);
    const isRough = await page.evaluate(() => document.getElementById('board').classList.contains('rough'));
    const legend = await page.locator('#legend').innerText();
    assert.equal(legend.includes('roughly'), isRough);
  }));
