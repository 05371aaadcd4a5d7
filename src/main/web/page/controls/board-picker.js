// <laurel-boards>: the name of the leaderboard, as a list to choose from if there are several.

import { element } from '../element.js';

/** Emits `choose` with the key of a leaderboard in `detail`. */
export class BoardPicker extends HTMLElement {
  #shown = null;

  connectedCallback() {
    this.heading = element('h1', { class: 'board-name', dir: 'auto' }, 'Leaderboards');
    this.select = element('select', {
      class: 'board-select',
      'aria-label': 'Leaderboard',
      onchange: () => this.dispatchEvent(new CustomEvent('choose', { detail: this.select.value })),
    });
    this.append(this.heading, this.select);
  }

  /** Offers these boards. The chosen one stays. */
  offer(boards) {
    const { key, name } = this.#shown;
    this.show(boards, key, name);
  }

  show(boards, key, name) {
    this.#shown = { key, name };
    const listed = boards.some((board) => board.key === key) || !key ? boards : [...boards, { key, name: name ?? key }];
    const chosen = name ?? listed.find((board) => board.key === key)?.name ?? 'Leaderboards';
    this.heading.textContent = chosen;
    this.heading.title = chosen;
    this.classList.toggle('has-choice', listed.length > 1);
    this.select.hidden = listed.length < 2;
    this.select.replaceChildren(
      ...listed.map((board) => element('option', { value: board.key, selected: board.key === key }, board.name)),
    );
  }
}

customElements.define('laurel-boards', BoardPicker);
