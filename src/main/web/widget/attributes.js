/** The attributes of the leaderboard, each of which is a property, too. */

/** Attributes that select what is shown: a change starts again. */
export const SOURCE = [
  'board', 'window', 'window-name', 'group', 'first', 'participant', 'entity-type', 'around', 'service', 'app',
];

/** Attributes that select how it is shown. */
export const LOOK = ['heading', 'heading-level', 'labels', 'avatars', 'selectable'];

const FLAGS = ['avatars', 'selectable'];

const camelCase = (name) => name.replace(/-./g, (part) => part[1].toUpperCase());

/** An error with a code, like those of the client. */
export const failure = (code, message) => Object.assign(new Error(message), { code });

/** A whole number within bounds. */
export function whole(text, fallback, least, most) {
  const value = Math.trunc(Number(text ?? fallback));
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, least), most);
}

/** The object that an attribute has as JSON. Undefined if the attribute is empty or absent. */
export function json(element, name) {
  const text = element.getAttribute(name);
  let value;
  try {
    value = text ? JSON.parse(text) : undefined;
  } catch {
    value = null;
  }
  if (value === null || Array.isArray(value) || !['object', 'undefined'].includes(typeof value)) {
    throw failure('INVALID_ARGUMENT', `The attribute ${name} is not a JSON object.`);
  }
  return value;
}

/** Defines the properties of the element's class. Objects become JSON. */
export function defineProperties(prototype) {
  for (const name of [...SOURCE, ...LOOK, 'theme']) {
    const flag = FLAGS.includes(name);
    Object.defineProperty(prototype, camelCase(name), {
      configurable: true,
      enumerable: true,
      get() {
        return flag ? this.hasAttribute(name) : this.getAttribute(name);
      },
      set(value) {
        if (value === null || value === undefined || (flag && !value)) {
          this.removeAttribute(name);
        } else {
          this.setAttribute(name, flag ? '' : typeof value === 'object' ? JSON.stringify(value) : value);
        }
      },
    });
  }
}

/** Applies the properties that a page has set before the class was loaded. */
export function upgradeProperties(element) {
  for (const name of [...SOURCE, ...LOOK, 'theme', 'token'].map(camelCase)) {
    if (Object.hasOwn(element, name)) {
      const value = element[name];
      delete element[name];
      element[name] = value;
    }
  }
}
