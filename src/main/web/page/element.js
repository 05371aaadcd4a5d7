// Creates elements without markup in strings.

const SVG = 'http://www.w3.org/2000/svg';

const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
  target: 'M12 3v3m0 12v3M3 12h3m12 0h3M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  auto: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0v16',
  flame: 'M12 3c1 3 5 5.2 5 10a5 5 0 0 1-10 0c0-2 1-3.4 2-4.5.3 1.4 1 2.2 1.8 2.6C10.3 8.6 10.5 5.5 12 3Z',
  medal: 'M12 9a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8.5 10 6 3h4l2 5 2-5h4l-2.5 7',
  up: 'M12 19V6m-6 6 6-6 6 6',
  down: 'M12 5v13m-6-6 6 6 6-6',
};

/** An element with attributes, listeners (`onclick`) and children. Attributes that are null or false are left out. */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      created.addEventListener(name.slice(2), value);
    } else if (value === true) {
      created.setAttribute(name, '');
    } else if (value !== null && value !== undefined && value !== false) {
      created.setAttribute(name, value);
    }
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return created;
}

/** A line icon. Hidden from screen readers: the button around it has a label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** Replaces the text only if it differs, so that screen readers and selections are not disturbed. */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Sets the attribute, or removes it if the value is null. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

/** The button that closes a dialog. */
export function closeButton(onclick) {
  const attributes = { class: 'icon-button dialog-close', type: 'button', 'aria-label': 'Close', onclick };
  return element('button', attributes, icon('close'));
}
