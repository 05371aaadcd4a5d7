// The other site of widget.mjs: prepares leaderboards of the service, serves pages of another origin with a strict policy, and
// opens them in a headless Chromium.
import { createServer } from 'node:http';
import { axe, launch, picture } from './pages.mjs';

const [executablePath, base, folder, key, allowed = 'http://127.0.0.1:0'] = process.argv.slice(2);
export const service = base.replace(/\/$/, '');
const suffix = Date.now().toString(36);
export const laps = `widget-laps-${suffix}`;
export const points = `widget-points-${suffix}`;
export const unused = `widget-unused-${suffix}`;
export const EXACT = '9007199254740993.25';
export const NAMES = [
  'Ada Lovelace', 'Grace Hopper', 'Karl der Große', 'أميرة حسن', 'ธนพล ศรีสุข', '🦊 Foxglove', 'Nils', 'Priya Raman',
  'Bo', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of the Northern Campus', 'Zoë',
  'Mateo Álvarez', 'Ida', 'Oskar',
];

const seen = {};
const wrong = [];

/** Notes a value that a page has shown, and what it should be. */
export function see(section, name, value, expected = true) {
  (seen[section] ??= {})[name] = value;
  if (JSON.stringify(value) !== JSON.stringify(expected)) {
    wrong.push(`${section}.${name} is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}`);
  }
}

/** Prints all values, and ends with the code 1 if one is wrong. */
export async function finish() {
  await browser.close();
  console.log(JSON.stringify(seen));
  wrong.forEach((line) => console.error(line));
  process.exit(wrong.length > 0 ? 1 : 0);
}

async function ask(query, variables) {
  const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
  const response = await fetch(`${service}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await response.json();
  const failures = errors ?? Object.values(data).flatMap((payload) => payload?.errors ?? []);
  if (failures.length > 0) {
    throw new Error(JSON.stringify(failures));
  }
  return data;
}

/** Submits the score of the participant with a number. On the laps board, even numbers are of the group north. */
export function submit(leaderboardKey, number, score) {
  const participant = { externalId: `p${number}`, name: NAMES[number] };
  const group = leaderboardKey === laps ? { campus: number % 2 ? 'south' : 'north' } : {};
  const input = { leaderboardKey, score, participant, group };
  return ask(`mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code message } } }`, { input });
}

export const createToken = async (number) => (await ask(
  `mutation ($input: CreatePlayerTokenInput!) { createPlayerToken(input: $input) { token errors { code message } } }`,
  { input: { participant: { externalId: `p${number}` } } })).createPlayerToken.token;

export async function prepare() {
  const create = (input) => ask(
    `mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { code message } } }`, { input });
  await ask(`mutation { updateApp(input: {appKey: "default", anonymousReading: true}) { errors { code message } } }`);
  await create({ key: laps, name: 'Campus laps', decimals: 2, updateMode: 'REPLACE', groupings: [[], ['campus']],
    windowDefinitions: [{ kind: 'WEEKLY' }, { kind: 'ALL_TIME' }] });
  await create({ key: points, name: 'Points', updateMode: 'REPLACE' });
  await create({ key: unused, name: 'Unused', windowDefinitions: [{ kind: 'SEASON' }, { kind: 'DAILY' }] });
  for (const number of NAMES.keys()) {
    await submit(laps, number, number === 0 ? EXACT : `${2000 - number * 61}.50`);
  }
  await submit(points, 3, '77');
}

/** What the site answers to a visitor who asks for a token. */
export const login = { token: '' };

/** A site with a strict policy of its own. The page takes the content of its body from the test. */
async function openSite(origin) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    const socket = service.replace(/^http/, 'ws');
    const inline = searchParams.has('inline') ? `'unsafe-inline'` : '';
    const policy = `default-src 'none'; script-src 'self' ${service} ${inline}; style-src 'self' ${inline};`
      + ` connect-src 'self' ${service} ${socket}; frame-src ${service}; img-src data:;`
      + ` require-trusted-types-for 'script'; trusted-types 'none'`;
    const files = {
      '/page.css': ['text/css', CSS], '/page.js': ['text/javascript', JS], '/laurel-token': ['text/plain', login.token],
    };
    const [type, text] = files[pathname] ?? ['text/html', html(searchParams.get('body') ?? '')];
    const headers = type === 'text/html' ? { 'Content-Security-Policy': policy } : {};
    response.writeHead(200, { 'Content-Type': `${type};charset=utf-8`, ...headers }).end(text);
  });
  await new Promise((resolve) => server.listen(new URL(origin).port, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

const html = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Campus</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><script src="/page.js"></script>
  <script type="module" src="${service}/laurel-leaderboard.js"></script></head>
  <body><main><h1>Campus</h1>${body}</main></body></html>`;
