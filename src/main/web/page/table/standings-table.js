// <laurel-standings>: the table of standings. It shows any number of rows with a few dozen elements.

import { element, setAttribute } from '../element.js';
import { slide, stillMotion } from './motion.js';
import { PinnedRow } from './pinned-row.js';
import { commonShift, positionsNear, RowPool } from './row-pool.js';
import { VirtualScroll } from './virtual-scroll.js';

const OVERSCAN = 8;
const IDLE = 140;

/**
 * Emits `choose` with a row in `detail` if it was clicked or entered. `show(source, options)` sets the rows; options are
 * `{format, decimals, comparison, label, ownLabel}`.
 */
export class StandingsTable extends HTMLElement {
  #source = null;
  #options = null;
  #scroll = new VirtualScroll();
  #pool = null;
  #active = null;
  #idle = null;
  #asked = null;
  #flash = null;

  connectedCallback() {
    const heads = ['Rank', 'Change', 'Name', 'Score'].map((name, index) =>
      element('span', { class: `cell cell-${index}`, role: 'columnheader', 'aria-colindex': index + 1 }, name),
    );
    this.head = element('div', { class: 'row-head', role: 'row', 'aria-rowindex': 1 }, heads);
    this.canvas = element('div', { class: 'standings-canvas', role: 'rowgroup' });
    this.#pool = new RowPool(this.canvas);
    this.area = element(
      'div',
      { class: 'standings-area', role: 'grid', tabindex: 0, 'aria-colcount': 4, 'aria-readonly': 'true' },
      element('div', { class: 'standings-head', role: 'rowgroup' }, this.head),
      this.canvas,
    );
    this.pinned = new PinnedRow(() => this.showOwn());
    this.probe = element('div', { class: 'row-probe', 'aria-hidden': 'true' });
    this.append(this.area, this.pinned.root, this.probe);
    this.area.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.area.addEventListener('keydown', (event) => this.#keyPressed(event));
    this.area.addEventListener('focus', () => this.#focused());
    this.canvas.addEventListener('click', (event) => this.#clicked(event));
    new ResizeObserver(() => this.#resized()).observe(this.area);
  }

  /** Shows another ranking, from its first row. */
  show(source, options) {
    this.#source = source;
    this.#options = options;
    this.#active = null;
    this.#scroll.top = 0;
    this.#measure();
    this.area.scrollTop = this.#scroll.moveTo(0);
    setAttribute(this.area, 'aria-label', options.label);
    this.#render();
  }

  /** The source has other rows. Live changes move rows; what the reader looks at stays where it is. */
  update(live, options = {}) {
    Object.assign(this.#options, options);
    const before = live && !stillMotion() ? this.#places() : null;
    const anchor = this.#scroll.top > 0 ? this.#visibleRows() : [];
    this.#scroll.count = this.#count;
    setAttribute(this.canvas, 'aria-busy', !this.#source.isLoaded);
    this.#keepInPlace(anchor);
    this.#resizeCanvas();
    this.#render(before);
  }

  /** Scrolls to a position, and marks it for a moment. */
  jump(position) {
    const { rowHeight, viewport } = this.#scroll;
    const target = Math.min(Math.max(1, position), this.#scroll.count);
    this.#active = { position: target, id: this.#source.row(target)?.id ?? null };
    this.#flash = target;
    this.area.scrollTop = this.#scroll.moveTo((target - 0.5) * rowHeight - viewport / 2);
    this.#render();
    this.area.focus({ preventScroll: true });
  }

  /** Scrolls to the row of the viewer. */
  showOwn() {
    if (this.#source?.own) {
      this.jump(this.#source.own.position);
    }
  }

  get #count() {
    return this.#source.isLoaded ? this.#source.entryCount : 12;
  }

  #measure() {
    const viewport = Math.max(0, this.area.clientHeight - this.head.offsetHeight);
    this.#scroll.resize({ count: this.#count, rowHeight: this.probe.offsetHeight || 1, viewport });
    this.#resizeCanvas();
  }

  #resizeCanvas() {
    const height = `${this.#scroll.height}px`;
    if (this.canvas.style.height !== height) {
      this.canvas.style.height = height;
    }
    setAttribute(this.area, 'aria-rowcount', this.#count + 1);
  }

  #resized() {
    if (this.#source) {
      this.#measure();
      this.area.scrollTop = this.#scroll.scrollTop;
      this.#render();
    }
  }

  #scrolled() {
    const { scrollTop } = this.area;
    // The browser reports a step that the table made itself in whole pixels.
    if (Math.abs(scrollTop - this.#scroll.scrollTop) >= 1) {
      this.#scroll.scrolled(scrollTop);
      this.#render();
    }
    this.#settleLater();
  }

  #settleLater() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#settle(), IDLE);
  }

  /** After the last step: the thumb goes where it belongs, and the elements into the order of the rows. */
  #settle() {
    const { top, scrollTop } = this.#scroll;
    if (Math.abs(this.#scroll.scrollTopOf(top) - scrollTop) >= 1) {
      this.area.scrollTop = this.#scroll.moveTo(top);
      this.#render();
    }
    if (this.canvas.getAnimations({ subtree: true }).length) {
      this.#settleLater();
    } else {
      this.#pool.sort();
    }
  }

  /** If most of the visible rows have moved by some places, the list moves with them. */
  #keepInPlace(anchor) {
    const positions = anchor.length ? positionsNear(this.#source, this.#scroll.visible) : new Map();
    const shift = commonShift(anchor, positions);
    const { top, rowHeight, total, viewport } = this.#scroll;
    if (shift !== 0 || top > Math.max(0, total - viewport)) {
      this.#resizeCanvas();
      this.area.scrollTop = this.#scroll.moveTo(top + shift * rowHeight);
    }
    const active = this.#active?.id && positions.get(this.#active.id);
    if (active) {
      this.#active.position = active;
    }
  }

  #visibleRows() {
    const { first, last } = this.#scroll.visible;
    const rows = this.#pool.shown.filter(({ id, position }) => id && position >= first && position <= last);
    return rows.map(({ id, position }) => ({ id, position }));
  }

  /** Places on the screen and scores of the rows, by ID. */
  #places() {
    const rows = this.#pool.shown.filter(({ id }) => id);
    return new Map(rows.map(({ id, y, score }) => [id, { y: y - this.#scroll.scrollTop, score }]));
  }

  #render(before = null) {
    const { first, last } = this.#scroll.visible;
    const from = Math.max(1, first - OVERSCAN);
    const to = Math.min(this.#scroll.count, last + OVERSCAN);
    this.#pool.assign(this.#source, from, to, (view, position, row) => {
      view.show(position, row, this.#optionsOf(row));
      view.moveTo(this.#scroll.placeOf(position));
      this.#mark(view);
      if (before && row) {
        slide(view, before.get(row.id), view.y - this.#scroll.scrollTop);
      }
    });
    this.#showPinned(first, last);
    this.#markActive();
    this.#ask(from, to);
    this.#settleLater();
  }

  #optionsOf(row) {
    return {
      ...this.#options,
      movement: row && this.#source.movement(row),
      own: Boolean(row && this.#source.own && row.id === this.#source.own.id),
    };
  }

  #mark(row) {
    if (row.position === this.#flash && row.id) {
      this.#flash = null;
      row.flash();
    }
  }

  #showPinned(first, last) {
    const { own } = this.#source;
    const { top, viewport, rowHeight } = this.#scroll;
    const above = own && (own.position - 1) * rowHeight < top - 1;
    const below = own && own.position * rowHeight > top + viewport + 1;
    const hidden = !own || last < first || !(above || below);
    this.pinned.show(hidden ? null : own, own && this.#optionsOf(own), above ? 'top' : 'bottom', this.head.offsetHeight);
  }

  /** Requests rows: at once if the reader pauses, and rarely while the list flies by. */
  #ask(from, to) {
    clearTimeout(this.#asked);
    this.#asked = setTimeout(() => this.#source?.ensure(from, to), 60);
  }

  #focused() {
    if (!this.#active && this.#scroll.count) {
      this.#activate(this.#scroll.visible.first, false);
    }
  }

  #markActive() {
    const { shown } = this.#pool;
    const active = shown.find(({ position }) => position === this.#active?.position);
    shown.forEach((row) => row.root.classList.toggle('is-active', row === active));
    setAttribute(this.area, 'aria-activedescendant', active?.root.id);
  }

  #activate(position, scroll = true) {
    const target = Math.min(Math.max(1, position), this.#count);
    this.#active = { position: target, id: this.#source.row(target)?.id ?? null };
    const { top, viewport, rowHeight } = this.#scroll;
    const pin = this.#source.own ? rowHeight : 0;
    const upper = (target - 1) * rowHeight - pin;
    const lower = target * rowHeight - viewport + pin;
    if (scroll && (upper < top || lower > top)) {
      this.area.scrollTop = this.#scroll.moveTo(upper < top ? upper : lower);
    }
    this.#render();
  }

  #keyPressed(event) {
    const page = Math.max(1, Math.floor(this.#scroll.viewport / this.#scroll.rowHeight) - 1);
    const now = this.#active?.position ?? 0;
    const targets = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page, Home: 1, End: this.#count };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#source?.isLoaded) {
      return;
    }
    if (event.key in targets) {
      event.preventDefault();
      this.#activate(targets[event.key]);
    } else if (event.key === 'Enter' && this.#active) {
      // Otherwise the key would press the button that the dialog focuses.
      event.preventDefault();
      this.#choose(this.#source.row(this.#active.position));
    }
  }

  #clicked(event) {
    const row = event.target.closest('.row')?.standing;
    if (row?.id) {
      this.#active = { position: row.position, id: row.id };
      this.#markActive();
      this.#choose(this.#source.row(row.position));
    }
  }

  #choose(row) {
    if (row?.participant) {
      this.dispatchEvent(new CustomEvent('choose', { detail: row }));
    }
  }
}

customElements.define('laurel-standings', StandingsTable);
