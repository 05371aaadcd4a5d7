// Keeps a leaderboard in the normalized cache of Apollo Client while scores are submitted, connections are cut and the service
// restarts. The cache must end with the results that a client without a cache reads. Prints one line of JSON for each case:
// {"name", "failed"}. Uses Apollo Client because it is common, and because with graphql-ws it sends the original variables of
// a subscription again when it reconnects.
// Arguments: the address of the control of the test (POST /scores?board=, POST /restart; both return the address of the
// service), and a key.
import assert from 'node:assert/strict';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import * as api from './cache-operations.mjs';
import { openProxy } from './proxy.mjs';

// Apollo Client refers to it, and Node 20 does not define it.
globalThis.WebSocket ??= WebSocket;

const [control, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
const PATIENCE = 60_000;
const FIRST = 10;

/** Requests an action of the test, and returns the address of the service after it. */
async function make(what, parameters = {}) {
  const response = await fetch(`${control}/${what}?${new URLSearchParams(parameters)}`, { method: 'POST' });
  assert.equal(response.status, 200);
  return response.text();
}

let service = await make('address');
/** The proxy that subscriptions use. */
const proxy = await openProxy(service);
const open = [];

/** A client configured as in a web page. */
function connect() {
  const socket = createClient({
    url: proxy.url.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 1000,
    // It also retries while the service is unreachable.
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  const isSubscription = ({ query }) => getMainDefinition(query).operation === 'subscription';
  const http = new HttpLink({ uri: () => service, headers });
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(isSubscription, new GraphQLWsLink(socket), http),
  });
  open.push(socket);
  return client;
}

/** Reads the lists without a cache. */
async function fresh(board) {
  const reader = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: () => service, headers }) });
  const { data } = await reader.query({ query: api.TOP, variables: { board, first: FIRST }, fetchPolicy: 'network-only' });
  return data;
}

const plain = (standings) =>
  standings.map(({ rank, position, score, subscore, participant: { externalId, name } }) =>
    ({ rank, position, score, subscore, externalId, name }));

