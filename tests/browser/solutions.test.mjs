// The view of one solution: every way to move between ranks by mouse, at desktop and phone size.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, drawnQueens, isStarted, PHONE, serverTest, settles, shownRank, useSite, visit } from './support.mjs';

const site = useSite();
const way = (page, name) => page.locator(`[data-way=${name}]`);

/** Waits until the page shows a rank: field, URL, board, facts and title. */
async function shows(page, n, rank) {
  const { queens } = await site.server.json(`/${n}/${rank}.json`);
  await settles(page, shownRank, [rank.toLocaleString('en'), `/${n}/${rank}`]);
  await settles(page, drawnQueens, queens);
  await settles(page, () => document.querySelector('#facts .line code').textContent, queens.join(' '));
  await settles(page, () => document.title, `${n} ${n === 1 ? 'queen' : 'queens'}, solution ${rank} – nqdb`);
}

/** Everything on the page that depends on the solution. */
const everything = () => {
  const hrefs = (selector) => [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'));
  const slider = document.getElementById('slider');
  return {
    heading: document.querySelector('h1').textContent,
    field: document.getElementById('rank').value,
    url: location.pathname,
    title: document.title,
    slider: [slider.value, slider.getAttribute('aria-valuetext')],
    queens: [...document.querySelectorAll('#board .queens use')].map((queen) => [queen.getAttribute('x'), queen.getAttribute('y')].map(Number).join()).toSorted(),
    name: document.querySelector('#board svg').getAttribute('aria-label'),
    facts: document.getElementById('facts').innerText.replace(/, in [0-9.]+ m?s/, ''),
    copies: [...document.querySelectorAll('[data-copy]')].map(({ dataset }) => dataset.copy),
    links: hrefs('main a, head link'),
    needle: document.querySelector('.part[aria-current]')?.textContent,
  };
};

/**
 * The requests for the pages of solutions pass through a gate from the start: a page may send requests past one that is
 * set up later. After `hold()` they wait until `release(act)` ends each as `act` says.
 */
class Gate {
  #act = (route) => route.continue();
  route = [/\/(8|20)\/\d+$/, async (route) => (await this.#act)(route)];

  hold() {
    let release;
    this.#act = new Promise((resolve) => (release = resolve));
    return {
      release: (act) => {
        this.answer((route) => route.continue());
        release(act);
      },
    };
  }

  answer(act) {
    this.#act = act;
  }
}

/** The ways to move to another solution, each with the rank that it leads to. */
const MOVES = [
  ['a button', (page) => way(page, 'next').click(), 58],
  ['a key', (page) => page.keyboard.press('End'), 92],
  ['a symmetry', (page) => page.keyboard.press('h'), 5],
  ['the field', async (page) => {
    await page.locator('#rank').fill('12');
    await page.locator('#rank').press('Enter');
  }, 12],
  ['a member of the orbit', (page) => page.locator('#facts .boards a').nth(1).click(), 28],
  ['a part of the strip', (page) => page.locator('.part').nth(0).click(), 1],
];

for (const [what, move, rank] of MOVES) {
  serverTest(`${what} changes everything together, or nothing`, () => {
    const gate = new Gate();
    return visit(site, '/8/57', async (page) => {
      await settles(page, () => document.querySelectorAll('.part').length, 8);
      const before = await page.evaluate(everything);
      const isBusy = () => document.getElementById('main').getAttribute('aria-busy');
      // The answer fails: everything is as before, and a line says why.
      const failing = gate.hold();
      await move(page);
      await settles(page, isBusy, 'true');
      assert.deepEqual(await page.evaluate(everything), before, 'while the request runs');
      assert.ok(await page.getByRole('button', { name: 'Cancel' }).isVisible());
      failing.release((route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<main class="failure"><p class="lead">It is late.</p></main>' }));
      await settles(page, () => document.getElementById('status').textContent, 'It is late.');
      await settles(page, isBusy, null);
      assert.deepEqual(await page.evaluate(everything), before, 'after a failure');
      // It is cancelled: everything is as before.
      const cancelled = gate.hold();
      await move(page);
      await settles(page, isBusy, 'true');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await settles(page, isBusy, null);
      assert.deepEqual(await page.evaluate(everything), before, 'after a cancellation');
      cancelled.release((route) => route.abort().catch(() => {}));
      // It arrives: everything is that of the other page.
      await move(page);
      await shows(page, 8, rank);
      const after = await page.evaluate(everything);
      const expected = await visit(site, `/8/${rank}`, async (other) => {
        await settles(other, () => document.querySelectorAll('.part').length, 8);
        return other.evaluate(everything);
      });
      const level = ({ slider: _, needle: __, links, ...others }) => ({ ...others, links: links.filter((link) => !link?.includes('/assets/')) });
      if (what === 'a part of the strip') assert.deepEqual(after.queens, expected.queens);
      else assert.deepEqual(level(after), level(expected));
    }, { errors: ['503'], route: gate.route });
  });
}

serverTest('back leads to what was shown, or stays where it is', () => {
  const gate = new Gate();
  return visit(site, '/8/57', async (page) => {
    await way(page, 'last').click();
    await shows(page, 8, 92);
    const before = await page.evaluate(everything);
    gate.answer((route) => route.fulfill({ status: 500, body: '' }));
    await page.goBack();
    await settles(page, () => document.getElementById('status').textContent, 'The server returned status 500.');
    assert.deepEqual(await page.evaluate(everything), before);
  }, { errors: ['500'], route: gate.route });
});

for (const size of [DESKTOP, PHONE]) {
  const where = size === PHONE ? 'on a phone' : 'on a desktop';

  test(`the buttons move between solutions ${where}`, () =>
    visit(site, '/8/57', async (page) => {
      await shows(page, 8, 57);
      for (const [name, rank] of [['next', 58], ['previous', 57], ['first', 1], ['last', 92]]) {
        await way(page, name).click();
        await shows(page, 8, rank);
      }
      await page.evaluate(() => { Math.random = () => 0.5; });
      await way(page, 'any').click();
      await shows(page, 8, 47);
    }, { size }));

  test(`each symmetry turns the board, and the rank follows ${where}`, () =>
    visit(site, '/8/57', async (page) => {
      let rank = 57;
      for (const symmetry of ['flip-diagonal', 'flip-antidiagonal', 'flip-vertical', 'flip-horizontal', 'rotate-90', 'rotate-180', 'rotate-270']) {
        const { images } = await site.server.json(`/8/${rank}.json`);
        rank = images.find((image) => image.symmetry === symmetry).rank;
        await way(page, symmetry).click();
        await shows(page, 8, rank);
      }
    }, { size }));

  test(`the strip zooms into billions of solutions ${where}`, () =>
    visit(site, '/20/17000000000', async (page) => {
      const part = (row) => page.locator('.part').filter({ hasText: new RegExp(`^${row}$`) });
      const crumbs = () => document.querySelector('.crumbs').textContent;
      await settles(page, crumbs, 'First queens: any · 39,029,188,884 solutions · zoom in');
      await part(10).click();
      await settles(page, crumbs, 'First queens: any ▸ 10 · 2,729,349,100 solutions · zoom in');
      const { children } = await site.server.json('/20/tree/10-3.json');
      await part(3).click();
      await settles(page, () => [...document.querySelectorAll('.part')].map((part) => part.textContent), children.map(({ row }) => `${row}`));
      const { row, first, solutions } = children.at(-1);
      await part(row).click();
      await shows(page, 20, first);
      const limits = () => [document.getElementById('slider').min, document.getElementById('slider').max];
      await settles(page, limits, [`${first}`, `${first + solutions - 1}`]);
      await page.locator('.crumbs').getByRole('button', { name: 'any' }).click();
      await settles(page, limits, ['1', '39029188884']);
      await settles(page, () => document.querySelector('.part[aria-current]').textContent, '10');
    }, { size }));
}

test('a typed rank is shown, with and without commas', () =>
  visit(site, '/20/1', async (page) => {
    for (const [text, rank] of [['17,000,000,000', 17_000_000_000], ['123', 123]]) {
      await page.locator('#rank').fill(text);
      await page.locator('#rank').press('Enter');
      await shows(page, 20, rank);
    }
  }));

test('the slider shows solutions while it moves', () =>
  visit(site, '/14/1', async (page) => {
    const box = await page.locator('#slider').boundingBox();
    const at = (share) => [box.x + box.width * share, box.y + box.height / 2];
    await page.mouse.move(...at(0.01));
    await page.mouse.down();
    for (const share of [0.2, 0.4, 0.6]) await page.mouse.move(...at(share), { steps: 4 });
    const rank = await page.evaluate(() => Number(document.getElementById('slider').value));
    assert.ok(rank > 180_000 && rank < 260_000, `${rank}`);
    await settles(page, drawnQueens, (await site.server.json(`/14/${rank}.json`)).queens);
    await page.mouse.up();
    await shows(page, 14, rank);
  }));

test('back and forward move through the history', () =>
  visit(site, '/8/57', async (page) => {
    await way(page, 'last').click();
    await shows(page, 8, 92);
    await way(page, 'previous').click();
    await shows(page, 8, 91);
    await way(page, 'first').click();
    await shows(page, 8, 1);
    await page.goBack();
    await shows(page, 8, 91);
    await page.goBack();
    await shows(page, 8, 92);
    await page.goBack();
    await shows(page, 8, 57);
    await page.goForward();
    await shows(page, 8, 92);
  }));

test('steps in a row are one entry of the history, after the page where one arrived', () =>
  visit(site, '/', async (page) => {
    await page.goto(`${site.server.url}/8/57`);
    await isStarted(page);
    for (const rank of [58, 59, 60]) {
      await way(page, 'next').click();
      await shows(page, 8, rank);
    }
    await page.goBack();
    await shows(page, 8, 57);
    await page.goBack();
    await page.waitForURL(`${site.server.url}/`);
  }));

test('the boards of the orbit and the neighbours are links', () =>
  visit(site, '/8/57', async (page) => {
    const { images, previous } = await site.server.json('/8/57.json');
    await page.locator('#facts .boards a').nth(3).click();
    await shows(page, 8, images[3].rank);
    await page.goBack();
    await shows(page, 8, 57);
    await page.locator('[data-key=before]').click();
    await shows(page, 8, previous.rank);
    const marked = () => [...document.querySelectorAll('.lines li:last-child mark')].map((mark) => mark.textContent.trim()).length;
    const { next, queens } = await site.server.json(`/8/${previous.rank}.json`);
    await settles(page, marked, next.queens.filter((row, i) => row !== queens[i]).length);
  }));

test('the facts are those of the JSON document', () =>
  visit(site, '/20/17000000000', async (page) => {
    const facts = await site.server.json('/20/17000000000.json');
    const text = await page.locator('#facts').innerText();
    for (const number of [facts.orbit.orbit_id, facts.orbits, facts.trace.solutions, BigInt(facts.permutation_index)]) {
      assert.ok(text.includes(number.toLocaleString('en')), `${number}`);
    }
    assert.ok(text.includes(facts.orbit.queens.join(' ')));
    assert.equal(await page.locator('#facts .boards li').count(), 8);
    await page.locator('summary').first().click();
    assert.equal(await page.locator('.signature').innerText(), facts.signature);
    assert.ok(text.includes('nqdb unrank 20 17000000000'));
  }));

test('the notation is copied', () =>
  visit(site, '/8/57', async (page) => {
    await page.getByRole('button', { name: 'Copy the notation' }).click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '5 7 1 3 8 6 4 2');
  }, { permissions: ['clipboard-read', 'clipboard-write'] }));

test('downloads are named after their solutions', () =>
  visit(site, '/8/57', async (page) => {
    await way(page, 'next').click();
    await shows(page, 8, 58);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-key=svg]').click()]);
    assert.equal(download.suggestedFilename(), 'queens-8-58.svg');
    for (const link of await page.locator('#facts .tools a').all()) {
      const status = await page.evaluate((link) => fetch(link).then((response) => response.status), await link.getAttribute('href'));
      assert.equal(status, 200);
    }
  }));

test('another size keeps the view', () =>
  visit(site, '/8/57', async (page) => {
    await page.locator('#size').selectOption('12');
    await page.waitForURL('**/12/1');
    await isStarted(page);
    await page.getByRole('link', { name: 'Place queens' }).click();
    await page.waitForURL('**/12');
    await isStarted(page);
    await page.locator('#size').selectOption('14');
    await page.waitForURL('**/14');
  }));

test('the search field takes ranks, queens and squares', () =>
  visit(site, '/8/57', async (page) => {
    for (const [text, path] of [['12', '/8/12'], ['1 5 8 6 3 7 2 4', '/8/1'], ['3=5 7!=4', '/8/count/3=5,7!=4']]) {
      await page.locator('.go input').fill(text);
      await page.locator('.go input').press('Enter');
      await page.waitForURL(`**${path}`);
    }
  }));

test('the animations end on the images', () =>
  visit(site, '/14/200000', async (page) => {
    const { images, queens } = await site.server.json('/14/200000.json');
    const script = await page.locator('script[type=module]').getAttribute('src');
    for (const { symmetry: image, queens: expected } of images.slice(1)) {
      const found = await page.evaluate(async ([path, symmetry, rows]) => {
        const { imageOf } = await import(path);
        return imageOf(symmetry, rows);
      }, [script.replace(/\w+\.js$/, 'turn.js'), image, queens]);
      assert.deepEqual(found, expected, image);
    }
  }));

test('a board of one square', () => visit(site, '/1/1', async (page) => {
  await settles(page, drawnQueens, [1]);
  await page.keyboard.press('ArrowRight');
  await way(page, 'rotate-90').click();
  await shows(page, 1, 1);
}));

test('boards without tables offer what works', async () => {
  for (const [path, works, last] of [['/24/1', 'first and last 1000', true], ['/36/1', 'first solution', false]]) {
    await visit(site, path, async (page) => {
      assert.match(await page.locator('.stage .hint:not(.rule)').innerText(), new RegExp(works));
      for (const name of ['#slider', '#strip']) assert.equal(await page.locator(name).count(), 0, `${path}: ${name}`);
      assert.equal(await way(page, 'last').getAttribute('aria-disabled'), last ? null : 'true');
      assert.equal(await page.getByText(/Orbit +,|of ,/).count(), 0);
      await page.keyboard.press('r');
      await page.waitForURL(/\/\d+\/of\/[\d,]+$/);
      await page.getByRole('heading', { name: /^A solution for N = \d+$/ }).waitFor();
      const queens = await page.evaluate(drawnQueens);
      assert.equal(new URL(page.url()).pathname.split('/').pop(), queens.join());
      await page.keyboard.press('h');
      await settles(page, drawnQueens, queens.toReversed());
      await page.goto(site.server.url + path.replace('/1', '/5000000000'));
      assert.match(await page.locator('.failure .lead').innerText(), /can be found without tables/);
    }, { errors: ['503'] });
  }
});
