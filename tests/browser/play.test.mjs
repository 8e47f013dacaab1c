// Puzzles: solving one by keyboard, by touch and by mouse, help, the daily puzzle, and what is remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, isStarted, serverTest, settles, tapInLoupe, useSite, visit } from './support.mjs';

const site = useSite();
const square = (page, column, row) => page.locator(`[data-at="${column}=${row}"]`);
const given = () => [...document.querySelectorAll('.square.given')].map(({ dataset }) => dataset.at);
const heading = (page, name) => page.getByRole('heading', { name, exact: true });
const text = (id) => `document.getElementById('${id}').textContent`;

/** The solution of the puzzle of a page, and its queens that are not given. */
async function solutionOf(page) {
  const { queens, rank } = await site.server.json(`${new URL(page.url()).pathname}/solution.json`);
  const locked = await page.evaluate(given);
  const missing = queens.map((row, i) => [i + 1, row]).filter((place) => !locked.includes(place.join('=')));
  return { queens, rank, missing };
}

/** Lets the page show the solution, which it asks about. */
async function showSolution(page) {
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await heading(page, 'The solution').waitFor();
}

/** Moves the focus to the board with the Tab key. */
async function tabToBoard(page) {
  const isOnBoard = () => document.activeElement.matches('[role=gridcell]');
  for (let i = 0; i < 60 && !(await page.evaluate(isOnBoard)); i++) await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(isOnBoard));
}

async function isSolved(page, rank) {
  await heading(page, 'Solved').waitFor();
  await settles(page, () => document.querySelector('#result a')?.textContent.startsWith('solution '), true);
  assert.match(await page.locator('#result').innerText(), /^Solved in \d+:\d\d, no hints\. This is solution [\d,]+ of [\d,]+, orbit [\d,]+\./);
  assert.ok((await page.locator('#result a').first().getAttribute('href')).endsWith(`/${rank}`));
}

test('the daily puzzle is solved from the home page with the keyboard alone', () =>
  visit(site, '/', async (page) => {
    const isThere = () => document.activeElement.textContent.startsWith('Today’s puzzle');
    for (let i = 0; i < 60 && !(await page.evaluate(isThere)); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/daily\/\d{4}-\d\d-\d\d$/);
    await isStarted(page);
    const { missing, rank } = await solutionOf(page);
    await tabToBoard(page);
    let [column, row] = [1, 1];
    for (const [c, r] of missing) {
      for (; column < c; column += 1) await page.keyboard.press('ArrowRight');
      for (; row < r; row += 1) await page.keyboard.press('ArrowDown');
      for (; row > r; row -= 1) await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
    }
    await isSolved(page, rank);
    // The end has the focus, and is announced.
    assert.equal(await page.evaluate(() => document.activeElement.id), 'end');
    await settles(page, () => document.getElementById('live').textContent.startsWith('Solved in'), true);
    await page.reload();
    await heading(page, 'Solved').waitFor();
    await page.getByRole('link', { name: 'All days' }).click();
    await page.getByText('Solved in a row: 1.').waitFor();
    // The month is in weeks from Monday, and the header has the state of today.
    assert.deepEqual(await page.locator('.calendar thead th').evaluateAll((all) => all.map((node) => node.textContent.slice(0, 3))), ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    const [day] = await page.locator('.calendar td').evaluateAll((all) => all.map((cell, i) => [cell.querySelector('b') && cell.textContent, i % 7]).filter(([text]) => text));
    assert.match(day[0], /^\d+ \w+ \d{4} ✓ \d+:\d\d$/);
    assert.equal(await page.locator('#daily').innerText(), 'Daily ✓');
    await page.goto(site.server.url);
    await settles(page, () => /^✓ \d+:\d\d$/.test(document.querySelector('[data-today]').textContent), true);
    await page.goto(`${site.server.url}/8/puzzles`);
    await settles(page, () => /^✓ \d+:\d\d$/.test(document.querySelector('[data-today]').textContent), true);
  }));

test('a puzzle is solved by touch', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { missing, rank } = await solutionOf(page);
    for (const place of missing) await square(page, ...place).tap();
    await isSolved(page, rank);
    await settles(page, () => document.getElementById('share').getBoundingClientRect().bottom <= innerHeight, true);
  }, { size: PHONE }));

