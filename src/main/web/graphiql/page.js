'use strict';

// A tab for each of the first example operations; a list of all others, by feature, in the sidebar. A key is asked for where one
// is needed, and stays in memory.
(async () => {
  const root = document.getElementById('graphiql');
  const keyNeeded = root.dataset.key === 'needed';
  const headers = keyNeeded ? '{\n  "Authorization": "Bearer "\n}' : null;
  const response = await fetch('/graphiql/operations.json');
  const operations = response.ok ? await response.json() : [];
  const tabs = operations
    .filter(({ feature }) => feature === '')
    .map((operation) => ({ query: operation.text, variables: null, headers }));
  ReactDOM.createRoot(root).render(
    React.createElement(GraphiQL, {
      // Subscriptions send what the Headers pane says as connection_init: a page cannot give a socket headers.
      fetcher: GraphiQL.createFetcher({
        url: '/graphql',
        subscriptionUrl: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      }),
      storage: withoutHeaders(window.localStorage),
      defaultTabs: tabs.length > 0 ? tabs : undefined,
      defaultHeaders: headers ?? undefined,
      defaultEditorToolsVisibility: keyNeeded ? 'headers' : undefined,
      plugins: [examples(operations.filter(({ feature }) => feature !== ''))],
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
    }),
  );
})();

/** A plugin of GraphiQL that lists operations by feature. A click opens one in a new tab. */
function examples(operations) {
  const element = React.createElement;
  const features = new Map();
  operations.forEach((one) => features.set(one.feature, [...(features.get(one.feature) ?? []), one]));
  const nameOf = (text) => /^(?:query|mutation|subscription) (\w+)/m.exec(text)?.[1] ?? 'Unnamed';
  const Example = ({ text }) => {
    const { addTab, queryEditor, headerEditor } = GraphiQL.React.useEditorContext({ nonNull: true });
    const open = () => {
      const key = headerEditor?.getValue();
      addTab();
      // The editors take the new tab's own texts first.
      setTimeout(() => {
        queryEditor.setValue(text);
        headerEditor?.setValue(key);
      });
    };
    const title = text.startsWith('#') ? text.slice(2, text.indexOf('\n')) : undefined;
    return element('li', null, element('button', { type: 'button', className: 'example', title, onClick: open }, nameOf(text)));
  };
  const section = ([feature, list]) =>
    element(
      'section',
      { key: feature },
      element('h2', { className: 'example-feature' }, feature),
      element('ul', { className: 'examples' }, list.map(({ text }) => element(Example, { key: text, text }))),
    );
  return {
    title: 'Examples',
    icon: () =>
      element(
        'svg',
        { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 },
        element('path', { d: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01', strokeLinecap: 'round' }),
      ),
    content: () => element('div', { className: 'example-list' }, [...features].map(section)),
  };
}

/** Names of what GraphiQL stores about tabs and queries, each with its headers, even if it is configured to keep none. */
const WITH_HEADERS = /:(tabState|queries|favorites)$/;

function withoutHeaders(storage) {
  return {
    get length() {
      return storage.length;
    },
    getItem: (name) => storage.getItem(name),
    removeItem: (name) => storage.removeItem(name),
    clear: () => storage.clear(),
    setItem: (name, value) => {
      if (!name.endsWith(':headers')) {
        storage.setItem(name, WITH_HEADERS.test(name) ? stripped(value) : value);
      }
    },
  };
}

/** The headers become null: GraphiQL discards all tabs if one has none. */
function stripped(value) {
  try {
    const parsed = JSON.parse(value);
    return JSON.stringify(parsed, (name, part) => (name === 'headers' ? null : part));
  } catch {
    return value;
  }
}
