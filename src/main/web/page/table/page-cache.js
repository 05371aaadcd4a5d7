// Pages of rows in memory. Far ones are forgotten.

/** Number of rows of a page. */
export const PAGE = 25;
const KEPT = 60;

/** Index of the page of a position, both of which start at the best. */
export function pageOf(position) {
  return Math.floor((position - 1) / PAGE);
}

/** Pages by index, each `{rows, readAt, failed}`. */
export class PageCache {
  #pages = new Map();

  /** Number of pages in memory. */
  get size() {
    return this.#pages.size;
  }

  get(index) {
    return this.#pages.get(index);
  }

  row(position) {
    return this.#pages.get(pageOf(position))?.rows.get(position);
  }

  /** Keeps a page, and forgets those that are farthest from `middle`. */
  keep(index, rows, middle) {
    this.#pages.set(index, { rows: new Map(rows.map((row) => [row.position, row])), readAt: Date.now(), failed: false });
    while (this.#pages.size > KEPT) {
      const indexes = [...this.#pages.keys()];
      this.#pages.delete(indexes.reduce((far, other) => (Math.abs(other - middle) > Math.abs(far - middle) ? other : far)));
    }
  }

  /** The page could not be read, and is not read again for a while. Rows that are known stay. */
  fail(index, seconds) {
    const readAt = Date.now() + seconds * 1000;
    this.#pages.set(index, { rows: this.#pages.get(index)?.rows ?? new Map(), readAt, failed: true });
  }
}
