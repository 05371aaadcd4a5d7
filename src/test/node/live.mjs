// Subscribes with popular client libraries, and prints one line of JSON for each case: {"name", "failed"}.
// Arguments: the transport (ws, sse or single), its address, the addresses of GraphQL over HTTP and of the metrics, and a key.
import assert from 'node:assert/strict';
import { rankings } from './live-rankings.mjs';
import { openProxy } from './proxy.mjs';
import { Following, connect, connectWithHeaders } from './transports.mjs';

const [transport, url, graphql, metrics, key] = process.argv.slice(2);
/** Prefix of all keys: runs with other transports use the same service. */
const prefix = transport + new URL(url).pathname.replaceAll('/', '-');
const headers = { Authorization: `Bearer ${key}` };
const UNAUTHORIZED = { ws: 4403, sse: 401, single: 401 }[transport];

/** Returns the data of a query or a mutation over HTTP. */
async function ask(query, variables = {}) {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

/** Reads the body until it matches, and returns that part. */
async function read(body, wanted) {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (wanted.test(text)) {
      break;
    }
  }
  assert.match(text, wanted);
  return text;
}

let boards = 0;
async function createBoard() {
  const board = `${prefix}-${++boards}`;
  const { createLeaderboard } = await ask(
    'mutation ($key: String!) { createLeaderboard(input: {key: $key, updateMode: REPLACE}) { __typename } }',
    { key: board },
  );
  assert.equal(createLeaderboard.__typename, 'CreateLeaderboardPayload');
  return board;
}

/** Archives and unarchives a leaderboard, which emits events. */
async function archive(board, times = 1) {
  for (let i = 0; i < times; i++) {
    await ask(
      `mutation ($key: String!) { archiveLeaderboard(input: {leaderboardKey: $key}) { __typename }
        unarchiveLeaderboard(input: {leaderboardKey: $key}) { __typename } }`,
      { key: board },
    );
  }
}

/** The cursor of the last event so far. A subscription after it receives every later event, even if it starts late. */
async function lastCursor(board) {
  await archive(board);
  const { events } = await ask('{ events(first: 1000) { pageInfo { endCursor } } }');
  return events.pageInfo.endCursor;
}

const EVENTS = `subscription ($board: String!, $after: String) {
  eventOccurred(filter: {leaderboardKeys: [$board]}, after: $after) {
    cursor node { eventType ... on LeaderboardArchivedEvent { leaderboard { key } } } } }`;

/** The cursors of the next events. */
async function take(following, count) {
  const events = [];
  while (events.length < count) {
    events.push(await following.next('eventOccurred'));
  }
  return events.map(({ cursor }) => cursor);
}

