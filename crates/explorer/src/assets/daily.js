// The daily puzzles of a month: how many in a row are solved.

import { begin } from './app.js';
import { byId, pageData } from './dom.js';
import { streak } from './streak.js';

begin(() => {
  const count = streak(pageData().today);
  if (count) byId('streak').textContent = `Solved in a row: ${count}.`;
});
