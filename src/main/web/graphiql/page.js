'use strict';

// One tab for each example operation. Headers, and a key in them, stay in memory: nothing here stores them.
(async () => {
  const root = document.getElementById('graphiql');
  const response = await fetch('/graphiql/operations.json');
  const operations = response.ok ? await response.json() : [];
  const tabs = operations.map((operation) => ({ query: operation.text, variables: null, headers: null }));
  ReactDOM.createRoot(root).render(
    React.createElement(GraphiQL, {
      fetcher: GraphiQL.createFetcher({ url: '/graphql' }),
      defaultTabs: tabs.length > 0 ? tabs : undefined,
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
    }),
  );
})();
