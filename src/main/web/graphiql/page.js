'use strict';

// One tab for each example operation. A key is asked for where one is needed, and stays in memory.
(async () => {
  const root = document.getElementById('graphiql');
  const keyNeeded = root.dataset.key === 'needed';
  const headers = keyNeeded ? '{\n  "Authorization": "Bearer "\n}' : null;
  const response = await fetch('/graphiql/operations.json');
  const operations = response.ok ? await response.json() : [];
  const tabs = operations.map((operation) => ({ query: operation.text, variables: null, headers }));
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
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
    }),
  );
})();

// GraphiQL's history keeps the headers of each query even where it is told to keep none.
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
        storage.setItem(name, stripped(value));
      }
    },
  };
}

function stripped(value) {
  try {
    const parsed = JSON.parse(value);
    return JSON.stringify(parsed, (name, part) => (name === 'headers' ? undefined : part));
  } catch {
    return value;
  }
}
