// The table of the administration by itself, in the page, with rows as a check wants.
import assert from 'node:assert/strict';

async function table({ page }) {
  const seen = await page.evaluate(readAgain);
  assert.deepEqual(seen, {
    unchangedRowStays: true,
    rowBeforeIsAdded: true,
    changedRowHasFocus: true,
    changedRowStaysOpen: true,
    actsOnPresentRow: [2],
    focusOfRowThatIsGone: 'Letters',
  });
  return seen;
}

/** Runs in the page: rows that are read again while one of them has the focus. */
async function readAgain() {
  const { Table } = await import('/web/admin/table.js');
  const { element } = await import('/web/admin/dom.js');
  const acted = [];
  let nodes = [1, 2].map((id) => ({ id, text: 'same', version: 1 }));
  const own = new Table({
    caption: 'Letters',
    columns: [{ name: 'Text', cell: ({ text }) => element('details', {}, element('summary', {}, 'More'), text) }],
    actions: () => [{ label: 'Act', run: ({ version }) => acted.push(version) }],
    load: async () => ({ nodes, pageInfo: null }),
  });
  document.querySelector('main').append(own.element);
  const read = (next) => {
    nodes = next;
    return own.refresh();
  };
  const part = (name) => own.body.querySelector(`[data-id="2"] ${name}`);
  await read(nodes);
  const summary = part('summary');
  summary.click();
  summary.focus();
  const isFocused = () => document.activeElement === part('summary');
  await read(nodes);
  const seen = { unchangedRowStays: isFocused() && part('summary') === summary };
  const [first, second] = nodes;
  await read([first, { ...first, id: 3 }, { ...second, version: 2 }]);
  const ids = [...own.body.children].map(({ dataset }) => dataset.id);
  seen.rowBeforeIsAdded = isFocused() && part('summary') === summary && ids.join() === '1,3,2';
  part('button').click();
  seen.actsOnPresentRow = acted;
  summary.focus();
  await read([{ ...second, text: 'other' }]);
  seen.changedRowHasFocus = isFocused();
  seen.changedRowStaysOpen = part('details').open;
  await read([first]);
  seen.focusOfRowThatIsGone = document.activeElement.textContent;
  own.element.remove();
  return seen;
}

export const acts = { table };
