// Numbers as the pages write them, as in page/parts.rs.

/** A number with a comma before every three digits. */
export const grouped = (number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ',');

/** "1 solution", "92 solutions". */
export const counted = (count, one = 'solution') => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

/** @type {[number, string][]} */
const NAMES = [[1e12, ' trillion'], [1e9, ' billion'], [1e6, ' million'], [1e3, ' thousand'], [1, '']];

/** A number to three digits that fits a square, such as "42.8M". */
export const { format: brief } = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** An estimate to three digits, such as "42.8 million". */
export function about(estimate) {
  if (estimate >= 1e15) return estimate.toExponential(2).replace(/e\+(\d+)/, (_, power) => ` × 10${raised(power)}`);
  const [unit, name] = NAMES.find(([least]) => estimate >= least) ?? NAMES.at(-1);
  const value = estimate / unit;
  const decimals = value >= 99.95 || (unit === 1 && value >= 9.95) ? 0 : value >= 9.995 ? 1 : 2;
  return value.toFixed(decimals) + name;
}

/** Digits as superscripts. */
const raised = (digits) => [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');

/** A share in percent, with more decimals the smaller it is. */
export function percent(share) {
  const number = share * 100;
  if (number === 0) return '0%';
  if (number < 0.01) return 'less than 0.01%';
  return `${number.toFixed(number < 1 ? 2 : number < 10 ? 1 : 0)}%`;
}

/** Seconds as "1:37". */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
