// The search field: suggests what its text can mean.

import { base } from './address.js';
import { byId, element } from './dom.js';
import { isAbort, json, latest } from './net.js';

export function startSearch() {
  const form = byId('go');
  const field = form.elements.q;
  const list = byId('suggestions');
  const suggest = latest(async (text) => {
    try {
      const meanings = text ? await json(`${base}/go.json?${new URLSearchParams({ n: byId('size').value, q: text })}`) : [];
      list.replaceChildren(...meanings.map(({ path, text: words }) => element('li', {}, element('a', { href: base + path }, words))));
      list.hidden = !meanings.length;
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
