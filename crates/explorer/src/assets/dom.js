// Finding and creating elements.

const SVG = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/** An HTML element, such as `element('p.hint', { id: 'a' }, 'text')`; null and false attributes are left out. */
export const element = (tag, attributes, ...children) => make(null, tag, attributes, children);

/** An SVG element. */
export const svg = (tag, attributes, ...children) => make(SVG, tag, attributes, children);

function make(namespace, tag, attributes, children) {
  const [name, ...classes] = tag.split('.');
  const node = namespace ? document.createElementNS(namespace, name) : document.createElement(name);
  if (classes.length) node.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The data that the server put into a page, or null. */
export function pageData(page = document) {
  const data = page.getElementById('data');
  return data && JSON.parse(data.textContent);
}

/** Announces a text to screen readers. */
export function say(text) {
  byId('live').textContent = text;
}
