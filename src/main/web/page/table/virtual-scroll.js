// The arithmetic of a long list in a scroll area that is shorter than the list, because browsers limit the height of elements.
// The `top` is in pixels of the list, `scrollTop` in pixels of the scroll area.

const MAX_HEIGHT = 8_000_000;
const EDGE = 20_000;

/**
 * Small steps (wheel, keys, touch) move the list pixel by pixel; large ones (the thumb of the scroll bar) move it in proportion.
 * The first and last pixels of both are always the same, so that the ends can be reached by small steps. After a while without
 * steps, `settle` puts the thumb where it belongs.
 */
export class VirtualScroll {
  count = 0;
  rowHeight = 1;
  viewport = 0;
  top = 0;
  scrollTop = 0;

  constructor(maxHeight = MAX_HEIGHT) {
    this.maxHeight = maxHeight;
  }

  /** Height of the list. */
  get total() {
    return this.count * this.rowHeight;
  }

  /** Height of the scroll area. */
  get height() {
    return Math.min(this.total, this.maxHeight);
  }

  get #maxTop() {
    return Math.max(0, this.total - this.viewport);
  }

  get #maxScroll() {
    return Math.max(0, this.height - this.viewport);
  }

  /** Difference of a place in the list and its place in the scroll area. */
  get offset() {
    return this.top - this.scrollTop;
  }

  /** Sizes have changed. Returns the `scrollTop` that the area must have. */
  resize({ count = this.count, rowHeight = this.rowHeight, viewport = this.viewport }) {
    const row = this.top / this.rowHeight;
    Object.assign(this, { count, rowHeight, viewport });
    return this.moveTo(row * rowHeight);
  }

  /** The area was scrolled by the reader. */
  scrolled(scrollTop) {
    const step = scrollTop - this.scrollTop;
    this.scrollTop = scrollTop;
    if (this.total === this.height || scrollTop <= 0 || scrollTop >= this.#maxScroll || Math.abs(step) > 2 * this.viewport) {
      this.top = this.topOf(scrollTop);
    } else {
      this.top = clamp(this.top + step, 0, this.#maxTop);
    }
  }

  /** Moves the list. Returns the `scrollTop` that the area must have. */
  moveTo(top) {
    this.top = clamp(top, 0, this.#maxTop);
    this.scrollTop = this.scrollTopOf(this.top);
    return this.scrollTop;
  }

  /** Place in the list for a place of the thumb. */
  topOf(scrollTop) {
    return between(clamp(scrollTop, 0, this.#maxScroll), this.#maxScroll, this.#maxTop);
  }

  /** Place of the thumb for a place in the list, in whole pixels as browsers have them. */
  scrollTopOf(top) {
    return Math.round(between(top, this.#maxTop, this.#maxScroll));
  }

  /** Positions that are visible, starting at 1: the first, and the last, at least partly. */
  get visible() {
    const first = Math.floor(this.top / this.rowHeight) + 1;
    const last = Math.min(this.count, Math.ceil((this.top + this.viewport) / this.rowHeight));
    return { first, last };
  }

  /** Place of a position in the scroll area. */
  placeOf(position) {
    return (position - 1) * this.rowHeight - this.offset;
  }
}

/** Maps 0..max to 0..other: equal at both ends, proportional in the middle. */
function between(value, max, other) {
  const edge = Math.min(EDGE, max / 2, other / 2);
  if (max === other || value <= edge) {
    return value;
  }
  if (value >= max - edge) {
    return other - (max - value);
  }
  return edge + ((value - edge) * (other - 2 * edge)) / (max - 2 * edge);
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