test('small squares are tapped in a loupe', () =>
  visit(site, '/16/puzzle/1-1', async (page) => {
    const { missing: [[column, row]] } = await solutionOf(page);
    await square(page, Math.min(16, column + 1), row).tap();
    // It shows the numbers of its columns and rows, and which square was tapped.
    const labels = await page.locator('.loupe .label').allTextContents();
    for (const number of [column, row]) assert.ok(labels.includes(`${number}`), `${number} in ${labels}`);
    assert.equal(await page.locator('.loupe rect.cursor').count(), 1);
    await tapInLoupe(page, column, row);
    await settles(page, `document.querySelector('[data-at="${column}=${row}"]').getAttribute('class')`, 'square queen');
  }, { size: PHONE }));

test('nothing is given away', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { queens, missing } = await solutionOf(page);
    const html = await page.content();
    for (const separator of [' ', ',', ', ']) assert.ok(!html.includes(queens.join(separator)));
    assert.equal(await page.locator('.square.queen, .amount, .little').count(), 0);
    assert.equal(await page.locator('.square.given').count() + missing.length, 8);
  }));

test('a click places a queen, the next one a mark, the third clears; given queens are locked', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const [free] = (await solutionOf(page)).missing;
    const kind = `document.querySelector('[data-at="${free.join('=')}"]').getAttribute('class')`;
    for (const expected of ['square queen', 'square none', 'square free']) {
      await square(page, ...free).click();
      await settles(page, kind, expected);
    }
    const [locked] = await page.evaluate(given);
    await page.locator(`[data-at="${locked}"]`).click();
    assert.ok((await page.evaluate(given)).includes(locked));
    await page.getByRole('button', { name: 'Undo' }).click();
    await settles(page, kind, 'square none');
    await page.getByRole('button', { name: 'Clear' }).click();
    await settles(page, kind, 'square free');
  }));

test('queens that attack each other are red, with a line between them', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const [locked] = await page.evaluate(given);
    const [column, row] = locked.split('=').map(Number);
    const place = [column, row < 8 ? row + 1 : row - 1];
    await square(page, ...place).click();
    const wrong = () => [...document.querySelectorAll('.wrong')].map(({ dataset }) => dataset.at).toSorted();
    await settles(page, wrong, [locked, place.join('=')].toSorted());
    assert.equal(await page.locator('.clashes path').count(), 1);
    assert.match(await square(page, ...place).getAttribute('aria-label'), /queen, attacked by another queen$/);
    await page.getByText('Red queens attack each other.').waitFor();
    await page.getByRole('button', { name: 'Automatic ✕' }).click();
    assert.ok((await page.locator('.square.attacked').count()) > 20);
  }));

for (const [level, reason] of [['easy', /^Only .* is left/], ['', /would attack every free square/], ['hard', /^After a queen in/]]) test(`hints lead to the solution in two steps, where to look and the square, each with its reason: ${level || 'medium'}`, () =>
  visit(site, `/8/puzzle/${level && `${level}-`}7-3`, async (page) => {
    const reasons = [];
    const { missing, queens } = await solutionOf(page);
    const hint = page.getByRole('button', { name: 'Hint' });
    let hints = 0;
    for (let step = 1; step < 200 && !(await heading(page, 'Solved').isVisible()); step++) {
      await hint.click();
      await settles(page, () => / Another hint names the square\.$/.test(document.getElementById('advice').textContent), true);
      assert.equal(await page.locator('.pointed').count(), 0);
      const line = (await page.evaluate(text('advice'))).match(/(column|row) \d+/)[0];
      await hint.click();
      hints += 1;
      await settles(page, () => document.querySelectorAll('.pointed').length, 1);
      const advice = await page.evaluate(text('advice'));
      assert.ok(advice.includes(line), advice);
      reasons.push(advice);
      const at = await page.locator('.pointed').getAttribute('data-at');
      const [column, row] = at.split('=').map(Number);
      assert.ok(advice.includes(`column ${column}, row ${row}`), advice);
      const isQueen = queens[column - 1] === row;
      assert.equal(/place a queen there/.test(advice), isQueen, advice);
      await page.locator(`[data-at="${at}"]`).click();
      if (!isQueen) await page.locator(`[data-at="${at}"]`).click();
    }
    assert.ok((await page.locator('#result').innerText()).includes(`, ${hints} hints`));
    assert.ok(missing.length > 3);
    assert.ok(reasons.some((advice) => reason.test(advice)), reasons.join('\n'));
  }));

