// The daily puzzles solved in this browser.

import { byId, element } from './dom.js';
import { recall, remember } from './store.js';
import { clock } from './words.js';

const SOLVED_DAYS = 'days';
/** The dates of those solved later. */
const LATE = 'late';
const DAY = 86_400_000;

/** The solved days: the seconds by date, such as `2026-11-23`. */
export const solvedDays = () => recall(SOLVED_DAYS, {});

/** Notes that a day is solved; the first time counts. It is late if the game began after it. */
export function noteDay(date, seconds) {
  const days = solvedDays();
  if (date < dateNow(seconds) && !(date in days)) remember(LATE, [...recall(LATE, []), date]);
  remember(SOLVED_DAYS, { [date]: seconds, ...days });
  showToday();
}

/** The date, by UTC, this number of seconds ago. */
const dateNow = (ago = 0) => new Date(Date.now() - 1000 * ago).toISOString().slice(0, 10);

/** Shows in the header, and where a page asks for it, whether today's puzzle is solved, and the days in a row. */
export function showToday() {
  const today = dateNow();
  const seconds = solvedDays()[today];
  const days = streak(today);
  const parts = [seconds !== undefined && `✓ ${clock(seconds)}`, days > 1 && `${days} days in a row`].filter(Boolean);
  for (const place of document.querySelectorAll('[data-today]')) place.textContent = parts.join(' · ');
  for (const link of document.querySelectorAll('[data-date]:not(:has(b))')) {
    const time = solvedDays()[link.dataset.date];
    if (time !== undefined) link.append(' ', element('b', {}, `✓ ${clock(time)}`));
  }
  byId('daily').textContent = seconds === undefined ? 'Daily' : 'Daily ✓';
  byId('daily').title = parts.join(' · ');
}

/** The number of days in a row until today, none of them late, or until yesterday if today is still open; 0 if it was
 * solved later. */
export function streak(today, solved = solvedDays(), late = recall(LATE, [])) {
  if (late.includes(today)) return 0;
  const days = Object.keys(solved).filter((date) => !late.includes(date));
  const before = (date) => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10);
  let date = days.includes(today) ? today : before(today);
  let count = 0;
  for (; days.includes(date); date = before(date)) count += 1;
  return count;
}
