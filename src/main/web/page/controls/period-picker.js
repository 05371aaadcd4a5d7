// <laurel-periods>: the current window and the ones before it.

import { element, icon } from '../element.js';
import { PERIODS } from '../operations.js';
import { windowName } from '../window-names.js';

const MORE = '\u0000more';

/** Emits `choose` with the name of a window in `detail`; null is the current one. */
export class PeriodPicker extends HTMLElement {
  #client = null;
  #state = null;
  #windows = [];
  #seasons = new Map();
  #cursor = null;
  #key = null;
  #turn = 0;

  connectedCallback() {
    this.select = element('select', { class: 'select', 'aria-label': 'Window', onchange: () => this.#chosen() });
    this.older = button('previous', 'Window before', () => this.#step(1));
    this.newer = button('next', 'Next window', () => this.#step(-1));
    this.append(this.older, this.select, this.newer);
  }

  /** Windows of a definition. `state` is `{board, definition, kind, group, period, format, relative}`. */
  async show(client, state) {
    this.#client = client;
    this.#state = state;
    const key = JSON.stringify([state.board, state.definition, state.group]);
    this.hidden = state.kind === 'ALL_TIME';
    if (key !== this.#key) {
      this.#key = key;
      this.#forget();
      this.#draw();
      await this.#read();
    }
    this.#draw();
  }

  /** Reads the list again when a new window has begun. */
  async reload() {
    this.#forget();
    await this.#read();
    this.#draw();
  }

  #forget() {
    this.#windows = [];
    this.#cursor = null;
  }

  async #read() {
    const { board, definition, group, kind } = this.#state;
    const turn = ++this.#turn;
    const variables = { board, definition, group, after: this.#cursor, seasons: kind === 'SEASON' };
    const { leaderboard } = await this.#client.query(PERIODS, variables).catch((error) => {
      if (turn === this.#turn && !this.#cursor) {
        this.#key = null; // The next `show` reads the list again.
      }
      throw error;
    });
    if (turn !== this.#turn || !leaderboard) {
      return;
    }
    const { nodes, pageInfo } = leaderboard.windows;
    this.#windows.push(...nodes);
    this.#cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    const begun = (leaderboard.seasons?.nodes ?? []).filter(({ window }) => window);
    this.#seasons = new Map(begun.map(({ name, window }) => [window.id, name]));
  }

  #draw() {
    const { format, period, relative } = this.#state;
    const readable = this.#windows.filter(({ state }) => state !== 'EXPIRED');
    const options = readable.map((window) => {
      const name = windowName(window, format, { place: this.#place(window), seasons: this.#seasons, relative });
      return element('option', { value: window.name, selected: window.name === (period ?? this.#current?.name) }, name);
    });
    if (period && !readable.some(({ name }) => name === period)) {
      options.unshift(element('option', { value: period, selected: true }, period));
    }
    if (!this.#current && (!period || readable.length)) {
      options.unshift(element('option', { value: '', selected: !period }, 'Current'));
    }
    if (this.#cursor) {
      options.push(element('option', { value: MORE }, 'Earlier …'));
    }
    this.select.replaceChildren(...options);
    this.select.disabled = options.length < 2;
    const at = this.select.selectedIndex;
    this.newer.disabled = at <= 0;
    this.older.disabled = at < 0 || at >= options.length - 1;
    const alone = options.length < 2;
    this.older.hidden = alone;
    this.newer.hidden = alone;
  }

  get #current() {
    const [latest] = this.#windows;
    return latest?.state === 'OPEN' ? latest : null;
  }

  /** 0 for the current window, 1 for the one that it follows immediately, -1 for any other. */
  #place(window) {
    const [latest] = this.#windows;
    if (window === latest) {
      return this.#current ? 0 : -1;
    }
    return latest.state === 'OPEN' && window.endsAt === latest.startsAt ? 1 : -1;
  }

  #step(steps) {
    this.select.selectedIndex += steps;
    this.#chosen();
  }

  async #chosen() {
    const { value } = this.select;
    if (value === MORE) {
      await this.#read().catch(() => {}); // It can be chosen again.
      this.#draw();
      return;
    }
    const current = this.#current?.name;
    this.dispatchEvent(new CustomEvent('choose', { detail: value === current ? null : value || null }));
  }
}

function button(name, label, onclick) {
  return element('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label, onclick }, icon(name));
}

customElements.define('laurel-periods', PeriodPicker);
