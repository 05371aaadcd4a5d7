// The row of the viewer while it is outside of the visible part of the table.

import { element, setAttribute } from '../element.js';
import { StandingParts } from './standing-row.js';

/** A button at the upper or lower edge of the table that looks like a row. */
export class PinnedRow {
  #parts = new StandingParts();

  constructor(onClick) {
    const cells = this.#parts.contents.map((content, index) => element('span', { class: `cell cell-${index}` }, content));
    this.root = element('button', { class: 'pinned', type: 'button', hidden: true, onclick: onClick }, cells);
  }

  /** Null hides it. `edge` is `top` or `bottom`; `below` is the height of the table's head. */
  show(row, options, edge, below) {
    this.root.hidden = !row;
    if (row) {
      this.root.dataset.edge = edge;
      this.root.style.insetBlockStart = edge === 'top' ? `${below}px` : 'auto';
      this.#parts.show(row, options);
      setAttribute(this.root, 'title', edge === 'top' ? 'Further up. Go there.' : 'Further down. Go there.');
    }
  }
}
