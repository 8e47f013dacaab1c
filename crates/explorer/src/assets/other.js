// The script of pages without a view of their own.

import { begin } from './app.js';

begin();
