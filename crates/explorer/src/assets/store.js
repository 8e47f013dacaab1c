// What the browser remembers: settings, games, solved days. If it forbids storage, the page remembers until it is left.

const PREFIX = 'nqdb.';
const kept = new Map();

/** The value of a key, or the fallback. */
export function recall(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? kept.get(key) ?? fallback;
  } catch {
    return kept.get(key) ?? fallback;
  }
}

/** Calls `act` when another tab changes the value of a key. */
export const onChange = (key, act) => addEventListener('storage', (event) => event.key === PREFIX + key && act());

/** Keeps a value that JSON can hold. */
export function remember(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The page remembers it.
  }
}
