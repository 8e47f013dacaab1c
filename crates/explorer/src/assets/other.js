// The script of pages without a view of their own.

import { begin } from './app.js';
import { byId } from './dom.js';

begin();
// A list to compare can come from a file, chosen there or dropped. It becomes a part of the URL.
const file = byId('file');
const list = file?.form.elements.list;
const check = () => list.setCustomValidity(encodeURIComponent(list.value).length > 48000 ? 'This list is too long for a URL: use nqdb compare.' : '');
list?.addEventListener('input', check);
file?.addEventListener('change', async () => {
  if (file.files.length) list.value = await file.files[0].text();
  check();
});