async function gauge(name) {
  const text = await (await fetch(metrics, { headers })).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `) || candidate.startsWith(`${name}{`));
  return line && Number(line.split(' ').at(-1));
}

/** Polls until the gauge has this value. */
async function waitForGauge(name, value) {
  const limit = Date.now() + 60_000;
  while ((await gauge(name)) !== value) {
    assert.ok(Date.now() < limit, `${name} stays ${await gauge(name)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const cases = {
  async 'answers a query once, then completes'(client) {
    const query = new Following(client, '{ __typename }');
    await query.end();
    assert.deepEqual(query.results.map(({ data }) => ({ data })), [{ data: { __typename: 'Query' } }]);
  },

  async 'runs a mutation once'(client) {
    const board = `${prefix}-made`;
    const create = `mutation { createLeaderboard(input: {key: "${board}"}) { leaderboard { key } } }`;
    const mutation = new Following(client, create);
    await mutation.end();
    const made = mutation.results.map(({ data }) => data);
    assert.deepEqual(made, [{ createLeaderboard: { leaderboard: { key: board } } }]);
    assert.equal((await ask(`{ leaderboard(key: "${board}") { key } }`)).leaderboard.key, board);
  },

  async 'sends an event to all subscribers'(client) {
    const board = await createBoard();
    const after = await lastCursor(board);
    const both = [1, 2].map(() => new Following(client, EVENTS, { board, after }));
    await archive(board);
    for (const following of both) {
      const { node } = await following.next('eventOccurred');
      assert.deepEqual(node, { eventType: 'LEADERBOARD_ARCHIVED', leaderboard: { key: board } });
    }
    both.forEach((following) => following.cancel());
  },

  async 'ends a subscription on the server when the client cancels it'(client) {
    const board = await createBoard();
    const following = new Following(client, EVENTS, { board, after: await lastCursor(board) });
    await archive(board);
    await following.next('eventOccurred');
    assert.equal(await gauge('laurel_live_subscriptions'), 1);
    following.cancel();
    await waitForGauge('laurel_live_subscriptions', 0);
    await archive(board);
    assert.equal(following.results.length, 1);
  },

  async 'ends invalid operations with error codes and keeps the connection'(client) {
    const board = await createBoard();
    const going = new Following(client, EVENTS, { board, after: await lastCursor(board) });
    for (const [query, code] of [
      ['subscription { eventOccurred(after: "nonsense") { cursor } }', 'INVALID_CURSOR'],
      ['subscription { eventOccurred(filter: {leaderboardKeys: ["no-such"]}) { cursor } }', 'LEADERBOARD_NOT_FOUND'],
      ['subscription { eventOccurred { nothing } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription {', 'GRAPHQL_PARSE_FAILED'],
    ]) {
      // A single-connection client loses its connection if a request is rejected with an HTTP status.
      const loses = transport === 'single' && code.startsWith('GRAPHQL_');
      const codes = await new Following(loses ? connect(transport, url, headers) : client, query).end();
      // Over SSE an operation that cannot start may be rejected with an HTTP status; the client reports only that status.
      assert.ok([code, ...(transport === 'ws' ? [] : [400])].includes(codes[0]), `${query}: ${codes}`);
    }
    await archive(board);
    await going.next('eventOccurred');
    going.cancel();
  },

  async 'rejects connections without a valid key'() {
    for (const wrong of [{}, { Authorization: 'Bearer a-key-that-is-not-one' }]) {
      const client = connect(transport, url, wrong);
      assert.deepEqual(await new Following(client, '{ __typename }').end(), [UNAUTHORIZED]);
    }
  },

  async 'uses the app of the header'(client) {
    await ask('mutation ($key: String!) { createApp(input: {key: $key}) { __typename } }', { key: `app-${prefix}` });
    const board = await createBoard();
    const other = connect(transport, url, { ...headers, 'Laurel-App': `app-${prefix}` });
    const query = `{ leaderboard(key: "${board}") { key } }`;
    for (const [asked, found] of [[client, { key: board }], [other, null]]) {
      const following = new Following(asked, query);
      await following.end();
      assert.deepEqual(following.results.map(({ data }) => ({ data })), [{ data: { leaderboard: found } }]);
    }
  },

  async 'resumes without gaps after a cursor'(client) {
    const board = await createBoard();
    const first = new Following(client, EVENTS, { board, after: await lastCursor(board) });
    await archive(board);
    const [after] = await take(first, 1);
    first.cancel();
    await archive(board, 3);
    const second = new Following(client, EVENTS, { board, after });
    const missed = await take(second, 3);
    await archive(board);
    missed.push(...(await take(second, 1)));
    assert.equal(new Set([after, ...missed]).size, 5);
    second.cancel();
  },

  async 'resumes without gaps when a client reconnects'() {
    const proxy = await openProxy(url);
    const client = connect(transport, proxy.url, headers, 100);
    const board = await createBoard();
    const following = new Following(client, EVENTS, { board, after: await lastCursor(board) });
    const cursors = [];
    for (let round = 0; round < 3; round++) {
      await archive(board);
      cursors.push(...(await take(following, 1)));
      // Both clients send the same object again when they reconnect.
      following.request.variables.after = cursors.at(-1);
      proxy.cut();
      await archive(board);
      cursors.push(...(await take(following, 1)));
      following.request.variables.after = cursors.at(-1);
    }
    assert.equal(new Set(cursors).size, 6);
    assert.equal(following.results.length, 6);
    following.cancel();
    proxy.close();
  },

  ...rankings({ ask, createBoard }),
};

const only = {
  ws: {
    async 'accepts a key in the header'() {
      const query = new Following(connectWithHeaders(url, headers), '{ __typename }');
      assert.deepEqual(await query.end(), []);
      assert.equal(query.results.length, 1);
    },

    async 'rejects two different keys'() {
      const client = connectWithHeaders(url, headers, { Authorization: 'Bearer another-key-of-some-length' });
      assert.deepEqual(await new Following(client, '{ __typename }').end(), [UNAUTHORIZED]);
    },

    async 'answers pings'() {
      let pongs = 0;
      const client = connect(transport, url, headers, 0, {
        keepAlive: 20,
        on: { pong: (received) => (pongs += received ? 1 : 0) },
      });
      const board = await createBoard();
      const following = new Following(client, EVENTS, { board, after: await lastCursor(board) });
      while (pongs < 3) {
        assert.equal(following.failure, null);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      following.cancel();
    },
  },

  sse: {
    async 'accepts GET requests of EventSource'() {
      const board = await createBoard();
      const variables = JSON.stringify({ board, after: await lastCursor(board) });
      const stopping = new AbortController();
      const { body } = await fetch(`${url}?${new URLSearchParams({ query: EVENTS, variables })}`, {
        headers: { ...headers, Accept: 'text/event-stream' },
        signal: stopping.signal,
      });
      await archive(board);
      const event = /^event: ?next\r?\nid: ?\S+\r?\ndata: ?\{.*LEADERBOARD_ARCHIVED.*\}\r?\n\r?\n/m;
      await read(body, event);
      stopping.abort();
    },

    async 'resumes without gaps when an EventSource reconnects'() {
      const board = await createBoard();
      const variables = JSON.stringify({ board, after: await lastCursor(board) });
      const address = `${url}?${new URLSearchParams({ query: EVENTS, variables })}`;
      const event = /id: ?(\S+)\r?\ndata: ?\{.*?"cursor":"(\S+?)".*\}\r?\n\r?\n/;
      const ids = [];
      await archive(board, 3);
      while (ids.length < 3) {
        const stopping = new AbortController();
        const last = ids.length > 0 && { 'Last-Event-ID': ids.at(-1) };
        const { body } = await fetch(address, {
          headers: { ...headers, ...last, Accept: 'text/event-stream' },
          signal: stopping.signal,
        });
        const [, id, cursor] = event.exec(await read(body, event));
        assert.equal(id, cursor);
        ids.push(id);
        stopping.abort();
      }
      const { events } = await ask(`{ events(first: 1000, filter: {leaderboardKeys: ["${board}"]}) { edges { cursor } } }`);
      const all = events.edges.map(({ cursor }) => cursor);
      assert.deepEqual(ids, all.slice(-3));
    },
  },

  single: {},
};

for (const [name, run] of Object.entries({ ...cases, ...only[transport] })) {
  const client = connect(transport, url, headers);
  let failed = '';
  try {
    await run(client);
    await waitForGauge('laurel_live_subscriptions', 0);
  } catch (error) {
    failed = String(error.stack ?? error);
  }
  await client.dispose();
  console.log(JSON.stringify({ name, failed }));
}
process.exit(0);