/** The squares of a row that are free, as columns. */
const freeIn = (page, row) => page.evaluate((row) => [...document.querySelectorAll('.square.free')].map(({ dataset }) => dataset.at.split('=').map(Number)).filter((at) => at[1] === row).map(([column]) => column), row);

test('a drag marks squares, with one undo, and leaves queens alone', () =>
  visit(site, '/8/puzzle/easy-7-3', async (page) => {
    const row = (await solutionOf(page)).missing[0][1];
    const columns = await freeIn(page, row);
    const at = async (column) => {
      const { x, y, width, height } = await square(page, column, row).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const drag = async () => {
      await page.mouse.move(...(await at(columns[0])));
      await page.mouse.down();
      for (const column of columns.slice(1)) await page.mouse.move(...(await at(column)), { steps: 8 });
      await page.mouse.up();
    };
    const marked = () => document.querySelectorAll('.square.none').length;
    await square(page, columns[1], row).click();
    await drag();
    await settles(page, marked, columns.length - 1);
    assert.equal(await page.locator('.square.queen').count(), 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await settles(page, marked, 0);
    // Another click undoes the queen, and a drag that begins on a mark clears marks.
    await page.getByRole('button', { name: 'Undo' }).click();
    await drag();
    await settles(page, marked, columns.length);
    await drag();
    await settles(page, marked, 0);
  }));

const marked = () => document.querySelectorAll('.square.none').length;

/** The middle of a square in the window. */
async function middle(page, column, row) {
  const { x, y, width, height } = await square(page, column, row).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Fingers on the screen: `touch(type, ...points)`. */
async function fingers(page) {
  const client = await page.context().newCDPSession(page);
  return (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

test('a finger drags marks too, and the page does not scroll', () =>
  visit(site, '/8/puzzle/easy-7-3', async (page) => {
    const row = (await solutionOf(page)).missing[0][1];
    const columns = await freeIn(page, row);
    const touch = await fingers(page);
    await touch('touchStart', await middle(page, columns[0], row));
    for (const column of columns.slice(1)) await touch('touchMove', await middle(page, column, row));
    await touch('touchEnd');
    await settles(page, marked, columns.length);
    assert.equal(await page.evaluate(() => scrollY), 0);
  }, { size: PHONE }));

test('a pinch leaves no marks, and the clock does not start', () =>
  visit(site, '/8/puzzle/easy-7-3', async (page) => {
    const row = (await solutionOf(page)).missing[0][1];
    const columns = await freeIn(page, row);
    const [one, other, far] = await Promise.all([columns[0], columns[1], columns.at(-1)].map((column) => middle(page, column, row)));
    const touch = await fingers(page);
    await touch('touchStart', one);
    await touch('touchMove', other);
    await settles(page, marked, 2);
    await touch('touchStart', other, far);
    await settles(page, marked, 0);
    await touch('touchMove', one, { ...far, y: far.y + 40 });
    await touch('touchEnd');
    assert.equal(await page.evaluate(marked), 0);
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    // The next tap is one again.
    await square(page, columns[0], row).tap();
    await settles(page, () => document.querySelectorAll('.square.queen').length, 1);
  }, { size: PHONE }));

test('a swipe over squares that need the loupe scrolls, and marks nothing', () =>
  visit(site, '/20/puzzle/1-1', async (page) => {
    const touch = await fingers(page);
    const [from, to] = await Promise.all([18, 3].map((row) => middle(page, 10, row)));
    await touch('touchStart', from);
    for (let i = 1; i <= 10; i++) await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * i) / 10 });
    await touch('touchEnd');
    await settles(page, () => scrollY > 0, true);
    assert.equal(await page.evaluate(marked), 0);
  }, { size: PHONE }));

test('a fast drag skips no squares, and a click without a pointer after it counts', () =>
  visit(site, '/8/puzzle/easy-7-3', async (page) => {
    const row = (await solutionOf(page)).missing[0][1];
    const columns = await freeIn(page, row);
    const [from, to] = await Promise.all([columns[0], columns.at(-1)].map((column) => middle(page, column, row)));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    // The click of a drag that ends where it began does not count.
    await page.mouse.move(from.x, from.y);
    await page.mouse.up();
    await settles(page, marked, columns.length);
    await square(page, columns[0], row).dispatchEvent('click');
    await settles(page, marked, columns.length - 1);
  }));

test('the first click can make a mark, and that is remembered for all puzzles', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    await page.getByRole('button', { name: '✕ first' }).click();
    await page.goto(`${site.server.url}/8/puzzle/7-4`);
    await isStarted(page);
    const [free] = (await solutionOf(page)).missing;
    const kind = `document.querySelector('[data-at="${free.join('=')}"]').getAttribute('class')`;
    for (const expected of ['square none', 'square queen', 'square free']) {
      await square(page, ...free).click();
      await settles(page, kind, expected);
    }
    assert.equal(await page.getByRole('button', { name: '✕ first' }).getAttribute('aria-pressed'), 'true');
  }));

