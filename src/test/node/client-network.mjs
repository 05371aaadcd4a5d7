// A network for client.mjs that fails on demand: a WebSocket that a test can observe, silence and close, and an HTTP proxy that
// loses responses or refuses requests.
import { createServer } from 'node:http';
import WebSocket from 'ws';

/** A constructor of WebSockets, with what they have sent and received. */
export function observedSockets() {
  const log = { sent: [], received: [], open: [], muted: false, change: (message) => message };

  class Observed {
    #inner;
    #muted = false;

    constructor(url, protocol) {
      this.#inner = new WebSocket(url, protocol);
      this.#inner.onopen = (event) => this.onopen?.(event);
      this.#inner.onerror = (event) => this.onerror?.(event);
      this.#inner.onclose = (event) => this.#muted || this.onclose?.(event);
      this.#inner.onmessage = ({ data }) => this.#receive(JSON.parse(data));
      log.open.push(this);
    }

    get readyState() {
      return this.#inner.readyState;
    }

    send(data) {
      log.sent.push(JSON.parse(data));
      if (!this.#muted) {
        this.#inner.send(data);
      }
    }

    close() {
      this.#inner.close();
    }

    /** Nothing arrives any more in either direction, as if the network were gone without a close message. */
    mute() {
      this.#muted = true;
    }

    /** Closes as the service does when a token has expired. */
    expire() {
      this.#muted = true;
      this.#inner.close();
      this.onclose?.({ code: 4403, reason: 'The token has expired.' });
    }

    ping() {
      this.onmessage?.({ data: '{"type":"ping"}' });
    }

    #receive(message) {
      if (!this.#muted) {
        log.received.push(message);
        this.onmessage?.({ data: JSON.stringify(log.change(structuredClone(message))) });
      }
    }
  }
  return { WebSocket: Observed, log };
}

/**
 * Listens on a new port, and forwards requests. `plan` has what happens to the next ones: `lose` forwards the request and drops
 * the connection instead of the response, `drop` does not forward it, and a number is the status of a refusal.
 */
export async function openFlakyProxy(url) {
  const plan = [];
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const step = plan.shift();
    requests.push({ at: Date.now(), body: JSON.parse(Buffer.concat(chunks).toString()) });
    if (step === 'drop') {
      request.socket.destroy();
    } else if (typeof step === 'number') {
      response.writeHead(step, { 'Retry-After': '1', 'Content-Type': 'text/html' }).end('<h1>Not now</h1>');
    } else {
      const headers = { 'Content-Type': 'application/json', Authorization: request.headers.authorization ?? '' };
      const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
      const text = await answer.text();
      if (step === 'lose') {
        request.socket.destroy();
      } else {
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
      }
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    plan,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
