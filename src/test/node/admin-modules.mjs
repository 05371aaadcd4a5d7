// Modules of the administration by themselves, in the page, with responses as a check wants.
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

/** A service with more apps than a page has, and one that fails to list them. */
async function apps({ page }) {
  const seen = await page.evaluate(sessions);
  assert.deepEqual(seen, { all: 'app-1,app-2,app-3', bound: 'own', failure: 'INVALID_CURSOR' });
  return seen;
}

/** Runs in the page: the apps of sessions, by the responses to the list of apps. */
async function sessions() {
  const { Api } = await import('/web/admin/api.js');
  const { fetch: own } = window;
  const open = async (respond) => {
    window.fetch = async (address, { body }) => {
      const { query, variables } = JSON.parse(body);
      const app = { key: 'own', name: 'Own' };
      const response = query.includes('AdminApps') ? respond(variables) : { data: { apiKeys: { nodes: [] }, app } };
      return new Response(JSON.stringify(response), { headers: { 'Content-Type': 'application/json' } });
    };
    const session = await Api.session(null, null, () => {});
    session.api.close();
    return session.apps.map(({ key }) => key).join();
  };
  const failed = (code) => ({ errors: [{ message: 'No.', extensions: { code } }] });
  const listed = ({ after }) => {
    const number = Number(after ?? 0) + 1;
    const pageInfo = { hasNextPage: number < 3, endCursor: String(number) };
    return { data: { apps: { nodes: [{ key: `app-${number}`, name: 'App' }], pageInfo } } };
  };
  try {
    return {
      all: await open(listed),
      bound: await open(() => failed('FORBIDDEN')),
      failure: await open(() => failed('INVALID_CURSOR')).catch(({ code }) => code),
    };
  } finally {
    window.fetch = own;
  }
}

export const acts = { table, apps };
