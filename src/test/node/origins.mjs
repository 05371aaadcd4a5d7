// Opens pages of two origins in a headless Chromium, which call the service, and prints what each could read as one JSON object.
// Arguments: the browser, the address of GraphQL, the allowed origin, another origin, and the token of a player.
import { launch } from './pages.mjs';

const [executablePath, graphql, allowed, other, token] = process.argv.slice(2);
const browser = await launch(executablePath);
const context = await browser.newContext();
const cookies = [];
const seen = { allowed: await visit(allowed), other: await visit(other) };
cookies.push(...(await context.cookies()).map(({ name }) => name));
await browser.close();
console.log(JSON.stringify({ ...seen, cookies }));

/** What a page of the origin reads. */
async function visit(origin) {
  const page = await context.newPage();
  const answers = [];
  page.on('response', (response) => answers.push(response));
  await page.goto(origin);
  const read = await page.evaluate(callService, [graphql, token]);
  for (const answer of answers) {
    if (await answer.headerValue('set-cookie')) {
      cookies.push(answer.url());
    }
  }
  return read;
}

/** Runs in the page. */
async function callService([address, playerToken]) {
  const json = { 'Content-Type': 'application/json' };
  const player = { Authorization: `Bearer ${playerToken}` };
  const viewer = '{ viewer { externalId } }';
  const ranking = `{ leaderboard(key: "quiz") { ranking { standings { nodes { score } } } } }`;
  const follow = `subscription { topStandingsChanged(ranking: {leaderboardKey: "quiz"}) { standings { score } } }`;

  async function post(query, headers) {
    const response = await fetch(address, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify({ query }) });
    return (await response.json()).data;
  }
  async function get(credentials) {
    const response = await fetch(`${address}?query=${encodeURIComponent(ranking)}`, { credentials });
    return (await response.json()).data;
  }
  /** The first event of an event stream. */
  async function stream(headers) {
    const url = `${address}/stream?query=${encodeURIComponent(follow)}`;
    const reader = (await fetch(url, { headers })).body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/^data: .+\n/m.test(text)) {
      text += (await reader.read()).value;
    }
    await reader.cancel();
    return JSON.parse(text.match(/^data: (.+)$/m)[1]).data;
  }
  /** The first event over a WebSocket. */
  function socket(payload) {
    return new Promise((resolve, reject) => {
      const opened = new WebSocket(address.replace(/^http/, 'ws'), 'graphql-transport-ws');
      const say = (message) => opened.send(JSON.stringify(message));
      opened.onopen = () => say({ type: 'connection_init', payload });
      opened.onclose = ({ code }) => reject(new Error(String(code)));
      opened.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'connection_ack') {
          say({ id: '1', type: 'subscribe', payload: { query: follow } });
        } else if (message.type === 'next') {
          resolve(message.payload.data);
          opened.close();
        }
      };
    });
  }
  const calls = {
    player: () => post(viewer, player),
    anonymous: () => post(ranking, {}),
    withoutPreflight: () => get('omit'),
    withCookies: () => get('include'),
    playerStream: () => stream(player),
    anonymousStream: () => stream({}),
    playerSocket: () => socket(player),
    anonymousSocket: () => socket({}),
  };
  const read = {};
  for (const [name, call] of Object.entries(calls)) {
    read[name] = await call().catch((failure) => `refused: ${failure.message}`);
  }
  return read;
}
