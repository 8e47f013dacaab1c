// The script of pages without a view of their own.

import { begin } from './app.js';
import { byId } from './dom.js';

begin();
// A list to compare can come from a file, chosen there or dropped.
byId('file')?.addEventListener('change', async ({ target }) => (target.form.elements.list.value = await target.files[0]?.text() ?? ''));
