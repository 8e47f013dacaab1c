// The search field: suggests what its text can mean.

import { base } from './address.js';
import { inSight } from './coordinates.js';
import { byId, element } from './dom.js';
import { isAbort, json, latest } from './net.js';

/** What a text can mean on the page of this board: `{ meanings, problem }`, as the server understands it. */
export const meaningsOf = (text) => json(`${base}/go.json?${new URLSearchParams({ n: byId('size').value, q: text })}`);

export function startSearch() {
  for (const form of document.querySelectorAll('form[role=search]')) suggestIn(form);
}

/** Suggests in the list of a form what the text in its field can mean. */
function suggestIn(form) {
  const field = form.elements.q;
  const list = form.querySelector('.suggestions');
  const suggest = latest(async (text) => {
    try {
      const { meanings, problem } = text ? await meaningsOf(text) : { meanings: [], problem: null };
      const link = ({ path, text: words }) => element('li', {}, element('a', { href: path }, inSight(words)));
      list.replaceChildren(...meanings.map(link), ...(problem ? [element('li', {}, inSight(problem))] : []));
      list.hidden = !list.childElementCount;
    } catch (error) {
      if (!isAbort(error)) list.hidden = true;
    }
  });
  field.addEventListener('input', () => suggest(field.value.trim()));
  form.addEventListener('focusout', ({ relatedTarget }) => (list.hidden ||= !form.contains(relatedTarget)));
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
    const links = [...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || list.hidden) return;
    event.preventDefault();
    const place = links.findIndex((link) => link === document.activeElement) + step;
    (links[place] ?? field).focus();
  });
}