test('a solved puzzle is cheered, unless motion is reduced, and leads to the next of its level', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    await visit(site, '/8/puzzle/hard-7-3', async (page) => {
      for (const place of (await solutionOf(page)).missing) await square(page, ...place).click();
      await heading(page, 'Solved').waitFor();
      const animations = await page.evaluate(() => document.querySelectorAll('.solved .queen').length && document.getElementById('board').getAnimations({ subtree: true }).length);
      assert.equal(animations, reducedMotion === 'reduce' ? 0 : 8);
      await page.keyboard.press('n');
      await page.waitForURL('**/8/puzzle/hard-7-4');
      await isStarted(page);
      assert.equal(await page.locator('.solved').count(), 0);
    }, { reducedMotion });
  }
});

test('a wrong queen is found by the check and by the hint', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { queens, missing: [[column, row]] } = await solutionOf(page);
    await page.getByRole('button', { name: 'Check' }).click();
    await settles(page, text('advice'), 'You have not placed a queen yet.');
    const wrong = row < 8 ? row + 1 : row - 1;
    await square(page, column, row).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await settles(page, text('advice'), 'All your queens are right so far.');
    await square(page, column, row).click();
    await square(page, column, row).click();
    await square(page, column, wrong).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await settles(page, text('advice'), 'One queen is not part of the solution.');
    assert.match(await square(page, column, wrong).getAttribute('aria-label'), /, queen, not part of the solution$/);
    await page.getByRole('button', { name: 'Check' }).click();
    await settles(page, `JSON.parse(localStorage.getItem('nqdb.game /8/puzzle/7-3')).hints`, 1);
    await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, text('advice'), `The queen in column ${column}, row ${wrong} is not part of the solution.`);
    await showSolution(page);
    const drawn = () => [...document.querySelectorAll('.square.queen, .square.given')].map(({ dataset }) => dataset.at).toSorted();
    await settles(page, drawn, queens.map((place, i) => `${i + 1}=${place}`).toSorted());
  }));

test('help and time stay with the puzzle when the board is cleared', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { missing } = await solutionOf(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, () => document.getElementById('advice').textContent.startsWith('Look at'), true);
    await page.getByRole('button', { name: 'Clear' }).click();
    for (const place of missing) await square(page, ...place).click();
    await heading(page, 'Solved').waitFor();
    assert.match(await page.locator('#result').innerText(), /, 1 hint\./);
    await page.getByRole('button', { name: 'Clear' }).click();
    await showSolution(page);
    await page.reload();
    await isStarted(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    for (const place of missing) await square(page, ...place).click();
    await heading(page, 'The solution').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Share' }).isVisible(), false);
  }));

test('the solution is shown only after a confirmation', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    await solutionOf(page);
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('button', { name: 'Show the solution' }).click();
    await (await asked).dismiss();
    await clicked;
    assert.equal(await page.locator('.square.queen').count(), 0);
  }));

test('the same hint counts once, and goes when the board changes', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { missing: [place] } = await solutionOf(page);
    const hints = `JSON.parse(localStorage.getItem('nqdb.game /8/puzzle/7-3'))?.hints`;
    await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, hints, 1);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await settles(page, text('advice'), 'You have not placed a queen yet.');
    await page.getByRole('button', { name: 'Undo' }).isDisabled();
    assert.equal(await page.evaluate(hints), 1);
    await square(page, ...place).click();
    await settles(page, text('advice'), '');
  }));

