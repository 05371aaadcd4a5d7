// <laurel-connection>: says that live updates are interrupted, and when the next attempt is.

import { element, setText } from '../element.js';

const PATIENCE = 700;

/** Emits `restored` when the connection is back after an interruption. */
export class ConnectionBanner extends HTMLElement {
  #retryAt = null;
  #lost = false;
  #timer = null;

  connectedCallback() {
    this.hidden = true;
    this.title = 'The table shows the last known ranks, and catches up when the connection is back.';
    this.text = element('span');
    this.append(element('span', { class: 'connection-dot', 'aria-hidden': 'true' }), this.text);
    setInterval(() => this.#tick(), 500);
  }

  /** Follows the status of the client. */
  follow(client) {
    client.onStatus((status, details) => this.#changed(status, details));
  }

  #changed(status, { retryAt = null } = {}) {
    if (status === 'reconnecting') {
      this.#retryAt = retryAt;
      this.#lost = true;
      // A connection that comes back at once is not worth a message.
      this.#timer ??= setTimeout(() => {
        this.hidden = false;
      }, PATIENCE);
    } else if (status === 'connected') {
      this.#conceal();
      if (this.#lost) {
        this.#lost = false;
        this.dispatchEvent(new Event('restored'));
      }
    } else if (status === 'idle') {
      // There is nothing to follow, so nothing is lost.
      this.#lost = false;
      this.#conceal();
    }
    this.#tick();
  }

  #conceal() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.hidden = true;
  }

  #tick() {
    const seconds = this.#retryAt ? Math.ceil((this.#retryAt - Date.now()) / 1000) : 0;
    const next = seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again …';
    setText(this.text, `Connection lost. ${next}`);
  }
}

customElements.define('laurel-connection', ConnectionBanner);
