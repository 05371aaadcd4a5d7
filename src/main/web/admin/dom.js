// Elements without markup: text from the service only ever becomes text nodes and attributes.

/** An element with attributes, listeners (`onclick`) and children. Attributes and children that are null or false are left out. */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      created.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      created.setAttribute(name, value === true ? '' : value);
    }
  }
  created.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return created;
}

export const button = (text, onclick, attributes = {}) => element('button', { type: 'button', onclick, ...attributes }, text);

let last = 0;

/** An ID that no other element has. */
export const uniqueId = (prefix) => `${prefix}-${++last}`;

/** Says something to users of screen readers, and shows it for a while. */
export function announce(text) {
  let region = document.getElementById('announcements');
  if (!region) {
    region = element('div', { id: 'announcements', role: 'status' });
    document.body.append(region);
  }
  const note = element('p', {}, text);
  region.replaceChildren(note);
  setTimeout(() => note.remove(), 6000);
}

/** A list of names and values. Values that are null are left out. */
export function facts(entries) {
  return element(
    'dl',
    { class: 'facts' },
    entries
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}
