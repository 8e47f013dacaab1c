// All pages: WCAG, small screens, dark mode, print, and without scripts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, isStarted, PAGES, PHONE, serverTest, settles, useSite, violations, visit } from './support.mjs';

const site = useSite();
const number = () => document.querySelector('#count .number').textContent;

const FAILURES = ['/8/93', '/8/count/9=9', '/nothing', '/3/1'];

/** Further kinds of pages. */
const OTHERS = ['/8/about', '/8/orbits', '/sizes', '/cite', '/4/compare?list=2413', '/go?n=20&q=15863724'];

for (const [size, colorScheme] of [[DESKTOP, 'light'], [DESKTOP, 'dark'], [PHONE, 'light'], [PHONE, 'dark']]) {
  const where = `${size.width} pixels, ${colorScheme}`;
  test(`no page violates WCAG 2.2 AA or is wider than its screen (${where})`, async () => {
    for (const path of [...PAGES, ...OTHERS, ...FAILURES]) {
      await visit(site, path, async (page) => {
        assert.deepEqual(await violations(page), [], path);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${path} is too wide`);
      }, { size, colorScheme, errors: FAILURES.includes(path) ? ['status of'] : [] });
    }
  });
}

test('help does not violate WCAG 2.2 AA', () =>
  visit(site, '/8/57', async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    assert.deepEqual(await violations(page), []);
    // It is read from its title on.
    await settles(page, () => [document.activeElement.id, document.querySelector('dialog').scrollTop], ['help-title', 0]);
  }));

test('in forced colours, what is chosen can be told from the rest', () =>
  visit(site, '/8/count/3=5', async (page) => {
    const colours = (selector) => page.locator(selector).evaluateAll((all) => [...new Set(all.map((node) => getComputedStyle(node).backgroundColor))].length);
    assert.equal(await colours('.top nav a'), 2);
    assert.equal(await colours('.choice button'), 2);
  }, { forcedColors: 'active' }));

test('on a phone, the search field with a text that failed does not cover the page', () =>
  visit(site, '/go?n=8&q=hello', async (page) => {
    const [field, heading] = await Promise.all(['.go', 'h1'].map((part) => page.locator(part).boundingBox()));
    assert.ok(field.y + field.height <= heading.y, JSON.stringify([field, heading]));
  }, { size: PHONE, errors: ['status of'] }));

test('a phone has the texts of URLs below them, and all of a table without scrolling', async () => {
  const size = { width: 360, height: 740 };
  await visit(site, '/about', async (page) => {
    const [url, text] = await Promise.all(['dt', 'dd'].map((part) => page.locator(`.addresses ${part}`).first().boundingBox()));
    assert.ok(url.y + url.height <= text.y, JSON.stringify([url, text]));
  }, { size });
  await visit(site, '/20/about', async (page) => {
    const isCut = await page.locator('.wide').evaluateAll((tables) => tables.some((table) => table.scrollWidth > table.clientWidth));
    assert.equal(isCut, false);
  }, { size });
});

test('the header is one row on phones, also on small ones', async () => {
  for (const width of [320, 360, 390]) {
    for (const path of ['/8/57', '/20/count/3=5', '/64/random', '/daily']) {
      await visit(site, path, async (page) => {
        const boxes = await page.locator('.top > :visible').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON()));
        assert.ok(boxes.every(({ left, right }) => left >= 4 && right <= width - 4), `${path} at ${width}: ${JSON.stringify(boxes)}`);
        assert.equal(await page.locator('.top nav a:visible').count(), 4, `${path} at ${width}`);
        const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
        assert.ok(Math.max(...middles) - Math.min(...middles) < 8, `${path} at ${width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${path} at ${width}`);
      }, { size: { width, height: 700 } });
    }
  }
});

test('the home page begins with a large board, and on a phone with today’s puzzle above the search', async () => {
  for (const size of [DESKTOP, PHONE]) {
    await visit(site, '/', async (page) => {
      const box = (selector) => page.locator(selector).first().boundingBox();
      const [board, puzzle, search] = [await box('#board'), await box('.today'), await box('main input[type=search]')];
      assert.ok(board.y < 180 && board.width > 350, JSON.stringify(board));
      assert.ok(puzzle.y < search.y && search.width > 200, JSON.stringify(search));
      assert.equal(await page.locator('.week a').count(), 7);
      await page.locator('main input[type=search]').fill('12 queens');
      await settles(page, () => document.querySelector('main .suggestions a')?.textContent, 'The 12-queens problem');
      const [height, line] = await page.locator('h1').evaluate((node) => [node.getBoundingClientRect().height, parseFloat(getComputedStyle(node).lineHeight)]);
      assert.ok(height < 2.5 * line, `${height} > ${line}`);
    }, { size });
  }
  await visit(site, '/', async (page) => {
    await page.locator('#step').click();
    assert.equal(await page.locator('#tries').textContent(), '1 square tried, 1 queen placed, 0 solutions found.');
  }, { reducedMotion: 'reduce' });
});

test('the search field suggests what its text can mean', async () => {
  await visit(site, '/8/57', async (page) => {
    const suggestions = () => [...document.querySelectorAll('#suggestions a')].map((link) => link.textContent);
    await page.keyboard.press('/');
    await page.keyboard.type('12');
    await settles(page, suggestions, ['Solution 12 of 92, N = 8', 'Orbit 12, N = 8', 'Place queens on 12 × 12']);
    // The list covers parts of the page.
    assert.deepEqual(await violations(page, '.top'), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/8/orbit/12');
    for (const [text, path] of [['15863724', '/8/1'], ['a1 b5 c8', '/8/count/1=1,2=5,3=8'], ['10/500', '/10/500'], [`${site.server.url}/8/orbits`, '/8/orbits']]) {
      await page.locator('.go input').fill(text);
      await page.locator('.go input').press('Enter');
      await page.waitForURL(`**${path}`);
    }
  });
  await visit(site, '/8/57', async (page) => {
    assert.equal(await page.locator('.go input').isVisible(), false);
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.locator('.go input').fill('orbit 3');
    await page.locator('.go input').press('Enter');
    await page.waitForURL('**/8/orbit/3');
  }, { size: PHONE });
});

test('a text that the search does not understand stays in the field, with the reason', () =>
  visit(site, '/8/57', async (page) => {
    const field = page.locator('.go input');
    for (const [text, reason, title, ...offered] of [
      ['hello', /^Expected a rank such as 57, /, 'Not understood'],
      ['93', /^Taken for a rank: N = 8 has 92 solutions/, 'Not found', '/9/93'],
      ['a9', /^Taken for conditions: column 1, row 9 is outside the board N = 8/, 'Not found'],
    ]) {
      await field.fill(text);
      await settles(page, () => document.querySelectorAll('#suggestions li').length, 1 + offered.length);
      await field.press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      await isStarted(page);
      assert.equal(await field.inputValue(), text);
      assert.match(await page.locator('.lead').innerText(), reason);
      const offers = await page.locator('.examples a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.deepEqual(offers, offered);
    }
    for (const [text, path] of [['12 queens', '/12/about'], ['57 of 92', '/8/57'], ['5-7-1-3-8-6-4-2', '/8/57'], ['17.000.000.000', null]]) {
      await field.fill(text);
      await field.press('Enter');
      if (path) await page.waitForURL(`**${path}`);
    }
  }, { errors: ['404', '400'] }));

test('a wrong rank is explained at its field', () =>
  visit(site, '/8/57', async (page) => {
    const field = page.locator('#rank');
    const said = () => [document.getElementById('wrong-rank').textContent, document.getElementById('rank').getAttribute('aria-invalid'), location.pathname];
    for (const [text, message] of [
      ['93', 'N = 8 has 92 solutions, so ranks go from 1 to 92; got 93'],
      ['0', 'N = 8 has 92 solutions, so ranks go from 1 to 92; got 0'],
      ['abc', 'expected a rank in digits, such as 1000, got "abc"'],
    ]) {
      await field.fill(text);
      await field.press('Enter');
      await settles(page, said, [message, 'true', '/8/57']);
      assert.equal(await field.inputValue(), text);
    }
    assert.deepEqual(await violations(page), []);
    await field.fill('12');
    await settles(page, said, ['', null, '/8/57']);
    await field.press('Enter');
    await settles(page, said, ['', null, '/8/12']);
  }));

test('Puzzles and the header lead to the puzzle of the day, and Puzzles to its month', () =>
  visit(site, '/8/puzzles', async (page) => {
    assert.match(await page.locator('.top a', { hasText: 'Daily' }).getAttribute('href'), /\/daily$/);
    assert.match(await page.locator('main a', { hasText: 'All days' }).getAttribute('href'), /\/daily\/\d{4}-\d\d$/);
    await page.locator('main a', { hasText: 'Today’s puzzle' }).click();
    await page.waitForURL(/\/daily\/\d{4}-\d\d-\d\d$/);
  }));

test('the board fills the height, stays while the side scrolls, and uses wide screens', async () => {
  const box = () => {
    const { left, top, right, bottom } = document.querySelector('.stage .board').getBoundingClientRect();
    return { left, top, right, bottom };
  };
  for (const [size, least] of [[DESKTOP, 560], [{ width: 1600, height: 1000 }, 680], [{ width: 2560, height: 1440 }, 1050]]) {
    for (const path of ['/20/17000000000', '/8/puzzle/7-3', '/8/count/3=5']) {
      await visit(site, path, async (page) => {
        const { left, right, bottom } = await page.evaluate(box);
        assert.ok(right - left >= least, `${path} at ${size.width}: ${right - left}`);
        assert.ok(bottom <= size.height, `${path} at ${size.width}: ${bottom}`);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        assert.ok((await page.evaluate(box)).top >= 0, `${path} at ${size.width}`);
      }, { size });
    }
  }
});

test('the puzzle of the day is the main button of Puzzles', () =>
  visit(site, '/8/puzzles', async (page) => {
    const colour = (selector) => page.locator(selector).first().evaluate((node) => getComputedStyle(node).backgroundColor);
    assert.notEqual(await colour('a.button.main'), await colour('a.button:not(.main)'));
  }));

// Scripts that replace those in the program are loaded one by one.
(process.env.NQDB_BROWSER_ASSETS ? test.skip : test)('a page loads one script and one style, in one round trip', () =>
  visit(site, '/8/57', async (page) => {
    const { scripts, styles } = await page.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return { scripts: names.filter((name) => name.endsWith('.js')).length, styles: names.filter((name) => name.endsWith('.css')).length };
    });
    assert.deepEqual([scripts, styles], [1, 1]);
  }));

test('a laptop is used in its whole width, and a phone shows two boards in a row', async () => {
  for (const path of ['/8/57', '/8', '/8/puzzle/7-3']) {
    await visit(site, path, async (page) => {
      const { x, width } = await page.locator('.side').boundingBox();
      assert.ok(x + width > 1280 - 60, `${path}: ${x + width}`);
    }, { size: { width: 1280, height: 720 } });
  }
  for (const [path, boards] of [['/8/orbit/5', '.boards.large li'], ['/8/puzzles', '.sheet:not(.small) figure']]) {
    await visit(site, path, async (page) => {
      const tops = await page.locator(boards).evaluateAll((all) => all.slice(0, 2).map((node) => node.getBoundingClientRect().top));
      assert.equal(tops[0], tops[1], path);
    }, { size: PHONE });
  }
});

test('touch screens say what a tap does', async () => {
  for (const path of ['/8', '/8/puzzle/7-3']) {
    await visit(site, path, async (page) => {
      const ways = await page.locator('#ways').innerText();
      assert.match(ways, /a tap places a queen/);
      assert.doesNotMatch(ways, /Enter/);
    }, { size: PHONE });
    await visit(site, path, async (page) => assert.match(await page.locator('#ways').innerText(), /Enter places a queen/));
  }
});

test('pages fit 320 pixels', async () => {
  for (const path of ['/', '/26/1', '/27/1', '/27/about']) {
    await visit(site, path, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    }, { size: { width: 320, height: 640 } });
  }
});

test('a table that is wider than a phone scrolls in its card', async () => {
  for (const width of [320, 390]) {
    await visit(site, '/sizes', async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      const [table, card] = await page.evaluate(() => ['.sizes', '.card'].map((name) => document.querySelector(name).getBoundingClientRect().right));
      assert.ok(table < card, `${table} in ${card}`);
      const last = page.locator('.sizes tr:last-child td:last-child');
      await last.scrollIntoViewIfNeeded();
      assert.ok(await last.evaluate((cell) => cell.getBoundingClientRect().right <= cell.closest('table').getBoundingClientRect().right + 1));
    }, { size: { width, height: 664 } });
  }
});

test('a projector shows the board with all its numbers, the count and the search', () =>
  visit(site, '/8', async (page) => {
    await page.keyboard.press('p');
    const cut = await page.locator('#board').evaluate((board) => {
      const whole = board.getBoundingClientRect();
      const boxes = [...board.querySelectorAll('.numbers text')].map((node) => node.getBoundingClientRect());
      return boxes.filter(({ top, left }) => top < whole.top || left < whole.left).length;
    });
    assert.equal(cut, 0);
    for (const shown of ['#count .number', '#run', '#projector', '#board']) {
      const { y, height } = await page.locator(shown).boundingBox();
      assert.ok(y >= 0 && y + height <= 720, shown);
    }
    for (const hidden of ['.top', 'footer', '#put', '#first']) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    await page.goto(`${site.server.url}/8/57`);
    await isStarted(page);
    await page.getByRole('button', { name: 'Projector' }).click();
    for (const shown of ['#rank', '.ruler', '#projector', '#board']) assert.ok(await page.locator(shown).isVisible(), shown);
    await page.keyboard.press('p');
    assert.ok(await page.locator('.top').isVisible());
  }, { size: { width: 1280, height: 720 } }));

test('a phone on its side shows the whole board, the heading and the tools', async () => {
  const bottom = (page, selector) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().bottom);
  for (const path of ['/8/puzzle/7-3', '/8/puzzle/7-3/solution', '/8/57', '/20/1', '/8/of/1,5,8,6,3,7,4,2', '/8']) {
    await visit(site, path, async (page) => {
      const seen = ['.stage .board', 'h1', ...(path === '/8' ? ['#count', '.stage .tools'] : [])];
      for (const selector of seen) assert.ok(await bottom(page, selector) <= 390, `${path} ${selector}`);
    }, { size: { width: 844, height: 390 }, errors: path.includes('/of/') ? ['status of'] : [] });
  }
});

test('a strip that is cut fades out at its end', () =>
  visit(site, '/20/17000000000', async (page) => {
    await settles(page, () => document.querySelector('.parts')?.classList.contains('cut'), true);
    await page.locator('.parts').evaluate((strip) => (strip.scrollLeft = strip.scrollWidth));
    await settles(page, () => document.querySelector('.parts').classList.contains('cut'), false);
  }, { size: PHONE }));

test('numbers never break', async () => {
  for (const size of [DESKTOP, PHONE, { width: 320, height: 700 }]) {
    for (const path of ['/20/17000000000', '/27', '/20/count/10=10', '/20/list?start=17000000000']) {
      await visit(site, path, async (page) => {
        await settles(page, () => document.querySelectorAll('.boards b, .count .number').length > 0, true);
        const broken = await page.locator('.boards b, .count .number').evaluateAll((all) => all.filter((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
        }).map((node) => node.textContent));
        assert.deepEqual(broken, [], `${path} at ${size.width}`);
      }, { size });
    }
  }
});

test('each page describes itself, and is shared', async () => {
  const described = new Set();
  const paths = ['/8/57', '/8/58', '/8/orbit/5', '/8', '/8/count/3=5', '/12/count/3=5', '/8/puzzle/7-3', '/64/random'];
  for (const path of paths) {
    await visit(site, path, async (page) => {
      described.add(await page.locator('meta[name=description]').getAttribute('content'));
    });
  }
  assert.equal(described.size, paths.length, [...described].join('\n'));
  await visit(site, '/8/57', async (page) => {
    await page.evaluate(() => { delete Navigator.prototype.share; });
    await page.locator('[data-way=next]').click();
    await settles(page, () => location.pathname, '/8/58');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied').waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(shared, `Solution 58 of 92 of the 8-queens problem: 5 7 1 4 2 8 6 3. Orbit 11, 8 solutions.\n${site.server.url}/8/58`);
  }, { permissions: ['clipboard-read', 'clipboard-write'] });
});

test('lists of all solutions and of a selection are pictures', () =>
  visit(site, '/8/57', async (page) => {
    await page.getByRole('link', { name: 'List from here' }).click();
    await page.waitForURL('**/8/list?start=57');
    assert.equal(await page.locator('.boards li').count(), 36);
    assert.deepEqual(await violations(page), []);
    await page.locator('#main').getByRole('link', { name: 'Place queens' }).click();
    await page.locator('[data-at="3=5"]').click();
    await settles(page, number, '12');
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.waitForURL('**/8/list/3=5');
    assert.equal(await page.locator('.boards li').count(), 12);
    await page.locator('#main').getByRole('link', { name: 'Place queens' }).click();
    await page.waitForURL('**/8/count/3=5');
  }));

for (const [run, scripts, javaScriptEnabled] of [[test, 'with', true], [serverTest, 'without', false]]) {
  run(`terms open a note ${scripts} scripts`, () =>
    visit(site, '/8/57', async (page) => {
      await page.getByRole('button', { name: 'Permutation index' }).click();
      await page.getByText('The position among all N! permutations').waitFor();
    }, { javaScriptEnabled }));
}

test('a mistake is drawn, and can be corrected', () =>
  visit(site, '/8/57', async (page) => {
    await page.locator('.go input').fill('1 5 8 6 3 7 4 2');
    await page.locator('.go input').press('Enter');
    await page.waitForURL('**/8/count/1=1,2=5,3=8,4=6,5=3,6=7,7=4,8=2');
    assert.equal(await page.locator('.wrong').count(), 4);
    assert.equal(await page.locator('.clashes path').count(), 2);
    await settles(page, number, '0');
    assert.deepEqual(await violations(page), []);
    for (const [column, row] of [[3, 8], [4, 6], [7, 4], [8, 2]]) await page.locator(`[data-at="${column}=${row}"]`).click();
    await page.waitForURL('**/8/count/1=1,2=5,5=3,6=7');
    await settles(page, number, '1');
  }));

test('the orbits are pictures, and are filtered by symmetry', () =>
  visit(site, '/8/57', async (page) => {
    await page.locator('[data-key=orbits]').click();
    await page.waitForURL('**/8/orbits');
    assert.equal(await page.locator('.orbits li').count(), 12);
    await page.getByRole('link', { name: 'rotate-180' }).click();
    await page.waitForURL('**/8/orbits?size=4');
    await page.locator('.orbits a').click();
    await page.waitForURL('**/8/orbit/10');
  }));

const plain = { javaScriptEnabled: false };

/** Reloads a page without scripts until it has its count, for which the server waits 0.4 s. */
const isCounted = (page) => settles(page, () => /^[0-9]/.test(document.querySelector('#count .number').textContent), true, () => page.reload());

serverTest('a solution is complete without scripts', () =>
  visit(site, '/8/57', async (page) => {
    const { queens, images, permutation_index: index } = await site.server.json('/8/57.json');
    assert.equal(await page.getByRole('img', { name: queens.join(' ') }).count(), 1);
    assert.ok((await page.locator('main').innerText()).includes(Number(index).toLocaleString('en')));
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/8/58');
    await page.goBack();
    await page.getByRole('link', { name: 'Flip across the falling diagonal', exact: true }).click();
    await page.waitForURL(`**/8/${images[1].rank}`);
    await page.getByRole('link', { name: 'Random solution' }).click();
    await page.waitForURL(/\/8\/\d+$/);
    await page.locator('#rank').fill('12');
    await page.locator('#rank').press('Enter');
    await page.waitForURL('**/8/12');
    for (const name of ['#slider', '#strip', '#keys', '[data-copy]']) assert.equal(await page.locator(name).first().isVisible(), false, name);
  }, plain));

serverTest('queens are placed without scripts', () =>
  visit(site, '/8', async (page) => {
    await page.getByRole('link', { name: 'column 3, row 5, 8 solutions' }).or(page.locator('[data-at="3=5"]')).first().click();
    await page.waitForURL('**/8/count/3=5');
    await isCounted(page);
    assert.equal(await page.evaluate(number), '12');
    assert.equal(await page.locator('[data-at="3=1"]').getAttribute('href'), null);
    await page.locator('[data-at="5=1"]').click();
    await page.waitForURL('**/8/count/3=5,5=1');
    await page.getByRole('link', { name: 'Remove 3=5' }).click();
    await page.waitForURL('**/8/count/5=1');
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.waitForURL('**/8');
  }, plain));

serverTest('a page has the same content with and without scripts', async () => {
  for (const path of ['/8', '/8/count/3=5,7!=4', '/12/count/1=1', '/14/count/5=7', '/8/count/c-r!=2']) {
    const squares = () => [...document.querySelectorAll('.square')].map((square) => {
      const [rect, sign] = [...square.children].filter(({ localName }) => localName !== 'title');
      const name = square.getAttribute('aria-label') ?? square.querySelector('title').textContent;
      return [name, square.getAttribute('class'), rect.getAttribute('fill-opacity'), sign?.outerHTML.replace(/ xmlns="[^"]*"/, '').replace(/<(\w+) (.*?)(\/?)>/, (_, tag, list) => `${tag} ${list.split(' ').sort().join(' ')}`) ?? ''];
    });
    const side = () => ['count', 'chips', 'first', 'legend'].map((id) => document.getElementById(id).innerText.replace(/counted in .*/, ''));
    const all = async (page) => [await page.evaluate(squares), await page.evaluate(side)];
    const drawn = await visit(site, path, (page) => isCounted(page).then(() => all(page)), plain);
    await visit(site, path, async (page) => {
      await settles(page, squares, drawn[0]);
      await settles(page, side, drawn[1]);
    });
  }
});

test('a list to compare can come from a file', () =>
  visit(site, '/4/compare', async (page) => {
    await page.getByLabel('File').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Anna: 2 4 1 3\n') });
    await settles(page, () => document.querySelector('textarea').value, 'Anna: 2 4 1 3\n');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: '1 of 2 solutions: 1 missing' }).waitFor();
  }));

test('a sheet of puzzles prints on two pages, the second with the solutions', async () => {
  for (const [count, expected] of [[1, 2], [2, 2], [4, 2], [6, 2], [12, 3]]) {
    await visit(site, `/8/puzzles?seed=7&limit=${count}`, async (page) => {
      for (const format of ['A4', 'Letter']) {
        for (const landscape of [false, true]) {
          assert.equal(pages(await page.pdf({ format, landscape })), expected, `${count} on ${format}`);
        }
      }
      await page.emulateMedia({ media: 'print' });
      assert.doesNotMatch(await page.locator('main').innerText(), /127\.0\.0\.1|localhost/);
    });
  }
  // Fewer boards are larger; this is A4 without its margins.
  const widths = [];
  for (const count of [6, 4, 2, 1]) {
    await visit(site, `/8/puzzles?seed=7&limit=${count}`, async (page) => {
      await page.emulateMedia({ media: 'print' });
      widths.push((await page.locator('.sheet .board').first().boundingBox()).width);
    }, { size: { width: 695, height: 1024 } });
  }
  assert.ok(widths[0] > 200 && widths[3] > 600 && widths.every((width, i) => !i || width > widths[i - 1]), `${widths}`);
  await visit(site, '/8/puzzles?seed=7&limit=6', async (page) => {
    assert.equal(await page.locator('.solutions').isVisible(), false);
    await page.getByLabel('Show the solutions').check();
    assert.equal(await page.locator('.solutions').isVisible(), true);
  });
});

test('a solution prints with its board and facts, without buttons', () =>
  visit(site, '/8/57', async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const name of ['.ruler', '.top', '#strip', '.stage .tools']) assert.equal(await page.locator(name).first().isVisible(), false, name);
    assert.equal(await page.locator('#board svg').isVisible(), true);
    assert.ok(pages(await page.pdf({ format: 'A4' })) <= 2);
  }));

/** The number of pages of a PDF. */
const pages = (pdf) => Number(pdf.toString('latin1').match(/\/Type \/Pages\b[^>]*?\/Count (\d+)/s)?.[1]);

test('a new sheet, with another size and level', () =>
  visit(site, '/8/puzzles?seed=7&limit=6', async (page) => {
    await page.getByRole('navigation', { name: 'Level' }).getByRole('link', { name: 'easy' }).click();
    await page.waitForURL('**/8/puzzles?seed=7&level=easy');
    await page.getByRole('button', { name: 'New sheet' }).click();
    await page.waitForURL('**/8/puzzles?seed=8&level=easy');
    await isStarted(page);
    assert.equal(await page.locator('.sheet').first().locator('figure').count(), 6);
    const { puzzles } = await site.server.json('/8/puzzles.json?seed=8&level=easy');
    assert.ok(puzzles.every(({ level }) => level === 'easy'));
    await page.getByRole('link', { name: 'Play puzzle 1' }).click();
    await page.waitForURL('**/8/puzzle/easy-8-1');
    const given = () => [...document.querySelectorAll('.square.given')].map(({ dataset }) => dataset.at).toSorted();
    await settles(page, given, puzzles[0].conditions.toSorted());
    await page.goBack();
    await page.getByRole('navigation', { name: 'Board size' }).getByRole('link', { name: '10' }).click();
    await page.waitForURL('**/10/puzzles');
  }));

test('an error page offers what works', () =>
  visit(site, '/8/93', async (page) => {
    await page.getByRole('link', { name: 'The last solution, 92' }).click();
    await page.waitForURL('**/8/92');
  }, { errors: ['404'] }));

serverTest('an error page never offers what has just failed', async () => {
  for (const path of ['/8/93', '/22/4502590474', '/64/1', '/64/orbit/7', '/28/list?start=1000000', '/3/1', '/nothing']) {
    await visit(site, path, async (page) => {
      const links = await page.locator('.failure a').evaluateAll((all) => all.map(({ href }) => href));
      assert.ok(links.length > 1, path);
      for (const link of links) {
        const [status, url] = await page.evaluate((link) => fetch(link).then((response) => [response.status, response.url]), link);
        assert.equal(status, 200, `${path}: ${link}`);
        assert.ok(!url.endsWith(path), `${path}: ${link}`);
      }
    }, { errors: ['status of'] });
  }
});

test('reduced motion turns the board without animation', () =>
  visit(site, '/8/57', async (page) => {
    await page.evaluate(() => {
      window.frames = 0;
      const request = window.requestAnimationFrame;
      window.requestAnimationFrame = (step) => (window.frames++, request(step));
    });
    await page.keyboard.press('v');
    await settles(page, () => location.pathname, '/8/36');
    assert.ok((await page.evaluate(() => window.frames)) < 3);
  }, { reducedMotion: 'reduce' }));
