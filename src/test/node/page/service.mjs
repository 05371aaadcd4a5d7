// Calls the service as the page's operator does: with the key, over HTTP.

/** A function that runs a GraphQL document with the key, in an app, and fails if the response or a payload has errors. */
export function serviceOf(base, key) {
  return async function ask(query, variables = {}, app = null) {
    const path = app ? `/apps/${app}/graphql` : '/graphql';
    const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
    const response = await fetch(new URL(path, base), { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors = [] } = await response.json();
    const failures = [...errors, ...Object.values(data ?? {}).flatMap((payload) => payload?.errors ?? [])];
    if (failures.length) {
      throw new Error(`${query.slice(0, 60)}: ${JSON.stringify(failures).slice(0, 600)}`);
    }
    return data;
  };
}

/** Waits until a condition is true. Returns whether it was in time. */
export async function until(condition, patience = 15_000) {
  const end = Date.now() + patience;
  for (;;) {
    if (await condition()) {
      return true;
    }
    if (Date.now() > end) {
      return false;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
}
