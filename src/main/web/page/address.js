// What the page shows, as the query string of its address. The back button works because each step is an entry of the history.

const GROUP = 'group.';
const NAMES = ['board', 'window', 'period', 'scope', 'me', 'friends'];

/** The state of the page in its address. Emits `change` after each step, also by the back button. */
export class Address extends EventTarget {
  constructor() {
    super();
    addEventListener('popstate', () => this.dispatchEvent(new Event('change')));
  }

  /** `{board, window, period, scope, me, friends, group}`; each is null if the address does not have it. */
  get state() {
    const parameters = new URLSearchParams(location.search);
    const state = Object.fromEntries(NAMES.map((name) => [name, parameters.get(name) || null]));
    const values = [...parameters].filter(([name, value]) => name.startsWith(GROUP) && value);
    state.group = values.length ? Object.fromEntries(values.map(([name, value]) => [name.slice(GROUP.length), value])) : null;
    state.friends = state.friends ? state.friends.split(',').map((id) => id.trim()).filter(Boolean) : null;
    return state;
  }

  /** The address after these changes; null removes a parameter. */
  after(changes) {
    const parameters = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (name === 'group') {
        [...parameters.keys()].filter((key) => key.startsWith(GROUP)).forEach((key) => parameters.delete(key));
        Object.entries(value ?? {}).forEach(([attribute, part]) => parameters.set(GROUP + attribute, part));
      } else if (value === null || value === undefined) {
        parameters.delete(name);
      } else {
        parameters.set(name, value);
      }
    }
    const query = parameters.toString();
    return location.pathname + (query ? `?${query}` : '');
  }

  /** Goes to the changed address. */
  go(changes) {
    const next = this.after(changes);
    if (next !== location.pathname + location.search) {
      history.pushState(null, '', next);
      this.dispatchEvent(new Event('change'));
    }
  }

  /** A parameter that the page only reads, such as `dir` and `lang`. */
  parameter(name) {
    return new URLSearchParams(location.search).get(name);
  }

  /** Key of the app that the path names, as in `/apps/{key}/`. Null for the default app. */
  get app() {
    const [, key] = /^\/apps\/([^/]+)/.exec(location.pathname) ?? [];
    return key ? decodeURIComponent(key) : null;
  }

  /** Address of GraphQL for the app of this page. */
  get graphql() {
    return this.app ? `/apps/${encodeURIComponent(this.app)}/graphql` : '/graphql';
  }
}
