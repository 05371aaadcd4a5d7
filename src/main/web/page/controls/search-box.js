// <laurel-search>: finds a participant by name, or goes to a rank.

import { Avatar } from '../table/avatar.js';
import { element, icon, setAttribute } from '../element.js';
import { nameOf } from '../format.js';

const PAUSE = 180;

/** Emits `choose` with a position, and the row if it is a participant's, in `detail`. */
export class SearchBox extends HTMLElement {
  #find = null;
  #context = null;
  #options = [];
  #at = -1;
  #timer = null;
  #asked = 0;

  connectedCallback() {
    this.input = element('input', {
      class: 'field search-field',
      type: 'search',
      role: 'combobox',
      placeholder: 'Find a name or rank',
      autocomplete: 'off',
      spellcheck: 'false',
      dir: 'auto',
      'aria-label': 'Find a participant by name, or go to a rank',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      'aria-controls': 'search-results',
      'aria-keyshortcuts': '/',
    });
    const list = { class: 'search-results', id: 'search-results', role: 'listbox', 'aria-label': 'Found' };
    this.list = element('div', { ...list, hidden: true });
    this.append(icon('search'), this.input, element('kbd', { class: 'search-key', 'aria-hidden': 'true' }, '/'), this.list);
    this.input.addEventListener('input', () => this.#typed());
    this.input.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.input.addEventListener('blur', () => this.#left());
    document.addEventListener('keydown', (event) => this.#shortcut(event));
  }

  /** `find(text)` returns rows; `context` is `{format, decimals, entryCount()}`. */
  show(find, context) {
    this.#find = find;
    this.#context = context;
    this.#close();
  }

  #left() {
    clearTimeout(this.#timer);
    setTimeout(() => document.activeElement !== this.input && this.#close(), 150);
  }

  #shortcut(event) {
    const typing = event.target.closest?.('input, select, textarea, dialog');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    }
  }

  #typed() {
    this.#forget();
    const text = this.input.value.trim();
    if (text) {
      this.#timer = setTimeout(() => this.#search(text), PAUSE);
    } else {
      this.#close();
    }
  }

  async #search(text) {
    const number = ++this.#asked;
    const rank = this.#rankOf(text);
    const rows = rank && /^#/.test(text) ? [] : await this.#find(text).catch(() => null);
    if (number !== this.#asked) {
      return;
    }
    const options = (rows ?? []).map((row) => ({ position: row.position, row }));
    this.#options = rank ? [{ position: rank, row: null }, ...options] : options;
    this.#at = this.#options.length ? 0 : -1;
    this.#draw(rows === null ? 'The search failed. Try again in a moment.' : 'No participant with this name.');
  }

  /** The rank that the text names: digits, with or without `#` and separators. */
  #rankOf(text) {
    const digits = /^#?\s*([\d.,\s’']+)$/.exec(text)?.[1].replace(/\D/g, '');
    const rank = Number(digits ?? 0);
    return rank >= 1 && rank <= this.#context.entryCount() ? rank : null;
  }

  #draw(nothing) {
    const { format, decimals } = this.#context;
    const lines = this.#options.map((option, index) => {
      const { position, row } = option;
      const content = row
        ? [
            new Avatar(row.participant).root,
            element('span', { class: 'name', dir: 'auto' }, nameOf(row.participant)),
            element('span', { class: 'found-rank' }, `#${format.whole(row.rank)}`),
            element('span', { class: 'score' }, format.score(row.score, decimals)),
          ]
        : [icon('target'), element('span', { class: 'name' }, `Go to rank ${format.whole(position)}`)];
      const keepFocus = (event) => event.preventDefault();
      const attributes = { class: 'found', role: 'option', id: `found-${index}`, onpointerdown: keepFocus };
      return element('div', { ...attributes, onclick: () => this.#go(option) }, content);
    });
    const disabled = { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' };
    const none = element('div', { class: 'found is-nothing', ...disabled }, nothing);
    this.list.replaceChildren(...(lines.length ? lines : [none]));
    this.list.hidden = false;
    setAttribute(this.input, 'aria-expanded', 'true');
    this.#mark();
  }

  #mark() {
    [...this.list.children].forEach((line, index) => setAttribute(line, 'aria-selected', String(index === this.#at)));
    setAttribute(this.input, 'aria-activedescendant', this.#at >= 0 ? `found-${this.#at}` : null);
    this.list.children[this.#at]?.scrollIntoView({ block: 'nearest' });
  }

  #keyPressed(event) {
    const { length } = this.#options;
    // A rank needs no search.
    const rank = this.#rankOf(this.input.value.trim());
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && length) {
      event.preventDefault();
      this.#at = (this.#at + step + length) % length;
      this.#mark();
    } else if (event.key === 'Enter' && (this.#at >= 0 || rank)) {
      event.preventDefault();
      this.#go(this.#options[this.#at] ?? { position: rank, row: null });
    } else if (event.key === 'Escape') {
      if (!this.list.hidden) {
        event.preventDefault();
      }
      this.#close();
    }
  }

  #go({ position, row }) {
    this.#close();
    this.input.value = '';
    this.dispatchEvent(new CustomEvent('choose', { detail: { position, row } }));
  }

  /** What was found, or is being searched, is for another text. */
  #forget() {
    clearTimeout(this.#timer);
    this.#asked++;
    this.#options = [];
    this.#at = -1;
    setAttribute(this.input, 'aria-activedescendant', null);
  }

  #close() {
    this.#forget();
    this.list.hidden = true;
    setAttribute(this.input, 'aria-expanded', 'false');
  }
}

customElements.define('laurel-search', SearchBox);
