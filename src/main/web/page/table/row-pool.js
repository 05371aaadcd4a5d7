// Which element shows which row, and where rows have gone.

import { StandingRow } from './standing-row.js';

const REACH = 50;

/** The elements of a table's visible rows. An element stays with its standing while that is visible. */
export class RowPool {
  #rows = [];
  #parent;

  constructor(parent) {
    this.#parent = parent;
  }

  /** Elements that show a standing. */
  get shown() {
    return this.#rows.filter(({ position }) => position);
  }

  /** Shows the positions of a source. `show(element, row)` is called for each; row is undefined if it has not been read. */
  assign(source, from, to, show) {
    const free = new Set(this.#rows);
    const byId = new Map(this.#rows.filter(({ id }) => id).map((view) => [view.id, view]));
    const seen = new Set();
    const planned = [];
    for (let position = from; position <= to; position++) {
      const row = source.row(position);
      // A page that is older than the live rows may still have a participant that has moved.
      const data = row && !seen.has(row.id) ? row : undefined;
      const view = data && byId.get(data.id);
      seen.add(data?.id);
      free.delete(view);
      planned.push({ position, data, view });
    }
    const idle = [...free];
    for (const { position, data, view } of planned) {
      show(view ?? idle.pop() ?? this.#create(), position, data);
    }
    idle.forEach((view) => view.hide());
  }

  /** Brings the elements into the order of their rows, which screen readers follow. */
  sort() {
    const ordered = this.shown.sort((one, other) => one.position - other.position);
    const present = [...this.#parent.children].filter(({ hidden }) => !hidden);
    if (ordered.some(({ root }, index) => root !== present[index])) {
      this.#parent.append(...ordered.map(({ root }) => root));
    }
  }

  #create() {
    const row = new StandingRow();
    this.#rows.push(row);
    this.#parent.append(row.root);
    return row;
  }
}

/** Present positions by ID of the rows near the visible ones. */
export function positionsNear(source, { first, last }) {
  const reach = last - first + REACH;
  const positions = new Map();
  for (let position = Math.max(1, first - reach); position <= last + reach; position++) {
    const row = source.row(position);
    if (row && !positions.has(row.id)) {
      positions.set(row.id, position);
    }
  }
  return positions;
}

/** The number of places by which most of the rows have moved: the median, so that a row that jumps away does not matter. */
export function commonShift(before, positions) {
  const shifts = before.filter(({ id }) => positions.has(id)).map(({ id, position }) => positions.get(id) - position);
  return shifts.sort((one, other) => one - other)[Math.floor(shifts.length / 2)] ?? 0;
}
