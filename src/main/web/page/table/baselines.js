// The earlier ranks that movements are computed from.

const KEPT = 5_000;

/** Earlier ranks by the ID of a standing. The oldest are forgotten, so that a long visit needs no more memory. */
export class Baselines {
  /** `previous`: ranks in the window before. `opened`: the first rank that this page has seen. */
  kind = 'opened';
  #ranks = new Map();

  /** Remembers rows of a page, which have their rank in the window before if there is one. */
  learn(rows, allTime = false) {
    if (this.kind === 'opened' && !allTime && rows.some(({ movement }) => movement)) {
      this.kind = 'previous';
      this.#ranks.clear();
    }
    for (const { id, rank, movement } of rows) {
      if (this.kind === 'previous') {
        this.#keep(id, movement?.previousRank ?? null);
      } else if (!this.#ranks.has(id)) {
        this.#keep(id, rank);
      }
    }
  }

  /** Whether the movement of the row is known. If not, a page with it has to be read. */
  knows({ id }) {
    return this.#ranks.has(id);
  }

  /** `{change}` with the ranks gained; `{isNew: true}` if there was no rank before; null if it is not known. */
  movement({ id, rank }) {
    const before = this.#ranks.get(id);
    if (before === undefined) {
      return null;
    }
    return before === null ? { isNew: true, change: 0 } : { isNew: false, change: before - rank };
  }

  #keep(id, rank) {
    this.#ranks.delete(id);
    this.#ranks.set(id, rank);
    if (this.#ranks.size > KEPT) {
      this.#ranks.delete(this.#ranks.keys().next().value);
    }
  }
}