/** Polls until the view equals a fresh read. */
async function settles(board, window, view) {
  const limit = Date.now() + PATIENCE;
  for (;;) {
    const wanted = plain(api.standingsOf(await fresh(board), window));
    try {
      assert.deepEqual(plain(view()), wanted);
      return;
    } catch (difference) {
      if (Date.now() > limit) {
        throw difference;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The view of a leaderboard in the cache, after one read from the network. */
async function opened(client, board) {
  const variables = { board, first: FIRST };
  await client.query({ query: api.TOP, variables });
  const read = () => client.cache.readQuery({ query: api.TOP, variables });
  return {
    standings: (window) => api.standingsOf(read(), window),
    replace: (window, standings) =>
      client.cache.updateQuery({ query: api.TOP, variables }, (top) => api.withStandings(top, window, standings)),
  };
}

/** Writes each received list to the cache. */
function followLists(client, board, view) {
  const events = client.subscribe({ query: api.SNAPSHOTS, variables: { board, first: FIRST } });
  return events.subscribe(({ data, error }) => {
    assert.equal(error, undefined);
    view.replace('allTime', data.topStandingsChanged.standings);
  });
}

/** Applies changes to a list, and subscribes again without a cursor if they do not apply to it. */
function followChanges(client, board, after) {
  const following = { list: [], restarts: 0, cursor: null, stop: () => following.subscription.unsubscribe() };
  const begin = (variables) => {
    const events = client.subscribe({ query: api.DELTAS, variables: { board, first: FIRST, ...variables } });
    following.subscription = events.subscribe(({ data }) => {
      const { baseCursor, cursor, removedStandingIds, upserted } = data.topStandingsChanged;
      if (baseCursor !== null && baseCursor !== following.cursor) {
        following.restarts++;
        following.subscription.unsubscribe();
        begin({});
        return;
      }
      const gone = new Set([...removedStandingIds, ...upserted.map(({ standingId }) => standingId)]);
      const list = baseCursor === null ? [] : following.list.filter(({ standingId }) => !gone.has(standingId));
      upserted.forEach((standing) => list.splice(standing.position - 1, 0, standing));
      following.list = ranked(list);
      following.cursor = cursor;
    });
  };
  begin(after);
  return following;
}

/** Computes positions and ranks: a rank is the position of the first standing with the same score and subscore. */
function ranked(list) {
  const isEqual = (a, b) => a.score === b.score && a.subscore === b.subscore;
  return list.map((standing, index) => {
    const first = list.findIndex((other) => isEqual(other, standing));
    return { ...standing, position: index + 1, rank: first + 1 };
  });
}

const submit = (board) => make('scores', { board });

const cases = {
  async 'updates results of queries after a mutation'(board) {
    const client = connect();
    const view = await opened(client, board);
    const [first] = view.standings('today');
    const { externalId } = first.participant;
    const variables = api.submission(board, externalId, 'Another name', first.score);
    const { data } = await client.mutate({ mutation: api.SUBMIT, variables });
    assert.ok(api.submitted(data), JSON.stringify(data));
    assert.equal(api.submitted(data).participant.id, first.participant.id);
    assert.equal(view.standings('today')[0].participant.name, 'Another name');
  },

  async 'keeps standings of a participant in different rankings separate'(board) {
    const client = connect();
    const view = await opened(client, board);
    const before = { allTime: plain(view.standings('allTime')), today: plain(view.standings('today')) };
    assert.notDeepEqual(before.allTime, before.today);
    const variables = { board, who: api.who(before.allTime[3].externalId) };
    await client.query({ query: api.ELSEWHERE, variables });
    for (const window of ['allTime', 'today']) {
      assert.deepEqual(plain(view.standings(window)), before[window]);
      await settles(board, window, () => view.standings(window));
    }
  },

  async 'ends with the results of a fresh read when whole lists are received'(board) {
    const client = connect();
    const view = await opened(client, board);
    const following = followLists(client, board, view);
    await disturbed(board, async () => settles(board, 'allTime', () => view.standings('allTime')));
    following.unsubscribe();
  },

  async 'ends with the results of a fresh read when changes are applied'(board) {
    const client = connect();
    const following = followChanges(client, board, {});
    await disturbed(board, async () => settles(board, 'allTime', () => following.list));
    following.stop();
  },

  async 'does not apply changes after an old cursor to a newer list'(board) {
    const first = followChanges(connect(), board, {});
    await submit(board);
    await settles(board, 'allTime', () => first.list);
    first.stop();
    const { cursor, list } = first;
    // This client sends the original `after` again when it reconnects, although its list is newer.
    const second = followChanges(connect(), board, { after: cursor });
    Object.assign(second, { cursor, list });
    await submit(board);
    await settles(board, 'allTime', () => second.list);
    assert.equal(second.restarts, 0);
    await disturbed(board, async () => settles(board, 'allTime', () => second.list));
    assert.ok(second.restarts > 0);
    second.stop();
  },
};

/** Submits scores, cuts connections and restarts the service. Calls `settled` after each step. */
async function disturbed(board, settled) {
  await submit(board);
  await settled();
  const scores = submit(board);
  proxy.cut();
  await scores;
  await settled();
  service = await make('restart');
  proxy.aim(service);
  await submit(board);
  await settled();
  proxy.cut();
  await settled();
}

let boards = 0;
for (const [name, run] of Object.entries(cases)) {
  let failed = '';
  try {
    const board = `cached-${++boards}`;
    await make('board', { board });
    await run(board);
  } catch (error) {
    failed = String(error.stack ?? error);
  }
  // If a subscription ends while its socket connects, the socket closes and reports a failure.
  await Promise.allSettled(open.splice(0).map((socket) => socket.dispose()));
  console.log(JSON.stringify({ name, failed }));
}
process.exit(0);
