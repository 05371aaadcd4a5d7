// Runs the JavaScript of README.md and src/docs/live.md unchanged. Compares the client that uses graphql-ws with fresh queries
// after random submissions, also when the service restarts. Clients that use an EventSource must show the submitted scores.
// Arguments: the address of GraphQL, a key, and the address that restarts the service.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [graphql, key, restart] = process.argv.slice(2);
const PARTICIPANTS = 15;

async function ask(query, variables = {}) {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const create = `mutation { createLeaderboard(input: {key: "drivers", entityTypes: ["DRIVER"], clock: SUBMISSIONS,
  updateMode: REPLACE, windowDefinitions: [{kind: YEARLY}]}) { __typename } }`;
assert.equal((await ask(create)).createLeaderboard.__typename, 'CreateLeaderboardPayload');

let seed = 1;
/** A number from 0 to below the limit. The sequence is the same in every run. */
function random(below) {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
}

let submissions = 0;
async function submit(count) {
  const of = Array.from({ length: count }, () => ({
    leaderboardKey: 'drivers',
    participant: { entityType: 'DRIVER', externalId: `driver-${random(PARTICIPANTS)}` },
    score: random(8),
    subscore: String(random(3)),
    achievedAt: new Date(Date.UTC(2010, 0, 1) + 1000 * ++submissions).toISOString(),
  }));
  const { submitScores } = await ask(
    'mutation ($of: [SubmitScoreInput!]!) { submitScores(input: {items: $of}) { acceptedCount } }',
    { of },
  );
  assert.equal(submitScores.acceptedCount, count);
}

async function fresh() {
  const { leaderboard } = await ask(`{ leaderboard(key: "drivers") {
    window(select: {name: {name: "2010"}}) { ranking { standings(first: 10) {
    edges { node { rank score participant { id } } } } } } } }`);
  return leaderboard.window.ranking.standings.edges.map(({ node }) => node);
}

const rows = (standings) =>
  JSON.stringify(
    standings.map(({ rank, score, participant }) => [rank, score, participant.id]),
  );

let shown = [];
/** Waits until the code shows the result of a query. */
async function settles() {
  const wanted = rows(await fresh());
  const limit = Date.now() + 60_000;
  while (rows(shown) !== wanted) {
    assert.ok(Date.now() < limit, `shows ${rows(shown)} and not ${wanted}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function blocks(page) {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block]) => block);
}

/** Replaces the EventSource of a browser. Sends the key, which a browser cannot, and never reconnects. */
class EventSource {
  listeners = {};
  constructor(path) {
    this.read(new URL(path, graphql));
  }
  addEventListener(type, listener) {
    this.listeners[type] = listener;
  }
  async read(url) {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
    const { body } = await fetch(url, { headers });
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop();
      for (const event of events) {
        const field = (name) => event.match(new RegExp(`^${name}: ?(.*)$`, 'm'))?.[1];
        this.listeners[field('event')]?.({ data: field('data') });
      }
    }
  }
  close() {}
}

/** The first output of the code of a page that uses an EventSource. */
async function firstShown(page) {
  const [block] = (await blocks(page)).filter((code) => code.includes('new EventSource('));
  return new Promise((resolve) => {
    new Function('EventSource', 'show', 'console', block)(EventSource, resolve, { log: resolve });
  });
}

/** Fails as a browser's EventSource does after a status other than 200. */
class FailedSource {
  static CLOSED = 2;
  static count = 0;
  readyState = FailedSource.CLOSED;
  constructor() {
    FailedSource.count++;
  }
  addEventListener(type, listener) {
    if (type === 'error') {
      queueMicrotask(listener);
    }
  }
}

/** Whether the code of a page creates another EventSource after one has failed, 5 to 10 seconds later. */
async function followsAgain(page) {
  const [block] = (await blocks(page)).filter((code) => code.includes('new EventSource('));
  return new Promise((resolve) => {
    const later = (work, millis) => {
      FailedSource.count === 1 ? work() : resolve(millis >= 5_000 && millis < 10_000);
    };
    new Function('EventSource', 'setTimeout', block)(FailedSource, later);
  });
}

const createLaps = `mutation { createLeaderboard(input: {key: "laps", windowDefinitions: [{kind: ALL_TIME}]}) { __typename }
  submitScore(input: {leaderboardKey: "laps", participant: {externalId: "ada", name: "Ada"}, score: 7}) { __typename }
  vettel: submitScore(input: {leaderboardKey: "drivers", achievedAt: "2010-01-01T00:00:00Z", score: 0
    participant: {entityType: "DRIVER", externalId: "sebastian-vettel"}}) { __typename } }`;
await ask(createLaps);
assert.deepEqual(await firstShown('README.md'), [{ rank: 1, score: '7', participant: { name: 'Ada' } }]);
assert.ok((await firstShown('src/docs/live.md')).changes, 'live.md shows changes of ranks');
assert.ok(await followsAgain('src/docs/live.md'), 'live.md follows again after a status other than 200');

/** The code of a page that uses graphql-ws. */
async function clientOf(page) {
  const [code] = (await blocks(page)).filter((block) => block.includes('createClient('));
  return code
    .replace(/^import .*$/gm, '')
    .replace('ws://127.0.0.1:8080/graphql', graphql.replace(/^http/, 'ws'));
}

// Browsers define it, Node 20 does not.
globalThis.WebSocket = WebSocket;

const createQuiz = `mutation { createLeaderboard(input: {key: "quiz"}) { __typename }
  submitScore(input: {leaderboardKey: "quiz", participant: {externalId: "ada"}, score: 81}) { __typename } }`;
await ask(createQuiz);
const createToken = 'mutation { createPlayerToken(input: {participant: {externalId: "ada"}}) { token } }';
const newToken = async () => (await ask(createToken)).createPlayerToken.token;
const playerCode = await clientOf('README.md');
const changes = await new Promise((resolve) => {
  new Function('createClient', 'newToken', 'show', playerCode)(createClient, newToken, resolve);
});
assert.deepEqual(changes, [{ rank: 1 }]);

const runnable = (await clientOf('src/docs/live.md')).replace('<key>', key);
assert.ok(runnable.includes(key), 'live.md has no key to replace');

await submit(30);
new Function('createClient', 'show', runnable)(createClient, (top) => {
  shown = structuredClone(top);
});
for (let round = 0; round < 120; round++) {
  if (round === 40 || round === 80) {
    await fetch(restart, { method: 'POST' });
  }
  await submit(1 + random(4));
  await settles();
}
console.log('120 comparisons');
process.exit(0);
