// <laurel-settings>: the theme, and who the viewer is.

import { closeButton, element } from '../element.js';
import { tokenForm } from '../notice.js';
import { setTheme, theme } from '../theme.js';

/** Emits `token` with a token in `detail`, or null to sign out, and `theme`. */
export class SettingsDialog extends HTMLElement {
  connectedCallback() {
    this.who = element('div', { class: 'settings-who' });
    const close = closeButton(() => this.close());
    this.dialog = element(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'settings-title' },
      close,
      element(
        'div',
        { class: 'dialog-body' },
        element('h2', { id: 'settings-title' }, 'Settings'),
        this.#themes(),
        element('h3', { class: 'card-title' }, 'Who you are'),
        this.who,
      ),
    );
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.close());
    this.append(this.dialog);
  }

  /** `identity` is `{viewer, hasToken}`. */
  open({ viewer, hasToken }, format) {
    const signOut = element('button', { class: 'button', type: 'button', onclick: () => this.#emit(null) }, 'Forget the token');
    const known = viewer
      ? `You are ${viewer.participant?.name ?? viewer.externalId}. The token is valid until ${format.moment(viewer.expiresAt)}.`
      : 'Requests are sent with an API key, which names no player.';
    const reading = 'You read anonymously. With the token of a player, your own row is highlighted.';
    const form = tokenForm((token) => this.#emit(token), hasToken ? 'Replace' : 'Save');
    this.who.replaceChildren(element('p', { class: 'hint' }, hasToken ? known : reading), form, ...(hasToken ? [signOut] : []));
    this.dialog.querySelectorAll('[name=theme]').forEach((choice) => {
      choice.checked = choice.value === theme();
    });
    this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }

  #themes() {
    const names = { auto: 'As the system', light: 'Light', dark: 'Dark' };
    const change = ({ target }) => {
      setTheme(target.value);
      this.dispatchEvent(new Event('theme'));
    };
    const choices = Object.entries(names).map(([value, name]) =>
      element('label', { class: 'choice' }, element('input', { type: 'radio', name: 'theme', value, onchange: change }), name),
    );
    return element('fieldset', { class: 'themes' }, element('legend', { class: 'card-title' }, 'Appearance'), choices);
  }

  #emit(token) {
    this.dispatchEvent(new CustomEvent('token', { detail: token }));
  }
}

customElements.define('laurel-settings', SettingsDialog);
