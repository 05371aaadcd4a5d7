// The service as the sections see it: queries, and acts that throw their errors.
import { createClient } from '/laurel-client.js';

/** Whether the caller is an administrator, and the app in which it acts. */
const SESSION = /* GraphQL */ `
  query AdminSession {
    apiKeys(first: 1) { nodes { id } }
    app { key name }
  }
`;

/** All apps, for callers that are not bound to one. */
const APPS = /* GraphQL */ `
  query AdminApps($first: Int = 200, $after: String) {
    apps(first: $first, after: $after) {
      nodes { key name }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** The errors of a mutation: each has `code`, `message` and `path`. */
export class ActError extends Error {
  constructor(errors) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

export class Api {
  #client;
  #onSignedOut;
  #key;
  #app;

  constructor(key, app, onSignedOut) {
    this.#key = key;
    this.#app = app;
    this.#onSignedOut = onSignedOut;
    this.#client = createClient({ url: '/graphql', app: app ?? undefined, token: key ?? undefined });
  }

  /** A session with the key, or without one if the service needs none. Rejects if the caller is no administrator. */
  static async session(key, app, onSignedOut) {
    let ready = false;
    const api = new Api(key, app, (error) => ready && onSignedOut(error));
    const { app: own } = await api.query(SESSION);
    const apps = await api.#apps(own);
    ready = true;
    return { api, app: own.key, apps, key };
  }

  /** All apps, or the own one of a caller that is bound to it. */
  async #apps(own) {
    const found = [];
    let after = null;
    try {
      do {
        const { apps } = await this.query(APPS, { after });
        found.push(...apps.nodes);
        after = apps.pageInfo.hasNextPage ? apps.pageInfo.endCursor : null;
      } while (after);
    } catch (error) {
      if (error.code !== 'FORBIDDEN') {
        throw error;
      }
      return [own];
    }
    return found;
  }

  async query(document, variables = {}, options = {}) {
    return this.#watched(() => this.#client.query(document, variables, options));
  }

  /** The payload of a mutation. Throws an ActError if it has errors. */
  async act(document, variables = {}) {
    const data = await this.#watched(() => this.#client.mutate(document, variables));
    const [payload] = Object.values(data);
    if (payload.errors.length > 0) {
      throw new ActError(payload.errors);
    }
    return payload;
  }

  /** The metrics of the node that responds, in the format of Prometheus. */
  async metrics() {
    const headers = { ...(this.#key && { Authorization: `Bearer ${this.#key}` }), ...(this.#app && { 'Laurel-App': this.#app }) };
    const response = await fetch('/prometheus', { headers, credentials: 'omit' });
    if (!response.ok) {
      throw new Error(`The metrics have the status ${response.status}.`);
    }
    return response.text();
  }

  close() {
    this.#client.close();
  }

  async #watched(request) {
    try {
      return await request();
    } catch (error) {
      if (error.code === 'UNAUTHENTICATED') {
        this.#onSignedOut(error);
        this.#onSignedOut = () => {}; // Requests that fail together sign out once.
      }
      throw error;
    }
  }
}
