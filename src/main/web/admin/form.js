// A form whose errors are shown at their fields.
import { element, uniqueId } from './dom.js';

/**
 * `fields` are `{name, label, type, value, options, hint, required, path}`. Types: text, number, password, datetime-local,
 * checkbox, textarea, select (`options` as `[value, label]`) and choices (several of `options`). `path` is the path of the field
 * in errors of the API, by default its name. `submit(values)` is called with texts, booleans and lists; it may throw an ActError.
 */
export class Form {
  #fields;
  #submit;
  #inputs = new Map();
  #values;

  constructor({ fields, submit, label, danger = false, inline = false, name = null, cancel = null }) {
    this.#fields = fields;
    this.#submit = submit;
    this.failure = element('p', { class: 'failure', role: 'alert' });
    this.send = element('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, label);
    this.element = element(
      'form',
      { class: inline ? 'inline' : null, novalidate: true, 'aria-label': name, onsubmit: (event) => this.#send(event) },
      fields.map((field) => this.#field(field)),
      this.failure,
      element('div', { class: 'buttons' }, cancel, this.send),
    );
    this.#values = this.#read();
  }

  /** As of the last submit; at first, those of the fields. */
  get values() {
    return this.#values;
  }

  #read() {
    return Object.fromEntries(this.#fields.map((field) => [field.name, this.#value(field)]));
  }

  /** Focuses the first field, or the button if there is none. */
  focus() {
    (this.element.querySelector('input, select, textarea') ?? this.send).focus();
  }

  #value({ name, type, options }) {
    const input = this.#inputs.get(name);
    if (type === 'choices') {
      return options.map(([value]) => value).filter((value, index) => input.querySelectorAll('input')[index].checked);
    }
    return type === 'checkbox' ? input.checked : input.value.trim();
  }

  #field(field) {
    const { name, label, type = 'text', hint, required } = field;
    const id = uniqueId('field');
    const input = type === 'choices' ? choices(field, id) : control(field, id);
    this.#inputs.set(name, input);
    const error = element('p', { class: 'error', id: `${id}-error` });
    const help = hint && element('p', { class: 'hint', id: `${id}-hint` }, hint);
    input.setAttribute('aria-describedby', [`${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' '));
    const title =
      type === 'choices'
        ? null
        : element('label', { for: id }, label, required && element('span', { class: 'detail' }, ' required'));
    const parts = type === 'checkbox' ? [element('div', { class: 'check' }, input, title)] : [title, input];
    return element('div', { class: `field ${type}`, 'data-field': name }, parts, help, error);
  }

  async #send(event) {
    event.preventDefault();
    if (this.element.hasAttribute('aria-busy')) {
      return; // It is on its way. The button stays enabled, because it would lose the focus otherwise.
    }
    this.#clear();
    const missing = this.#fields.filter((field) => field.required && !this.#value(field).length);
    missing.forEach((field) => this.#mark(field, `${field.label} is required.`));
    if (missing.length === 0) {
      this.element.setAttribute('aria-busy', 'true');
      try {
        this.#values = this.#read();
        await this.#submit(this.#values);
      } catch (error) {
        this.#fail(error);
      }
      this.element.removeAttribute('aria-busy');
    }
    this.element.querySelector('[aria-invalid]')?.focus();
  }

  #fail(error) {
    const others = [];
    for (const { message, path, code } of error.errors?.[0]?.path && error.errors[0].code ? error.errors : []) {
      const field = this.#fieldAt(path.slice(1));
      if (field) {
        this.#mark(field, message);
      } else {
        others.push(`${message} (${code})`);
      }
    }
    const marked = this.element.querySelector('[aria-invalid]') !== null;
    this.failure.textContent = others.join(' ') || (marked ? '' : error.message);
  }

  /** The field of a path in the input, such as `participant`, `external`, `externalId`, or else one below or above it. */
  #fieldAt(path) {
    const whole = path.join('.');
    const pathOf = ({ name, path: own = name }) => own;
    return (
      this.#fields.find((field) => pathOf(field) === whole) ??
      this.#fields.find((field) => pathOf(field).startsWith(`${whole}.`) || whole.startsWith(`${pathOf(field)}.`)) ??
      this.#fields.find(({ name }) => name === path.at(-1))
    );
  }

  #mark({ name }, message) {
    const input = this.#inputs.get(name);
    input.setAttribute('aria-invalid', 'true');
    this.element.querySelector(`[data-field="${name}"] .error`).textContent = message;
  }

  #clear() {
    this.failure.textContent = '';
    this.element.querySelectorAll('.error').forEach((error) => (error.textContent = ''));
    this.element.querySelectorAll('[aria-invalid]').forEach((input) => input.removeAttribute('aria-invalid'));
  }
}

function control({ name, type = 'text', options, value = options?.[0][0] ?? '', required, oninput, placeholder }, id) {
  const attributes = { id, name, required, placeholder, autocomplete: 'off', oninput, onchange: oninput };
  if (type === 'select') {
    return element(
      'select',
      attributes,
      options.map(([own, text]) => element('option', { value: own, selected: own === value }, text)),
    );
  }
  if (type === 'checkbox') {
    return element('input', { ...attributes, type, checked: value === true });
  }
  if (type === 'textarea') {
    return element('textarea', { ...attributes, rows: 3 }, value);
  }
  const input = element('input', { ...attributes, type, spellcheck: 'false', autocapitalize: 'none' });
  input.value = value;
  return input;
}

function choices({ label, options, value = [] }, id) {
  return element(
    'fieldset',
    { id, tabindex: -1 },
    element('legend', {}, label),
    options.map(([own, text], index) =>
      element(
        'div',
        { class: 'check' },
        element('input', { type: 'checkbox', id: `${id}-${index}`, checked: value.includes(own) }),
        element('label', { for: `${id}-${index}` }, text),
      ),
    ),
  );
}
