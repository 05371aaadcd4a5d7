// Checks laurel-client.js: its package and types, its splicing with all vectors, and its behaviour against a service, with a
// network that fails. Prints one JSON object of what it saw; fails if a promise does not hold.
// Arguments: the browser, the base URL of a service, a folder that is not used, an administrator's key (empty if the service
// has no keys), and optionally `expiry` if `laurel.tokens.clock-skew` is 0s: then tokens of one second expire in the test.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import WebSocket from 'ws';
import * as library from '../../main/web/client/laurel-client.js';
import { observedSockets, openFlakyProxy } from './client-network.mjs';
import { checkPackage } from './client-package.mjs';
import { renderLeaderboard } from './client-react.mjs';
import { randomVectors, storedVectors } from './client-vectors.mjs';
import { launch } from './pages.mjs';
import { openProxy } from './proxy.mjs';

const [executablePath, base, , key, expiry] = process.argv.slice(2);
const { createClient, LaurelError } = library;
const graphql = new URL('/graphql', base).href;
const PATIENCE = 30_000;
const run = Date.now().toString(36);
const token = key || undefined;
const admin = createClient({ url: graphql, token, WebSocket });

let boards = 0;
async function createBoard(fields = {}) {
  const input = { key: `client-${run}-${++boards}`, updateMode: 'REPLACE', playerSubmissions: true, ...fields };
  const create = 'mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { message } } }';
  assert.deepEqual((await admin.mutate(create, { input })).createLeaderboard.errors, []);
  return input.key;
}

let seed = 7;
/** A number from 0 to below the limit. The sequence is the same in every run. */
function random(below) {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
}

/** Submits random scores of few values, and sometimes null, which removes the entry. */
async function submitRandomly(board, count) {
  const items = Array.from({ length: count }, () => ({
    leaderboardKey: board,
    participant: { externalId: `p${random(14)}` },
    score: random(7) === 0 ? null : random(6),
    subscore: random(2),
  }));
  const submit = 'mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }';
  assert.equal((await admin.mutate(submit, { items })).submitScores.acceptedCount, count);
}