test('Clear can be undone', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { missing: [one, other] } = await solutionOf(page);
    for (const place of [one, other]) await square(page, ...place).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await settles(page, () => document.querySelectorAll('.square.queen').length, 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await settles(page, () => document.querySelectorAll('.square.queen').length, 2);
  }));

test('attacked squares stay marked after a reload', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    await page.getByRole('button', { name: 'Automatic ✕' }).click();
    await page.reload();
    await isStarted(page);
    assert.equal(await page.getByRole('button', { name: 'Automatic ✕' }).getAttribute('aria-pressed'), 'true');
    assert.ok((await page.locator('.square.attacked').count()) > 20);
  }));

test('a finished day leads to each other page once', () =>
  visit(site, '/daily/2026-01-05', async (page) => {
    await showSolution(page);
    const links = await page.locator('.side a:visible').evaluateAll((all) => all.map((link) => link.textContent));
    assert.ok(links.includes('Previous day'), links.join());
    assert.equal(new Set(links).size, links.length, links.join());
  }));

test('a game is continued after a reload', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const [place] = (await solutionOf(page)).missing;
    await square(page, ...place).click();
    await page.reload();
    await isStarted(page);
    await settles(page, `document.querySelector('[data-at="${place.join('=')}"]').getAttribute('class')`, 'square queen');
    assert.match(await page.locator('#progress .number').innerText(), /^\d \/ 8 queens$/);
  }));

test('a result is shared as text without the solution', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    for (const place of (await solutionOf(page)).missing) await square(page, ...place).click();
    await heading(page, 'Solved').waitFor();
    await page.evaluate(() => { delete Navigator.prototype.share; });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied').waitFor();
    await page.getByRole('button', { name: 'Share' }).waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(shared, /^nqdb, 8 queens, medium puzzle 3 of sheet 7\n([⬜👑]{8}\n){8}Solved in \d+:\d\d, no hints\nhttp:.*\/8\/puzzle\/7-3$/u);
    assert.equal([...shared].filter((letter) => letter === '👑').length, await page.locator('.square.given').count());
  }, { permissions: ['clipboard-read', 'clipboard-write'] }));

test('days in a row are counted', () =>
  visit(site, '/daily/2026-01', async (page) => {
    const script = await page.locator('script[type=module]').getAttribute('src');
    const counts = await page.evaluate(async (path) => {
      const { streak } = await import(path);
      const days = { '2026-02-27': 1, '2026-02-28': 1, '2026-03-01': 1, '2026-03-05': 1 };
      const late = ['2026-03-01', '2026-02-28'].map((today) => streak(today, days, ['2026-02-28']));
      return [...late, ...['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05', '2026-02-27'].map((today) => streak(today, days, []))];
    }, script.replace(/\w+\.js$/, 'streak.js'));
    assert.deepEqual(counts, [1, 0, 3, 3, 0, 1, 1]);
  }));

test('a day solved later does not count as one in a row, and the header follows the date', () =>
  visit(site, '/daily/2026-01-05', async (page) => {
    for (const place of (await solutionOf(page)).missing) await square(page, ...place).click();
    await heading(page, 'Solved').waitFor();
    const stored = (key) => page.evaluate((key) => JSON.parse(localStorage.getItem(`nqdb.${key}`)), key);
    assert.deepEqual([Object.keys(await stored('days')), await stored('late')], [['2026-01-05'], ['2026-01-05']]);
    // A game that began before midnight is not late.
    const script = await page.locator('script[type=module]').getAttribute('src');
    await page.evaluate(async (path) => {
      const { noteDay } = await import(path);
      const sinceMidnight = (Date.now() % 86_400_000) / 1000;
      noteDay(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), sinceMidnight + 60);
    }, script.replace(/\w+\.js$/, 'streak.js'));
    assert.deepEqual([Object.keys(await stored('days')).length, await stored('late')], [2, ['2026-01-05']]);
    // As if the page had stayed open since the day before yesterday.
    await page.evaluate(() => {
      document.getElementById('daily').textContent = 'Daily ✓';
      document.dispatchEvent(new Event('visibilitychange'));
    });
    assert.equal(await page.locator('#daily').innerText(), 'Daily');
  }));

