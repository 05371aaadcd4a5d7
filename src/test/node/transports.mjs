// Popular clients with a common interface: `ws` uses graphql-ws, `sse` uses graphql-sse, and `single` uses graphql-sse with one
// connection for all operations.
import { createClient as overStream } from 'graphql-sse';
import { createClient as overSocket } from 'graphql-ws';
import WebSocket from 'ws';

const PATIENCE = 20_000;

/** A client of the transport at this address, which retries at once. The transport determines how headers are sent. */
export function connect(transport, url, headers, retries = 0, more = {}) {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
  return transport === 'ws'
    ? overSocket({
        url: url.replace(/^http/, 'ws'),
        connectionParams: headers,
        webSocketImpl: WebSocket,
        retryAttempts: retries,
        retryWait: wait,
        ...more,
      })
    : overStream({
        url,
        // The client adds its token to them.
        headers: { ...headers },
        singleConnection: transport === 'single',
        retryAttempts: retries,
        retry: wait,
        ...more,
      });
}

/** A client of graphql-ws that sends headers with the upgrade, which browsers cannot. */
export function connectWithHeaders(url, headers, connectionParams) {
  class Socket extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols, { headers });
    }
  }
  return overSocket({ url: url.replace(/^http/, 'ws'), connectionParams, webSocketImpl: Socket, retryAttempts: 0 });
}

/** A running operation: its results so far, and methods that wait for more. */
export class Following {
  results = [];
  failure = null;
  ended = false;
  #taken = 0;
  #wake = () => {};

  constructor(client, query, variables = {}) {
    this.request = { query, variables };
    this.cancel = client.subscribe(this.request, {
      next: (result) => this.#happened(() => this.results.push(result)),
      error: (failure) => this.#happened(() => (this.failure = failure)),
      complete: () => this.#happened(() => (this.ended = true)),
    });
  }

  /** Waits for the next value of the root field `name`. */
  async next(name) {
    await this.#until(() => this.results.length > this.#taken || this.failure || this.ended, name);
    const result = this.results[this.#taken++];
    if (!result || result.errors) {
      throw new Error(`no ${name} but ${JSON.stringify({ result, failure: readable(this.failure), ended: this.ended })}`);
    }
    return result.data[name];
  }

  /** Waits until the operation ends. Returns the codes of its errors, or the code with which the connection was closed. */
  async end() {
    await this.#until(() => this.failure || this.ended, 'end');
    const errors = this.results.flatMap((result) => result.errors ?? []);
    const all = Array.isArray(this.failure) ? [...errors, ...this.failure] : errors;
    if (this.failure && !Array.isArray(this.failure)) {
      return [this.failure.code ?? this.failure.response?.status ?? String(this.failure)];
    }
    return all.map((error) => error.extensions?.code ?? error.message);
  }

  #happened(change) {
    change();
    this.#wake();
  }

  async #until(ready, what) {
    const limit = Date.now() + PATIENCE;
    while (!ready()) {
      if (Date.now() > limit) {
        throw new Error(`no ${what} in time, but ${JSON.stringify(this.results)}`);
      }
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  }
}

/** The errors, or the code and reason of a closed connection. */
function readable(failure) {
  return Array.isArray(failure) ? failure : failure && `${failure.code ?? ''} ${failure.message ?? failure.reason}`;
}
