// Not a test: takes a picture of every page on a desktop, on a phone, in the dark, in print and without scripts.

import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { DESKTOP, PAGES, PHONE, useSite, visit } from './support.mjs';

const site = useSite();
const folder = process.env.NQDB_BROWSER_PICTURES;

const LOOKS = {
  desktop: { size: DESKTOP },
  phone: { size: PHONE },
  dark: { size: DESKTOP, colorScheme: 'dark' },
  print: { size: DESKTOP },
  plain: { size: DESKTOP, javaScriptEnabled: false },
};

const MORE = ['/8/93', '/21/4502590474', '/64/random', '/8/orbits', '/12/orbits?size=4', '/8/list/3=5,7!=4', '/8/count/1=1,2=5,3=8,4=6,5=3,6=7,7=4,8=2', '/20/count/10=10', '/5'];

/** A path as a file name. */
const nameOf = (path) => (path === '/' ? 'home' : path.slice(1).replace(/[^\w.=-]+/g, '_'));

for (const [look, options] of Object.entries(LOOKS)) {
  test(look, async () => {
    mkdirSync(`${folder}/${look}`, { recursive: true });
    for (const path of [...PAGES, ...MORE]) {
      await visit(site, path, async (page) => {
        if (look === 'print') await page.emulateMedia({ media: 'print' });
        // Fonts, animations and the first counts.
        await page.waitForLoadState('networkidle').catch(() => {});
        await page.screenshot({ path: `${folder}/${look}/${nameOf(path)}.png`, fullPage: true });
      }, { ...options, errors: ['status of'] });
    }
  });
}