const JS = `window.seen = { violations: [], events: [], messages: [] };
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push([violatedDirective, blockedURI]));
  for (const name of ['update', 'error', 'select']) {
    addEventListener('laurel-' + name, ({ detail }) => seen.events.push([name, detail]));
  }
  addEventListener('message', (event) => {
    seen.messages.push({ origin: event.origin, ...event.data });
    if (event.data.type === 'laurel-token-request') {
      event.source.postMessage({ type: 'laurel-token', token: window.frameToken }, event.origin);
    }
  });`;
const CSS = `html { color-scheme: light dark; } body { background: light-dark(#f4f5f7, #0b0c0f); margin: 0; padding: 24px; }
  main { display: grid; gap: 16px; margin: 0 auto; max-width: 560px; }
  h1 { font: 650 24px system-ui; margin: 8px 0; }
  iframe { border: 0; height: 480px; width: 100%; }
  .themed { --laurel-accent: rgb(120, 40, 200); --laurel-row-height: 60px; --laurel-radius: 0px; --laurel-font: monospace; }
  .themed::part(score) { text-decoration: underline; }`;

export const browser = await launch(executablePath);
export const sites = [await openSite(allowed), await openSite('http://127.0.0.1:0')];
export const [site, elsewhere] = sites.map(({ origin }) => origin);

/** Opens a page of a site with a body. Its requests and sockets are recorded. */
export async function open(body, { origin = site, inline = false, before = () => {}, ...options } = {}) {
  const context = await contextOf({ viewport: { width: 720, height: 760 }, reducedMotion: 'no-preference', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const record = { requests: [], sockets: [], errors: [] };
  page.on('request', (request) => record.requests.push(request));
  page.on('websocket', (socket) => record.sockets.push(socket));
  page.on('pageerror', (error) => record.errors.push(String(error)));
  await before(page);
  await page.goto(`${origin}/?${inline ? 'inline&' : ''}body=${encodeURIComponent(body)}`);
  return Object.assign(page, { record });
}

const contexts = new Map();
/** Pages with the same options share a context, so that the browser has their files. */
function contextOf(options) {
  const key = JSON.stringify(options);
  if (!contexts.has(key)) {
    contexts.set(key, browser.newContext(options));
  }
  return contexts.get(key);
}

/** Closes all pages, which would follow their leaderboards until the end. */
export async function closeAll() {
  contexts.clear();
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Whether the leaderboard shows so many rows. */
export const rows = (page, count) => shows(page, (root, wanted) => root.querySelectorAll('.row').length === wanted, count);
export const text = (page, part) => page.locator(`[part~=${part}]`).first().textContent();
export const events = (page) => page.evaluate(() => window.seen.events);
/** Exceptions, and violations of the site's policy. */
export const violations = async (page) => [...page.record.errors, ...await page.evaluate(() => window.seen.violations)];

export const tag = (board, attributes = '') => `<laurel-leaderboard board="${board}" ${attributes}></laurel-leaderboard>`;
export const names = (page) => page.locator('[part~=row] [part=name]').allTextContents();
export const rowOf = (page, name) => page.locator('[part~=row]', { hasText: name });
/** Waits until a function of the page returns something true. False if it does not. */
export const until = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 15_000, polling: 50 }).then(() => true, () => false);
/** Waits until a function of the leaderboard's shadow root returns something true. False if it does not. */
export async function shows(page, condition, value) {
  const root = `document.querySelector('laurel-leaderboard')?.shadowRoot`;
  const look = `new Promise(requestAnimationFrame).then(() => ${root} && (${condition})(${root}, ${JSON.stringify(value)}))`;
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    if (await page.evaluate(look)) {
      return true;
    }
    await page.waitForTimeout(50);
  }
  return false;
}
export const shot = (page, name) => picture(page, folder, `widget-${name}`);
/** Waits until rows and colors do not change. */
export const settle = (page) => shows(page, (root) =>
  root.getAnimations().every(({ effect }) => effect.getComputedTiming().iterations === Infinity));
export const bearers = (page) => page.record.requests.map((request) => request.headers().authorization).filter(Boolean);
/** Whether the page has sent requests with the token, and none with another. */
export const sends = (page, token) => bearers(page).length > 0 && bearers(page).every((header) => header === `Bearer ${token}`);

export async function violationsOf(page) {
  const { violations } = await axe(page, { iframes: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}