async function until(what, ready) {
  const limit = Date.now() + PATIENCE;
  while (!(await ready())) {
    assert.ok(Date.now() < limit, `not in time: ${typeof what === 'function' ? what() : what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const failure = async (promise) => {
  const error = await promise.then(
    () => assert.fail('did not fail'),
    (reason) => reason,
  );
  return error;
};

/** The rows without times and metadata of the last submission, which other fields do not depend on. */
const places = (rows) => JSON.stringify(rows.map((row) => [row.id, row.rank, row.position, row.score, row.subscore]));

/** Applies every vector; those with random changes must also be up to date. */
function vectors() {
  const apply = { top: library.applyTop, around: library.applyAround, ranks: library.applyRanks };
  const stored = storedVectors();
  let steps = 0;
  for (const { name, list: kind, steps: all } of Object.values(stored)) {
    let list = null;
    let rows = [];
    for (const [index, { event, expect }] of all.entries()) {
      const where = `${name}, step ${index + 1}`;
      list = apply[kind](list, event);
      if (expect.resubscribe) {
        assert.equal(list, null, where);
      } else {
        assert.deepEqual(list, { cursor: event.cursor, rows: expect.rows }, where);
        assert.deepEqual(expect.moves ?? library.movesBetween(rows, list.rows), library.movesBetween(rows, list.rows), where);
        rows = list.rows;
      }
      steps++;
    }
  }
  for (const [name, vector] of Object.entries(randomVectors())) {
    assert.deepEqual(stored[name], vector, `${name} is out of date: node client-vectors.mjs`);
  }
  return { files: Object.keys(stored).length, steps, randomUpToDate: true };
}

async function queries() {
  const board = await createBoard({ windowDefinitions: [{ kind: 'ALL_TIME' }, { kind: 'DAILY' }], groupings: [[], ['campus']] });
  const leaderboard = admin.leaderboard(board);
  for (const [name, score, campus] of [
    ['ann', 30, 'north'],
    ['bob', 20, 'south'],
    ['cid', 20, 'north'],
    ['dan', 10, 'south'],
  ]) {
    const participant = { externalId: name, name: `${name} of ${campus}` };
    assert.equal((await leaderboard.submit({ participant, score, group: { campus } })).status, 'COUNTED');
  }
  const names = (rows) => rows.map(({ rank, position, participant }) => `${rank} ${position} ${participant.externalId}`);
  const all = leaderboard.allTime();
  const first = await all.top(2);
  const second = await all.page({ first: 2, after: first.pageInfo.endCursor });
  assert.deepEqual(names([...first.rows, ...second.rows]), ['1 1 ann', '2 2 bob', '2 3 cid', '4 4 dan']);
  assert.deepEqual([first.entryCount, first.window.name, second.pageInfo.hasNextPage], [4, 'ALL-TIME', false]);
  assert.deepEqual(names((await leaderboard.daily().page({ first: 5, fromPosition: 3 })).rows), ['2 3 cid', '4 4 dan']);
  assert.deepEqual(names((await all.around('cid', { above: 1, below: 1 })).rows), ['2 2 bob', '2 3 cid', '4 4 dan']);
  assert.deepEqual(names((await all.group({ campus: 'south' }).top()).rows), ['1 1 bob', '2 2 dan']);
  assert.equal((await all.standing({ id: first.rows[1].participant.id })).score, '20');
  assert.equal(await all.standing('nil'), null);
  const friends = await all.standingsOf(['dan', { externalId: 'cid', entityType: 'ACCOUNT' }, 'nil']);
  assert.deepEqual(friends.map(({ relativeRank, rank }) => [relativeRank, rank]), [[1, 2], [2, 4]]);
  assert.deepEqual(names(await all.search('cid')), ['2 3 cid']);
  assert.deepEqual((await leaderboard.window({ name: { name: '1999' } }).top()).rows, []);
  return { pages: true, around: true, groups: true, friends: true, search: true, withoutWindow: true };
}

async function submissions() {
  const board = await createBoard({ updateMode: 'INCREMENT', maxScore: 50 });
  const proxy = await openFlakyProxy(graphql);
  const client = createClient({ url: proxy.url, token });
  const leaderboard = client.leaderboard(board);
  proxy.plan.push('drop', 'lose', 429, 503, 'lose');
  const receipt = await leaderboard.submit({ participant: 'ann', score: 5 });
  const keys = new Set(proxy.requests.map(({ body }) => body.variables.input.idempotencyKey));
  assert.deepEqual([receipt.status, proxy.requests.length, keys.size], ['DUPLICATE', 6, 1]);
  assert.equal((await admin.leaderboard(board).ranking().standing('ann')).score, '5');
  const waited = proxy.requests[3].at - proxy.requests[2].at;
  assert.ok(waited >= 1000, `waited ${waited} ms after 429 with Retry-After: 1`);
  const before = proxy.requests.length;
  const refusal = await failure(leaderboard.submit({ participant: 'ann', score: 51 }));
  assert.ok(refusal instanceof LaurelError);
  assert.deepEqual([refusal.code, refusal.errors[0].path], ['SCORE_OUT_OF_BOUNDS', ['input', 'score']]);
  assert.equal(proxy.requests.length, before + 1);
  const repeated = { participant: 'ann', score: 5, idempotencyKey: [...keys][0] };
  assert.equal((await leaderboard.submit(repeated)).status, 'DUPLICATE');
  client.close();
  proxy.close();
  return { countedOnce: true, attempts: 6, keys: keys.size, waitsForRetryAfter: true, refusalsAreFinal: true };
}

/** Follows with `follow` while the network fails, until the rows are those that `fresh` queries. */
async function followed(follow, fresh, { rounds = 40, rowsOf = places } = {}) {
  const board = await createBoard();
  await submitRandomly(board, 8);
  const proxy = await openProxy(graphql);
  const { WebSocket: Observed, log } = observedSockets();
  const page = installPageEvents();
  const client = createClient({ url: proxy.url, token, WebSocket: Observed });
  // The network is back soon, so that the waits between connections, which do not last for long, do not add up.
  client.onStatus((status, details) => details?.retryAt && setTimeout(page.online, random(200)));
  let rows = null;
  let sum = [];
  const subscription = follow(client.leaderboard(board).allTime(), (now, { moves }) => {
    const left = new Set(moves.filter(({ to }) => to === null).map(({ id }) => id));
    sum = [...sum.filter((id) => !left.has(id)), ...moves.filter(({ from }) => from === null).map(({ id }) => id)];
    rows = now;
  });
  const settle = async (what) => {
    const wanted = rowsOf(await fresh(admin.leaderboard(board).allTime()));
    await until(() => `${what}: ${rows && rowsOf(rows)} instead of ${wanted}`, () => rows !== null && rowsOf(rows) === wanted);
    assert.deepEqual([...sum].sort(), rows.map(({ id }) => id).sort(), 'moves');
  };
  await settle('first event');
  const startCount = () => log.sent.filter(({ type }) => type === 'subscribe').length;
  for (let round = 1; round <= rounds; round++) {
    const [before, cut] = [startCount(), round % 5 === 2];
    if (cut) {
      proxy.cut();
    }
    if (round % 13 === 0) {
      log.change = (message) => {
        log.change = (same) => same;
        for (const event of Object.values(message.payload?.data ?? {})) {
          event.baseCursor = 'other';
        }
        return message;
      };
    }
    await submitRandomly(board, 1 + random(4));
    await settle(`round ${round}`);
    await until('the next connection', () => !cut || startCount() > before);
  }
  const starts = log.sent.filter(({ type }) => type === 'subscribe').map(({ payload }) => payload.variables.after ?? null);
  const events = log.received.filter(({ type }) => type === 'next').map(({ payload }) => Object.values(payload.data)[0]);
  const bases = events.map(({ baseCursor }) => baseCursor);
  subscription.close();
  await until('the connection is closed', () => log.open.at(-1).readyState === 3);
  client.close();
  page.remove();
  proxy.close();
  const result = {
    equalsQuery: rounds + 1,
    connections: log.open.length,
    resumed: starts.filter((after) => after !== null).length,
    startedAgain: starts.filter((after) => after === null).length - 1,
    wholeLists: bases.filter((cursor) => cursor === null).length,
  };
  assert.ok(result.connections >= rounds / 5 && result.resumed >= rounds / 5 && result.startedAgain >= 2, JSON.stringify(result));
  assert.equal(result.wholeLists, result.startedAgain + 1, 'whole lists only where a subscription started without a cursor');
  return result;
}

const following = {
  top: () => followed((ranking, listener) => ranking.followTop(5, listener), async (ranking) => (await ranking.top(5)).rows),
  around: () =>
    followed(
      (ranking, listener) => ranking.followAround('p3', listener, { above: 2, below: 2 }),
      async (ranking) => (await ranking.around('p3', { above: 2, below: 2 })).rows,
    ),
  participants: () =>
    followed(
      (ranking, listener) => ranking.followParticipants(['p1', 'p4', 'p9'], listener),
      (ranking) => ranking.standingsOf(['p1', 'p4', 'p9']),
      // The service emits no event if only the position changes.
      { rowsOf: (rows) => JSON.stringify(rows.map(({ id, rank, score }) => [id, rank, score]).sort()) },
    ),
};

async function createToken(lifetime, participant = 'ann') {
  const create = `mutation ($participant: String!, $lifetime: Duration) {
    createPlayerToken(input: {participant: {externalId: $participant}, lifetime: $lifetime}) { token errors { message } } }`;
  return (await admin.mutate(create, { participant, lifetime })).createPlayerToken.token;
}

async function tokens() {
  const board = await createBoard();
  const { WebSocket: Observed, log } = observedSockets();
  let asked = 0;
  const renewing = async () => (++asked === 1 ? 'not-a-token' : createToken('PT10M'));
  const client = createClient({ url: graphql, token: renewing, WebSocket: Observed });
  const own = client.leaderboard(board);
  const [one, two] = await Promise.all([own.submit({ participant: 'ann', score: 1 }), own.ranking().top()]);
  assert.deepEqual([one.status, two.rows.length <= 1, asked], ['COUNTED', true, 2]);
  let rows = [];
  own.allTime().followTop(3, (now) => (rows = now));
  await until('the first event', () => rows.length === 1);
  log.open[0].expire();
  await own.submit({ participant: 'ann', score: 2 });
  await until('an event after expiry', () => rows[0].score === '2');
  assert.deepEqual([asked, log.open.length], [3, 2]);
  client.close();

  const errors = [];
  const wrong = createClient({ url: graphql, token: 'not-a-token', WebSocket });
  assert.equal((await failure(wrong.leaderboard(board).ranking().top())).code, 'UNAUTHENTICATED');
  wrong.leaderboard(board).ranking().followTop(3, () => {}, { onError: ({ code }) => errors.push(code) });
  await until('the refusal', () => errors.length === 1);
  let refused = 0;
  const never = createClient({ url: graphql, token: () => `wrong-${++refused}`, WebSocket });
  never.leaderboard(board).ranking().followTop(3, () => {}, { onError: ({ code }) => errors.push(code) });
  await until('the refusal of new tokens', () => errors.length === 2);
  assert.deepEqual([errors, refused], [['UNAUTHENTICATED', 'UNAUTHENTICATED'], 3]);
  wrong.close();
  never.close();
  return { renewedTogether: true, renewedAfterClose: true, gaveUpAfter: refused, expiry: expiry ? await expires(board) : null };
}

/** A token of one second: the service closes the connection, and the client continues with another one. */
async function expires(board) {
  const { WebSocket: Observed, log } = observedSockets();
  const client = createClient({ url: graphql, token: () => createToken('PT1S'), WebSocket: Observed });
  let score;
  client.leaderboard(board).allTime().followTop(1, (rows) => (score = rows[0].score));
  await until('a second renewal', () => log.open.length === 3);
  await admin.leaderboard(board).submit({ participant: 'ann', score: 77 });
  await until('an event after expiry', () => score === '77');
  client.close();
  return true;
}

async function errors() {
  const board = await createBoard();
  const ranking = admin.leaderboard(board).allTime();
  const codes = {};
  const missing = admin.leaderboard('no-such-board').ranking();
  codes.missingQuery = (await failure(missing.top())).code;
  codes.missingSubscription = await new Promise((resolve) => missing.followTop(3, () => {}, { onError: (e) => resolve(e.code) }));
  codes.invalidQuery = (await failure(admin.query('{ nothing }'))).code;
  codes.invalidGroup = (await failure(ranking.group({ planet: 'mars' }).top())).code;
  codes.pageSize = (await failure(ranking.top(1_000_000))).code;
  codes.unreachable = (await failure(createClient({ url: 'http://127.0.0.1:9/graphql' }).query('{ __typename }'))).code;
  codes.timeout = (await failure(admin.query('{ __typename }', {}, { signal: AbortSignal.timeout(0) }))).code;
  codes.aborted = (await failure(admin.query('{ __typename }', {}, { signal: AbortSignal.abort() }))).name;
  let logins = 0;
  const login = () => (++logins === 1 ? assert.fail('offline') : createToken('PT10M'));
  const forgetful = createClient({ url: graphql, token: login, WebSocket });
  codes.noToken = (await failure(forgetful.query('{ __typename }'))).code;
  assert.deepEqual([await forgetful.query('{ __typename }'), logins], [{ __typename: 'Query' }, 2]);
  class Forbidden {
    constructor() {
      throw new Error('Mixed content');
    }
  }
  const insecure = createClient({ url: graphql, token, WebSocket: Forbidden }).leaderboard(board).ranking();
  codes.noSocket = await new Promise((resolve) => insecure.followTop(3, () => {}, { onError: (e) => resolve(e.code) }));
  const closed = createClient({ url: graphql, token, WebSocket });
  closed.close();
  codes.closed = (await failure(closed.query('{ __typename }'))).code;
  assert.deepEqual(codes, {
    missingQuery: 'LEADERBOARD_NOT_FOUND',
    missingSubscription: 'LEADERBOARD_NOT_FOUND',
    invalidQuery: 'GRAPHQL_VALIDATION_FAILED',
    invalidGroup: 'UNKNOWN_GROUPING',
    pageSize: 'INVALID_PAGE_SIZE',
    unreachable: 'NETWORK',
    timeout: 'TIMEOUT',
    aborted: 'AbortError',
    noToken: 'NETWORK',
    noSocket: 'NETWORK',
    closed: 'CLOSED',
  });
  return codes;
}

/** The events of a browser. Node has none of them, so a client that is created here listens to these. */
function installPageEvents() {
  const page = new EventTarget();
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.removeEventListener = page.removeEventListener.bind(page);
  return {
    online: () => page.dispatchEvent(new Event('online')),
    visible: () => document.dispatchEvent(new Event('visibilitychange')),
    remove() {
      const names = ['document', 'addEventListener', 'removeEventListener', 'reportError'];
      names.forEach((name) => delete globalThis[name]);
    },
  };
}

async function interruptions() {
  const board = await createBoard();
  const proxy = await openProxy(graphql);
  const page = installPageEvents();
  const { WebSocket: Observed, log } = observedSockets();
  const client = createClient({ url: proxy.url, token, WebSocket: Observed });
  const seen = [];
  const waits = [];
  client.onStatus((status, details) => {
    seen.push(status);
    if (details?.retryAt) {
      waits.push({ attempt: details.attempt, milliseconds: details.retryAt - Date.now() });
    }
  });
  let score;
  const follow = (rows) => (score = rows[0]?.score);
  globalThis.reportError = () => seen.push('reported');
  const failing = client.leaderboard(board).allTime().followTop(1, () => {
    throw new Error('The page has a bug.');
  });
  client.leaderboard(board).allTime().followTop(1, follow);
  await until('connected', () => seen.includes('connected') && seen.includes('reported'));
  failing.close();
  proxy.aim('http://127.0.0.1:9');
  proxy.cut();
  await until('four attempts', () => waits.at(-1)?.attempt === 5);
  proxy.aim(graphql);
  const { milliseconds: left } = waits.at(-1);
  const start = Date.now();
  page.online();
  await admin.leaderboard(board).submit({ participant: 'ann', score: 1 });
  await until('an event after the network is back', () => score === '1');
  assert.ok(Date.now() - start < left, `waited ${Date.now() - start} of ${left} ms although the page was online again`);
  for (const { attempt, milliseconds } of waits) {
    const longest = 500 * 2 ** (attempt - 1);
    assert.ok(milliseconds > longest / 2 - 50 && milliseconds <= longest, `attempt ${attempt} waits ${milliseconds} ms`);
  }
  const pongs = () => log.sent.filter(({ type }) => type === 'pong').length;
  log.open.at(-1).ping();
  assert.equal(pongs(), 1);
  const before = log.open.length;
  log.open.at(-1).mute();
  await admin.leaderboard(board).submit({ participant: 'ann', score: 2 });
  page.visible();
  await until('the next attempt', () => seen.at(-1) === 'reconnecting');
  assert.equal(waits.at(-1).attempt, 6, 'the wait grows although an event has arrived, because the connection was short');
  page.online();
  await until('an event after the laptop woke up', () => score === '2');
  assert.equal(log.open.length, before + 1);
  client.close();
  page.remove();
  proxy.close();
  assert.deepEqual([seen[0], seen[1], seen.at(-1)], ['idle', 'connecting', 'idle']);
  return { attempts: waits.length, backsOff: true, continuesOnline: true, noticesDeadConnection: true, answersPings: true };
}

/** Timers of minutes, which can be ended at once. */
function longTimers() {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const running = new Map();
  globalThis.setTimeout = (action, milliseconds, ...values) => {
    const timer = set(action, milliseconds, ...values);
    if (milliseconds > 60_000) {
      running.set(timer, { action, milliseconds });
    }
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    running.delete(timer);
    clear(timer);
  };
  const end = () =>
    [...running].forEach(([timer, { action }]) => {
      clearTimeout(timer);
      action();
    });
  return { running, end, remove: () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }) };
}

/** Another player takes a pseudonym while it is followed. */
async function pseudonyms() {
  const board = await createBoard();
  for (const [externalId, score] of [['ann', 1], ['bob', 2]]) {
    await admin.leaderboard(board).submit({ participant: { externalId: `${board}-${externalId}`, name: externalId }, score });
  }
  const [ann, bob] = [`${board}-ann`, `${board}-bob`];
  const timers = longTimers();
  const client = createClient({ url: graphql, token: await createToken('PT10M', bob), WebSocket });
  const ranking = client.leaderboard(board).allTime();
  const lists = {};
  const show = (name) => (rows) => (lists[name] = rows);
  const top = ranking.followTop(3, show('top'));
  ranking.followAround(bob, show('around'));
  ranking.followParticipants([ann, bob], show('participants'));
  const names = (list) => lists[list]?.map(({ participant }) => `${participant.name} ${participant.externalId}`).join();
  const shows = (list, wanted) => until(() => `${list}: ${names(list)} instead of ${wanted}`, () => names(list) === wanted);
  for (const list of ['top', 'around', 'participants']) {
    await shows(list, `bob ${bob},ann ${ann}`);
  }
  const set = 'mutation ($input: SetPseudonymInput!) { setPseudonym(input: $input) { errors { code message } } }';
  const input = { participant: { external: { externalId: ann } }, pseudonym: 'Wolf' };
  assert.deepEqual((await admin.mutate(set, { input })).setPseudonym.errors, []);
  const again = ranking.followParticipants([ann, bob], show('again'));
  await shows('again', `bob ${bob}`);
  again.close();
  await client.leaderboard(board).submit({ participant: bob, score: 3 });
  await shows('participants', `bob ${bob}`);
  await until('the score', () => lists.top[0].score === '3');
  const [own] = lists.top;
  const waits = [...timers.running.values()].map(({ milliseconds }) => milliseconds);
  assert.ok(waits.length === 3 && waits.every((wait) => wait >= 240_000 && wait <= 360_000), String(waits));
  timers.end();
  await shows('top', `bob ${bob},Wolf null`);
  await shows('around', `bob ${bob},Wolf null`);
  assert.equal(lists.top[0], own, 'A row that stays the same is the same object.');
  top.close();
  assert.equal(timers.running.size, 2);
  client.close();
  assert.equal(timers.running.size, 0);
  timers.remove();
  return { shown: true, notFoundLeaves: true, timersEnd: true };
}

/** A list starts again as a whole from time to time. If the service refuses that, the running subscription goes on. */
async function renewals() {
  const board = await createBoard();
  const timers = longTimers();
  const { WebSocket: Observed, log } = observedSockets();
  const client = createClient({ url: graphql, token, WebSocket: Observed });
  let rows = [];
  client.leaderboard(board).allTime().followTop(3, (now) => (rows = now));
  const shows = async (score) => {
    await client.leaderboard(board).submit({ participant: 'ann', score });
    await until(`the score ${score}`, () => rows[0]?.score === String(score));
  };
  await shows(1);
  const starts = () => log.sent.filter(({ type }) => type === 'subscribe');
  const [{ id: first }] = starts();
  const isReplaced = () => log.sent.some(({ id, type }) => id === first && type === 'complete');
  const refusal = [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED', retryAfter: 1 } }];
  log.change = (message) => (message.id === first ? message : { id: message.id, type: 'error', payload: refusal });
  timers.end();
  await until('the refusal', () => log.received.some(({ id }) => id === starts()[1]?.id));
  await shows(2);
  assert.ok(!isReplaced());
  log.change = (message) => message;
  timers.end();
  await until('the replacement', isReplaced);
  await shows(3);
  assert.equal(starts().length, 3);
  client.close();
  timers.remove();
  return { staysIfRefused: true };
}

/** The same client in a page, with the fetch and the WebSocket of a browser. */
async function inBrowser() {
  const board = await createBoard();
  const source = await readFile(new URL('../../main/web/client/laurel-client.js', import.meta.url), 'utf8');
  const browser = await launch(executablePath);
  try {
    // The page of /health may load no scripts.
    const page = await browser.newPage({ bypassCSP: true });
    await page.route('**/laurel-client.js', (route) => route.fulfill({ contentType: 'text/javascript', body: source }));
    await page.goto(new URL('/health', base).href);
    const result = await page.evaluate(async ([boardKey, secret]) => {
      const { createClient: create } = await import('/laurel-client.js');
      const client = create({ token: secret || undefined });
      const leaderboard = client.leaderboard(boardKey);
      const scores = [];
      const two = new Promise((resolve) => {
        leaderboard.allTime().followTop(3, (rows) => scores.push(rows.length) && rows.length === 2 && resolve());
      });
      await leaderboard.submit({ participant: 'ann', score: 1 });
      await leaderboard.submit({ participant: 'bob', score: 2 });
      await two;
      const { rows } = await leaderboard.allTime().top();
      client.close();
      return { rows: rows.map(({ participant }) => participant.externalId), followed: scores.at(-1) };
    }, [board, key]);
    assert.deepEqual(result, { rows: ['bob', 'ann'], followed: 2 });
    return { followed: true };
  } finally {
    await browser.close();
  }
}

/** Runs the JavaScript of a page with these names instead of its imports and its address. */
async function runPage(path, names) {
  const text = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const [, code] = text.match(/^```js\n([^]*?)^```$/m);
  const runnable = code.replace(/^import .*$/gm, '').replace('http://127.0.0.1:8080/graphql', graphql).replace('<key>', key);
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction(...Object.keys(names), runnable)(...Object.values(names));
}

/** The JavaScript of the pages that describe the client. */
async function documentation() {
  const shown = {};
  const show = (name) => (...values) => (shown[name] = values);
  for (const [boardKey, decimals] of Object.entries({ quiz: 0, laps: 3 })) {
    const windowDefinitions = [{ kind: 'DAILY' }, { kind: 'ALL_TIME' }];
    await admin.mutate('mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { code } } }', {
      input: { key: boardKey, decimals, playerSubmissions: true, windowDefinitions },
    });
  }
  const clients = [];
  const createNow = (options) => {
    clients.push(createClient({ WebSocket, ...options, token: key ? options.token : undefined }));
    return clients.at(-1);
  };
  const names = ['showStatus', 'showTop', 'showNeighbours', 'showRank', 'showMessage'];
  await runPage('src/docs/clients.md', {
    createClient: createNow,
    newToken: () => createToken('PT10M', 'ada'),
    ...Object.fromEntries(names.map((name) => [name, show(name)])),
  });
  const isAda = ([rows] = []) => rows?.[0]?.participant.externalId === 'ada' && rows[0].score === '81';
  await until(() => JSON.stringify(shown), () => isAda(shown.showTop) && isAda(shown.showNeighbours));
  assert.deepEqual([shown.showStatus, shown.showRank, shown.showMessage], [['connected'], [1], undefined]);
  const logged = [];
  const page = { createClient: createNow, WebSocket, console: { log: (...values) => logged.push(values) }, setTimeout: () => {} };
  await runPage('src/main/web/client/README.md', page);
  await until(() => JSON.stringify(logged), () => logged.length === 2);
  assert.deepEqual([logged[0], logged[1][0]], [[1, ['1. Ada 61.402']], 1]);
  clients.forEach((client) => client.close());
  return { clients: true, readme: true };
}

/** The React component of the documentation. */
async function react() {
  const board = await createBoard();
  const client = createClient({ url: graphql, token, WebSocket });
  const submit = (participant, score) => admin.leaderboard(board).submit({ participant, score });
  for (const [name, score] of Object.entries({ gil: 50, hana: 40, ivo: 30, kai: 20, lena: 10 })) {
    await submit(name, score);
  }
  await renderLeaderboard({ client, board, player: 'kai' }, async (texts, update) => {
    const shows = (...wanted) => until(() => `${wanted} instead of ${texts()}`, () => String(texts()) === String(wanted));
    await shows('gil 50', 'hana 40', 'ivo 30', 'ivo 30', 'kai 20', 'lena 10');
    await submit('kai', 45);
    await shows('gil 50', 'kai 45', 'hana 40', 'gil 50', 'kai 45', 'hana 40');
    update({ player: 'lena' });
    await shows('gil 50', 'kai 45', 'hana 40', 'ivo 30', 'lena 10');
    assert.deepEqual(texts('h2'), ['5 players']);
  });
  const statuses = [];
  client.onStatus((status) => statuses.push(status));
  await until('the connection is closed without subscriptions', () => statuses.at(-1) === 'idle');
  client.close();
  return { followed: true, unsubscribes: true };
}

const only = process.env.CLIENT_CHECKS?.split(',');
const parts = {
  vectors,
  package: checkPackage,
  queries,
  submissions,
  ...following,
  tokens,
  errors,
  interruptions,
  pseudonyms,
  renewals,
  inBrowser,
  react,
  documentation,
};
const result = {};
for (const [name, part] of Object.entries(parts)) {
  if (!only || only.includes(name)) {
    try {
      result[name] = await part();
    } catch (error) {
      console.error(`${name}: ${error.stack}`);
      process.exit(1);
    }
  }
}
console.log(JSON.stringify(result));
process.exit(0);