test('a phone on its side shows the tools of a puzzle', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { y, height } = await page.getByRole('button', { name: 'Undo' }).boundingBox();
    assert.ok(y + height <= 375, `${y} + ${height}`);
    const queens = Array.from({ length: 8 }, (_, i) => [i + 1, 1]);
    for (const place of queens) if (await square(page, ...place).evaluate((node) => node.matches('.free'))) await square(page, ...place).click();
    await page.getByText('Too many queens.').waitFor();
  }, { size: { width: 667, height: 375 } }));

serverTest('without scripts a puzzle is a sheet with a solution page', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    assert.equal(await page.getByRole('button', { name: 'Hint' }).isVisible(), false);
    await page.getByRole('link', { name: 'The solution' }).click();
    await page.waitForURL('**/8/puzzle/7-3/solution');
    const { rank } = await site.server.json('/8/puzzle/7-3/solution.json');
    assert.equal(await page.getByRole('link', { name: `solution ${rank}` }).getAttribute('href'), `/8/${rank}`);
  }, { javaScriptEnabled: false }));

test('a hint for a board that has changed since is not shown', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const { missing } = await solutionOf(page);
    const stored = `JSON.parse(localStorage.getItem('nqdb.game /8/puzzle/7-3')).hints`;
    let answer;
    const asked = new Promise((resolve) => {
      page.route(/\/8\/hint/, (route) => {
        answer = () => route.continue();
        resolve();
      });
    });
    await page.getByRole('button', { name: 'Hint' }).click();
    await asked;
    await square(page, ...missing[0]).click();
    const answered = page.waitForResponse(/\/8\/hint/);
    await answer();
    await (await answered).finished();
    await page.evaluate((path) => fetch(path).then((response) => response.text()), page.url());
    assert.equal(await page.evaluate(text('advice')), '');
    assert.equal(await page.evaluate(stored), 0);
    await page.unroute(/\/8\/hint/);
    await page.getByRole('button', { name: 'Hint' }).click();
    await settles(page, stored, 1);
  }));

test('of two windows one counts the seconds, the last that was used', () =>
  visit(site, '/8/puzzle/7-3', async (page) => {
    const places = (await solutionOf(page)).missing;
    await page.context().addInitScript(() => {
      window.setInterval = (act) => (window.tick = act);
    });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(page.url());
      await isStarted(tab);
    }
    let seconds = 0;
    for (const [tab, follower, place] of [[page, other, places[0]], [other, page, places[1]]]) {
      await square(tab, ...place).click();
      await settles(follower, `document.querySelector('[data-at="${place.join('=')}"]').getAttribute('class')`, 'square queen');
      for (let i = 0; i < 3; i++) {
        await follower.evaluate('tick()');
        await tab.evaluate('tick()');
        seconds += 1;
        for (const window of [tab, follower]) await settles(window, text('time'), `0:0${seconds}`);
      }
    }
  }));

test('two tabs play one game', () =>
  visit(site, '/daily/2026-01-05', async (page) => {
    const { queens } = await site.server.json('/daily/2026-01-05/solution.json');
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto(page.url());
    await isStarted(other);
    const missing = queens.map((row, i) => `${i + 1}=${row}`);
    const put = async (tab, at) => {
      const square = tab.locator(`[data-at="${at}"]`);
      if (await square.evaluate((node) => node.matches('.free'))) await square.click();
    };
    const places = () => [...document.querySelectorAll('.square.queen')].map(({ dataset }) => dataset.at).toSorted();
    // One queen in the other tab, the rest here.
    await put(other, (await other.locator('.square.free').evaluateAll((all, missing) => all.map(({ dataset }) => dataset.at).find((at) => missing.includes(at)), missing)));
    const first = await other.evaluate(places);
    assert.equal(first.length, 1);
    await settles(page, places, first);
    for (const at of missing) await put(page, at);
    await page.getByRole('heading', { name: 'Solved' }).waitFor();
    await other.getByRole('heading', { name: 'Solved' }).waitFor();
    // The clock of the other tab has stopped, and keeps nothing older.
    const kept = () => JSON.parse(localStorage.getItem('nqdb.game /daily/2026-01-05')).end;
    await other.clock.runFor(3000);
    assert.equal(await page.evaluate(kept), 'solved');
    await page.reload();
    await page.getByRole('button', { name: 'Share' }).waitFor();
  }));
