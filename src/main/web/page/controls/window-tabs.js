// <laurel-tabs>: tabs that are moved through with the arrow keys.

import { element } from '../element.js';

/** Emits `choose` with the value of a tab in `detail`. */
export class Tabs extends HTMLElement {
  #tabs = [];

  connectedCallback() {
    this.setAttribute('role', 'tablist');
    this.addEventListener('keydown', (event) => this.#keyPressed(event));
  }

  /** `tabs` are `{value, name}`; `panel` is the ID of what they control. */
  show(tabs, chosen, panel) {
    const focused = this.contains(document.activeElement);
    const key = JSON.stringify([tabs, chosen]);
    if (this.key === key) {
      return;
    }
    this.key = key;
    this.#tabs = tabs.map(({ value, name }) =>
      element(
        'button',
        {
          type: 'button',
          class: 'tab',
          role: 'tab',
          id: `tab-${value}`,
          'aria-controls': panel,
          'aria-selected': String(value === chosen),
          tabindex: value === chosen ? 0 : -1,
          'data-value': value,
          onclick: () => this.#choose(value),
        },
        name,
      ),
    );
    this.replaceChildren(...this.#tabs);
    const selected = this.#tabs.find(({ dataset }) => dataset.value === chosen);
    if (selected && this.scrollWidth > this.clientWidth) {
      this.scrollLeft = selected.offsetLeft - (this.clientWidth - selected.offsetWidth) / 2;
    }
    if (focused) {
      selected?.focus();
    }
  }

  #keyPressed(event) {
    const forward = getComputedStyle(this).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const now = this.#tabs.indexOf(document.activeElement);
    const count = this.#tabs.length;
    const targets = { [forward]: (now + 1) % count, [back]: (now + count - 1) % count, Home: 0, End: count - 1 };
    if (now >= 0 && event.key in targets) {
      event.preventDefault();
      this.#tabs[targets[event.key]].focus();
      this.#choose(this.#tabs[targets[event.key]].dataset.value);
    }
  }

  #choose(value) {
    this.dispatchEvent(new CustomEvent('choose', { detail: value }));
  }
}

customElements.define('laurel-tabs', Tabs);
