// <laurel-notice>: covers the table if there are no rows to show: empty, not open, failed, or not allowed.

import { element } from './element.js';

/** Emits `retry`, and `token` with a token in `detail`. */
export class Notice extends HTMLElement {
  connectedCallback() {
    this.hidden = true;
  }

  /** Null hides it. */
  show(notice) {
    const key = JSON.stringify(notice);
    if (this.key === key) {
      return;
    }
    this.key = key;
    this.hidden = !notice;
    if (notice) {
      const { title, text, needsToken = false, canRetry = false, isError = false } = notice;
      const again = () => this.dispatchEvent(new Event('retry'));
      const retry = element('button', { class: 'button', type: 'button', onclick: again }, 'Try again');
      this.setAttribute('role', isError ? 'alert' : 'note');
      this.replaceChildren(
        element(
          'div',
          { class: 'notice-card' },
          element('h2', {}, title),
          element('p', {}, text),
          needsToken && tokenForm((token) => this.dispatchEvent(new CustomEvent('token', { detail: token }))),
          canRetry && retry,
        ),
      );
    }
  }
}

let lastField = 0;

/** A form for a token or a key. */
export function tokenForm(onToken, action = 'Continue') {
  const attributes = { class: 'field', id: `token-${++lastField}`, type: 'password', required: true };
  const field = element('input', { ...attributes, autocomplete: 'off', spellcheck: 'false' });
  const submit = (event) => {
    event.preventDefault();
    if (field.value.trim()) {
      onToken(field.value.trim());
    }
  };
  return element(
    'form',
    { class: 'token-form', onsubmit: submit },
    element('label', { for: field.id }, 'Player token or API key'),
    element('div', { class: 'token-line' }, field, element('button', { class: 'button is-primary', type: 'submit' }, action)),
    element('p', { class: 'hint' }, 'It stays in this browser tab, and is sent only to this service.'),
  );
}

customElements.define('laurel-notice', Notice);
