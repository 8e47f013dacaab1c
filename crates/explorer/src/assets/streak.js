// The daily puzzles solved in this browser.

import { recall, remember } from './store.js';

const KEY = 'days';
const DAY = 86_400_000;

/** The solved days: the seconds by date, such as `2026-11-23`. */
export const solvedDays = () => recall(KEY, {});

/** Notes that a day is solved; the first time counts. */
export function noteDay(date, seconds) {
  const days = solvedDays();
  remember(KEY, { [date]: seconds, ...days });
}

/** The number of days solved in a row until today, or until yesterday if today is still open. */
export function streak(today, days = solvedDays()) {
  const before = (date) => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10);
  let date = today in days ? today : before(today);
  let count = 0;
  for (; date in days; date = before(date)) count += 1;
  return count;
}
