// A table whose pages are read from the service.
import { button, element, uniqueId } from './dom.js';

/**
 * `columns` are `{name, cell(row)}`; a cell is text or an element. `load({first, after})` returns `{nodes, pageInfo}`.
 * `actions(row)` returns `{label, run(row), danger}`; `rowName(row)` completes their names, such as `Revoke build server`.
 */
export class Table {
  #columns;
  #load;
  #actions;
  #rowName;
  #empty;
  #first;
  #cursors = [null];
  #request = 0;
  #turning = false;

  constructor({ caption, columns, load, actions = null, rowName = () => '', empty = 'Nothing here.', first = 20 }) {
    this.#columns = actions ? [...columns, { name: 'Actions', cell: (row) => this.#buttons(row) }] : columns;
    this.#load = load;
    this.#actions = actions;
    this.#rowName = rowName;
    this.#empty = empty;
    this.#first = first;
    this.body = element('tbody', { role: 'rowgroup' });
    const heads = this.#columns.map(({ name }) => element('th', { scope: 'col', role: 'columnheader' }, name));
    const head = element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, heads));
    const id = uniqueId('table');
    this.caption = element('h2', { id, tabindex: -1 }, caption);
    this.table = element('table', { role: 'table', 'aria-labelledby': id, hidden: true }, head, this.body);
    this.message = element('p', { class: 'message', role: 'status' });
    this.previous = button('Previous page', () => this.#turn(-1), { class: 'quiet' });
    this.next = button('Next page', () => this.#turn(1), { class: 'quiet' });
    this.page = element('span', { class: 'detail' });
    this.pages = element(
      'nav',
      { class: 'pages', 'aria-label': `Pages of ${caption}`, hidden: true },
      this.previous,
      this.page,
      this.next,
    );
    this.element = element(
      'section',
      { class: 'table', 'aria-labelledby': id },
      this.caption,
      this.table,
      this.message,
      this.pages,
    );
    this.rows = [];
  }

  /** Reads the first page, for example after a filter has changed. */
  reset() {
    this.#cursors = [null];
    this.rows = []; // Rows of another filter do not stay if the read fails.
    return this.refresh();
  }

  /**
   * Reads the present page again, and returns whether that was possible. The focus stays on the same part of the same row, if
   * that is still there.
   */
  async refresh() {
    const request = ++this.#request;
    this.table.setAttribute('aria-busy', 'true');
    if (this.rows.length === 0) {
      this.message.textContent = 'Loading ...';
    }
    try {
      const { nodes, pageInfo } = await this.#load({ first: this.#first, after: this.#cursors.at(-1) });
      if (request === this.#request) {
        this.#show(nodes, pageInfo);
      }
    } catch (error) {
      if (request === this.#request) {
        this.#fail(error.message);
        return false;
      }
    }
    return true;
  }

  #show(nodes, pageInfo, failure = null) {
    if (nodes.length === 0 && this.#cursors.length > 1 && !failure) {
      this.#cursors.pop(); // The last row of the last page is gone.
      this.refresh();
      return;
    }
    const focused = this.body.contains(document.activeElement) ? document.activeElement : null;
    const id = focused?.closest('tr').dataset.id;
    this.rows = nodes;
    this.#showRows();
    this.table.removeAttribute('aria-busy');
    this.table.hidden = nodes.length === 0;
    this.message.textContent = failure ?? (nodes.length === 0 ? this.#empty : '');
    this.message.classList.toggle('failure', failure !== null);
    this.#cursors = [...this.#cursors, pageInfo?.hasNextPage ? pageInfo.endCursor : null];
    const next = this.#cursors.pop();
    this.after = next;
    this.pages.hidden = !next && this.#cursors.length === 1;
    this.previous.disabled = this.#cursors.length === 1;
    this.next.disabled = !next;
    this.page.textContent = `Page ${this.#cursors.length}`;
    if (focused && !this.body.contains(focused)) {
      const row = [...this.body.children].find((one) => one.dataset.id === id);
      const parts = [...(row?.querySelectorAll(focused.localName) ?? [])];
      (parts.find((one) => one.dataset.action === focused.dataset.action) ?? this.caption).focus();
    }
  }

  /** Rows that look the same stay, with the focus, the selection and the scroll position of the reader. */
  #showRows() {
    const before = new Map([...this.body.children].map((row) => [row.dataset.id, row]));
    const rows = this.rows.map((one) => {
      const row = this.#row(one);
      const old = row.dataset.id && before.get(row.dataset.id);
      const isOpen = Boolean(old?.querySelector('details[open]'));
      row.querySelectorAll('details').forEach((details) => (details.open = isOpen));
      return old?.isEqualNode(row) ? old : row;
    });
    [...this.body.children].filter((row) => !rows.includes(row)).forEach((row) => row.remove());
    rows.forEach((row, index) => {
      const present = this.body.children[index];
      if (row !== present) {
        this.body.insertBefore(row, present ?? null);
      }
    });
  }

  /** Rows that are shown stay. */
  #fail(message) {
    if (this.rows.length === 0) {
      this.#show([], null, message);
      return;
    }
    this.table.removeAttribute('aria-busy');
    this.message.textContent = message;
    this.message.classList.add('failure');
  }

  async #turn(step) {
    if (this.#turning) {
      return; // The next page is not there yet, nor the place after it.
    }
    const before = [...this.#cursors];
    this.#turning = true;
    if (step > 0) {
      this.#cursors.push(this.after);
    } else {
      this.#cursors.pop();
    }
    if (await this.refresh()) {
      this.caption.focus();
    } else {
      this.#cursors = before;
    }
    this.#turning = false;
  }

  #row(row) {
    const cells = this.#columns.map(({ name, cell }, index) => {
      const attributes = { 'data-name': name, role: index === 0 ? 'rowheader' : 'cell', ...(index === 0 && { scope: 'row' }) };
      return element(index === 0 ? 'th' : 'td', attributes, element('div', {}, cell(row) ?? '–'));
    });
    return element('tr', { role: 'row', 'data-id': row.id }, cells);
  }

  #buttons(row) {
    const name = this.#rowName(row);
    const present = () => this.rows.find(({ id }) => id === row.id) ?? row; // What has changed may not be visible.
    return element(
      'div',
      { class: 'actions' },
      this.#actions(row).map(({ label, run, danger, href }) => {
        const attributes = {
          'aria-label': `${label} ${name}`.trim(),
          'data-action': label,
          class: danger ? 'small danger' : 'small',
        };
        return href ? element('a', { ...attributes, href }, label) : button(label, () => run(present()), attributes);
      }),
    );
  }
}
