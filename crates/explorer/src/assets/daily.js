// The daily puzzles of a month: which ones are solved, and how many in a row.

import { begin } from './app.js';
import { byId, element, pageData } from './dom.js';
import { solvedDays, streak } from './streak.js';
import { clock } from './words.js';

begin(() => {
  const days = solvedDays();
  for (const link of document.querySelectorAll('[data-date]')) {
    const seconds = days[link.dataset.date];
    if (seconds === undefined) continue;
    link.append(element('b', {}, `✓ ${clock(seconds)}`));
    link.setAttribute('aria-label', `${link.getAttribute('aria-label')}, solved in ${clock(seconds)}`);
  }
  const count = streak(pageData().today);
  if (count) byId('streak').textContent = `Solved in a row: ${count}.`;
});
