// Opens the charts in a headless Chromium, on a page that has nothing else, and prints what they do as one JSON object.
// Arguments: the browser, the address of the service, a folder for screenshots, and the key of an administrator if needed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { achievedFrames, framesOf, receivedFrames } from '../../main/web/charts/race-frames.js';
import { create } from './charts-data.mjs';
import { asker, ATTACK, launch, picture, POLICY, until, violations, watch } from './pages.mjs';

const [executablePath, base, folder, key] = process.argv.slice(2);
const run = `c${Date.now().toString(36)}`;
const ask = asker(base, key);

await create(ask, run);

const browser = await launch(executablePath);

const DOCUMENTATION = readFileSync(new URL('../../docs/charts.md', import.meta.url), 'utf8');

/** The first code block of the documentation in a language. */
const exampleOf = (language) => new RegExp('^```' + language + '\\n([^]*?)^```$', 'm').exec(DOCUMENTATION)[1];

/** The script of the documentation, with the key of the test. */
const SCRIPT = exampleOf('js').replace('createClient()', `createClient({ token: ${JSON.stringify(key || undefined)} })`);

/** A page with the charts on it, under the policy of the service's pages. */
async function open(body, { dir = 'ltr', ...options } = {}, script = SCRIPT) {
  const context = await browser.newContext({ viewport: { width: 900, height: 1000 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const seen = { ...watch(page), sizes: {} };
  page.on('response', async (response) => {
    if (/\/web\/charts\//.test(response.url()) && response.ok()) {
      seen.sizes[response.url()] = gzipSync(await response.body()).length;
    }
  });
  const html = `<!doctype html><html lang="en-GB" dir="${dir}"><head><meta charset="utf-8"><title>Charts</title>
    <link rel="icon" href="data:,"><link rel="stylesheet" href="/charts-page.css">
    <script type="module" src="/charts-page.js"></script></head>
    <body><main><h1>Charts</h1>${body}</main></body></html>`;
  const style = `:root { color-scheme: light dark; } body { background: light-dark(#fff, #111); color: light-dark(#111, #eee);
    font: 16px system-ui; margin: 2rem; } main > * { margin-block-end: 3rem; }`;
  await page.route('**/charts-page', (route) =>
    route.fulfill({ body: html, contentType: 'text/html', headers: { 'Content-Security-Policy': POLICY } }),
  );
  const module = `${script}\nwindow.client = client;\nwindow.ready = true;`;
  await page.route('**/charts-page.js', (route) => route.fulfill({ body: module, contentType: 'text/javascript' }));
  await page.route('**/charts-page.css', (route) => route.fulfill({ body: style, contentType: 'text/css' }));
  await page.goto(`${base}/charts-page`);
  await page.waitForFunction(() => window.ready);
  return { page, seen, context };
}

const BODY = `
  <laurel-rank-history board="${run}" window="yearly" participant="${run}-ann"></laurel-rank-history>
  <laurel-bar-race board="${run}" window="2023" source="achieved"></laurel-bar-race>
  <laurel-streak-calendar participant="${run}-ann" streak="${run}" weeks="26"></laurel-streak-calendar>`;
const { page, seen, context } = await open(BODY);
await page.locator('laurel-rank-history .point').first().waitFor();
await page.locator('laurel-bar-race .bar').first().waitFor();
await page.locator('laurel-streak-calendar .day').first().waitFor();

const table = (tag) =>
  page.locator(`${tag} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
const active = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? null);
const result = {};

const points = page.locator('laurel-rank-history .point');
const heights = await points.evaluateAll((all) => all.map((point) => Number(point.dataset.y)));
await points.last().focus();
const lastPoint = await active();
await page.keyboard.press('ArrowLeft');
const firstPoint = await active();
result.rankHistory = {
  table: await table('laurel-rank-history'),
  betterIsHigher: heights.at(-1) < heights[0],
  lineBreaksWithoutScore: (await page.locator('laurel-rank-history .trace').count()) === 2,
  keyboard: [lastPoint, firstPoint],
  tipShown: await page.locator('laurel-rank-history .tip').textContent(),
  titled: (await page.locator('laurel-rank-history svg > title').textContent()).length > 0,
  described: (await page.locator('laurel-rank-history svg > desc').textContent()).includes('Best rank 1'),
};
assert.deepEqual(result.rankHistory.table, [
  ['2021', '2', '2', '10.5'],
  ['2022', 'no score', '', ''],
  ['2023', '1', '2', '37.5'],
]);
assert.ok(result.rankHistory.betterIsHigher && result.rankHistory.lineBreaksWithoutScore && result.rankHistory.described);
assert.deepEqual(result.rankHistory.keyboard, ['2023: rank 1 of 2, score 37.5, not final', '2021: rank 2 of 2, score 10.5']);
assert.equal(result.rankHistory.tipShown, firstPoint);

const race = page.locator('laurel-bar-race');
const bars = () =>
  race.locator('.bar').evaluateAll((all) =>
    all
      .filter(({ style }) => style.display !== 'none')
      .toSorted((a, b) => a.dataset.place - b.dataset.place)
      .map((bar) => bar.getAttribute('aria-label')),
  );
const start = await bars();
await race.getByRole('button', { name: 'Play' }).click();
const between = await until('the race is between two frames', () =>
  race.evaluate(({ position }) => position % 1 > 0.2 && position),
);
await race.getByRole('button', { name: 'Pause' }).click();
const held = await race.evaluate(async (element) => {
  const before = element.position;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return element.position === before && !element.playing;
});
await race.getByRole('button', { name: 'Play' }).click();
await until('the race has ended', () => race.evaluate(({ position, playing }) => position === 2 && !playing));
const end = await bars();
await race.getByRole('slider').fill('1');
const middle = await bars();
result.barRace = {
  start,
  middle,
  end,
  moves: between > 0,
  pauseHolds: held,
  valueText: await race.getByRole('slider').getAttribute('aria-valuetext'),
  date: await race.locator('output').textContent(),
  table: await table('laurel-bar-race'),
};
assert.deepEqual(start, [`Rank 1: ${ATTACK}, 7.5`]);
assert.deepEqual(middle, ['Rank 1: Bob, 8.0', `Rank 2: ${ATTACK}, 7.5`]);
assert.deepEqual(end, [`Rank 1: ${ATTACK}, 37.5`, 'Rank 2: Bob, 8.0']);
assert.ok(held);
assert.equal(result.barRace.date, '1 Apr 2023');
assert.equal(result.barRace.valueText, '1 Apr 2023, Bob leads with 8.0');
assert.equal(result.barRace.table.length, 3);
await race.locator('.bar[tabindex="0"]').focus();
await page.keyboard.press('Home');
const top = await active();
await page.keyboard.press('ArrowDown');
result.barRace.keyboard = [top, await active()];
assert.deepEqual(result.barRace.keyboard, middle);

const calendar = page.locator('laurel-streak-calendar');
const labels = await calendar.locator('.scroll .day').evaluateAll((days) => days.map((cell) => cell.getAttribute('aria-label')));
const label = (distance) => labels.at(-1 - distance);
await calendar.locator('.scroll .day[tabindex="0"]').focus();
const today = await active();
await page.keyboard.press('ArrowUp');
await page.keyboard.press('ArrowLeft');
result.streakCalendar = {
  summary: await calendar.locator('.summary').textContent(),
  days: [0, 3, 5, 7, 9].map(label),
  active: await calendar.locator('.scroll .day.active').count(),
  frozen: await calendar.locator('.scroll .day.frozen').count(),
  keyboard: [today, await active()],
};
assert.equal(result.streakCalendar.summary, 'Now 5 days, longest 5 days.');
const states = result.streakCalendar.days.map((text) => text.split(': ')[1]);
assert.deepEqual(states, ['active, day 5', 'frozen', 'active, day 1', 'not active', 'active, day 1']);
assert.deepEqual([result.streakCalendar.active, result.streakCalendar.frozen], [7, 1]);
assert.deepEqual(result.streakCalendar.keyboard, [label(0), label(8)]);

// A streak in a time zone that the browser does not know.
result.unknownTimeZone = await page.evaluate(async () => {
  const definition = { key: 'daily', name: null, period: 'DAY', amnestyDates: [], dayRule: { timeZone: 'Mars/Phobos' } };
  const streak = { streak: definition, runs: { nodes: [] }, frozenDates: [], lastActiveDate: null };
  const chart = document.createElement('laurel-streak-calendar');
  chart.setAttribute('participant', 'ann');
  chart.client = { query: async () => ({ participant: { streak: { ...streak, currentLength: 0, longestLength: 0 } } }) };
  await new Promise((resolve) => chart.addEventListener('laurel-data', resolve, { once: true }));
  return /^\d{4}-\d{2}-\d{2}$/.test(chart.data?.today);
});
assert.ok(result.unknownTimeZone);

// A submission without a score removes the entry if the update mode is REPLACE.
const achieved = (status, score, day) => ({ status, score, achievedAt: `2023-01-0${day}T00:00:00Z` });
const submissions = [
  achieved('COUNTED', '5', 1),
  achieved('REMOVED', '9', 2),
  achieved('NO_SCORE', null, 3),
  achieved('COUNTED', '4', 4),
];
const scoresOf = (updateMode) =>
  framesOf([{ id: 'a', name: 'A', submissions }], { decimals: 0, sortOrder: 'DESCENDING', updateMode }, 10).map(({ rows }) =>
    rows.map(({ score }) => score).join(),
  );
result.withoutScore = { REPLACE: scoresOf('REPLACE'), MAX: scoresOf('MAX') };
assert.deepEqual(result.withoutScore, { REPLACE: ['5', '', '4'], MAX: ['5', '5'] });

// Two hidden participants are two bars.
const hidden = (id, score) => ({
  ...{ id, rank: 1, score, participant: null },
  submissions: { nodes: [achieved('COUNTED', score, 1)], pageInfo: { hasNextPage: false } },
});
const standings = { nodes: [hidden('one', '5'), hidden('other', '3')], pageInfo: { hasNextPage: false } };
const frames = Object.fromEntries([1, 2, 3, 4].map((number) => [`frame${number}`, { standings }]));
const rules = { decimals: 0, sortOrder: 'DESCENDING', updateMode: 'INCREMENT', groupOverrides: [] };
const client = { query: async () => ({ leaderboard: { ...rules, window: { ranking: { standings, ...frames } } } }) };
const raceOf = { board: run, leaderboard: { createdAt: '2023-01-01T00:00:00Z' }, window: { id: 'window' }, bars: 10, count: 2 };
raceOf.limits = { pageSize: 1000, pastTimeCount: 4 };
const barsOf = (all) => all.map(({ rows }) => rows.map(({ id, name, score }) => `${id} ${name} ${score}`).join());
result.hidden = {
  achieved: barsOf(await achievedFrames(client, raceOf)),
  received: barsOf(await receivedFrames(client, raceOf, undefined, () => {})),
};
assert.deepEqual(result.hidden, {
  achieved: ['one Hidden 5,other Hidden 3'],
  received: Array(2).fill('hidden-1 Hidden 5,hidden-2 Hidden 3'),
});

// A service with low limits.
const requested = [];
const counting = {
  query: (document, { submissions, time1, time2, time3, time4 }) => {
    requested.push(submissions ?? new Set([time1, time2, time3, time4]).size);
    return client.query();
  },
};
const lowLimits = { ...raceOf, limits: { pageSize: 200, pastTimeCount: 1 } };
await achievedFrames(counting, lowLimits);
const lowFrames = await receivedFrames(counting, lowLimits, undefined, () => {});
result.lowLimits = [requested, lowFrames.length];
assert.deepEqual(result.lowLimits, [[200, 1, 1], 2]);

// A group with an order and an update mode of its own.
const league = { league: 'sprint' };
const scoredIn = (id, ...scores) => ({
  participant: { id, externalId: id },
  submissions: {
    nodes: scores.map((score, index) => ({ ...achieved('COUNTED', score, index + 1), group: league })).toReversed(),
    pageInfo: { hasNextPage: false },
  },
});
const grouped = { nodes: [scoredIn('a', '3', '9'), scoredIn('b', '5')], pageInfo: { hasNextPage: false } };
const lastFrame = async (groupOverrides) => {
  const board = { decimals: 0, sortOrder: 'DESCENDING', updateMode: 'MAX', groupOverrides };
  const stub = { query: async () => ({ leaderboard: { ...board, window: { ranking: { standings: grouped } } } }) };
  const ofLeague = await achievedFrames(stub, { ...raceOf, group: league });
  return ofLeague.at(-1).rows.map(({ id, rank, score }) => `${rank} ${id} ${score}`);
};
const override = (values, own) => ({ group: { values }, sortOrder: null, updateMode: null, ...own });
result.ofGroup = {
  own: await lastFrame([override(league, { sortOrder: 'ASCENDING', updateMode: 'MIN' })]),
  order: await lastFrame([override(league, { sortOrder: 'ASCENDING' })]),
  otherGroup: await lastFrame([override({ ...league, region: 'eu' }, { sortOrder: 'ASCENDING', updateMode: 'MIN' })]),
};
assert.deepEqual(result.ofGroup, { own: ['1 a 3', '2 b 5'], order: ['1 b 5', '2 a 9'], otherGroup: ['1 a 9', '2 b 5'] });

// As received: the scores arrived within seconds, so the all-time window has them at its end only.
const receivedRows = await page.evaluate(async (board) => {
  const chart = document.createElement('laurel-bar-race');
  chart.setAttribute('board', board);
  chart.setAttribute('window', 'all-time');
  chart.setAttribute('frames', '8');
  const drawn = new Promise((resolve) => chart.addEventListener('laurel-data', resolve, { once: true }));
  chart.client = window.client;
  document.querySelector('main').append(chart);
  await drawn;
  const { frames } = chart.data;
  chart.remove();
  return {
    count: frames.length,
    last: frames.at(-1).rows.map(({ rank, score }) => [rank, score]),
    sorted: frames.every(({ time }, index) => index === 0 || time > frames[index - 1].time),
  };
}, run);
result.received = receivedRows;
assert.deepEqual(receivedRows.last, [
  [1, '48.0'],
  [2, '33.0'],
]);
assert.ok(receivedRows.count > 1 && receivedRows.count <= 8 && receivedRows.sorted);

// A chart that is moved while it reads.
result.movedWhileReading = await page.evaluate(async (board) => {
  const chart = document.createElement('laurel-rank-history');
  Object.entries({ board, participant: `${board}-ann` }).forEach(([name, value]) => chart.setAttribute(name, value));
  chart.client = window.client;
  document.querySelector('main').append(chart);
  await Promise.resolve();
  const drawn = new Promise((resolve) => chart.addEventListener('laurel-data', resolve, { once: true }));
  document.body.append(chart);
  await drawn;
  chart.remove();
  return chart.data.points.length;
}, run);
assert.ok(result.movedWhileReading > 0);

// A chart that has data, and is moved while it reads others.
const moved = page.locator('#moved');
await page.evaluate((board) => {
  const chart = document.createElement('laurel-rank-history');
  Object.entries({ id: 'moved', board, participant: `${board}-ann` }).forEach(([name, value]) => chart.setAttribute(name, value));
  chart.client = window.client;
  document.querySelector('main').append(chart);
}, run);
await until('the chart has data', async () => (await table('#moved')).length === 3);
await moved.evaluate(async (chart) => {
  chart.setAttribute('windows', '2');
  await Promise.resolve();
  document.body.append(chart);
});
await until('the chart that was moved has the other data', async () => (await table('#moved')).length === 2);
result.movedWithData = await moved.locator('.status').textContent();
assert.equal(result.movedWithData, '');
await moved.evaluate((chart) => chart.remove());

// Attributes that change together are one request; data of the page needs none.
seen.requests.length = 0;
await page.evaluate((board) => {
  const chart = document.querySelector('laurel-rank-history');
  chart.setAttribute('participant', `${board}-bob`);
  chart.setAttribute('windows', '2');
}, run);
await until('the chart shows bob', async () => (await table('laurel-rank-history')).length === 2);
result.oneRequest = seen.requests.length === 1;
assert.ok(result.oneRequest);
await page.evaluate(() => {
  const own = document.createElement('laurel-rank-history');
  own.id = 'own';
  own.data = {
    leaderboard: 'Own',
    participant: 'Me',
    points: [{ window: 'A', state: 'FINAL', rank: 3, score: '1', entryCount: 9 }],
  };
  document.querySelector('main').append(own);
});
await page.locator('#own .point').waitFor();
result.ownData = {
  withoutRequest: seen.requests.length === 1,
  point: await page.locator('#own .point').getAttribute('aria-label'),
};
assert.deepEqual(result.ownData, { withoutRequest: true, point: 'A: rank 3 of 9, score 1' });
await page.evaluate(() => document.getElementById('own').remove());

// What does not exist.
await page.evaluate(() => document.querySelector('laurel-rank-history').setAttribute('participant', 'no-such-participant'));
await until('the chart is empty', async () => (await page.locator('laurel-rank-history .status').textContent()) === 'No data.');
await page.evaluate((board) => {
  const chart = document.querySelector('laurel-rank-history');
  chart.setAttribute('participant', `${board}-ann`);
  chart.setAttribute('windows', '20');
}, run);
await until('the chart is back', async () => (await table('laurel-rank-history')).length === 3);

result.axe = await violations(page);
assert.deepEqual(result.axe, []);
result.namesAreTexts = await page.evaluate(
  () => window.attacked === undefined && document.querySelector('laurel-bar-race').shadowRoot.querySelector('img') === null,
);
assert.ok(result.namesAreTexts);
await picture(page, folder, 'charts-light', { fullPage: true });
const colour = (where) =>
  where.locator('laurel-rank-history').evaluate((chart) => getComputedStyle(chart.shadowRoot.querySelector('.trace')).stroke);
const light = await colour(page);
await page.evaluate(() => document.querySelector('laurel-rank-history').style.setProperty('--laurel-accent', 'rgb(1, 2, 3)'));
result.accent = await colour(page);
assert.equal(result.accent, 'rgb(1, 2, 3)');
result.complaints = seen.complaints;
assert.deepEqual(seen.complaints, []);
result.compressedBytes = Object.values(seen.sizes).reduce((sum, size) => sum + size, 0);
assert.ok(Object.keys(seen.sizes).length >= 5 && result.compressedBytes < 30_000, JSON.stringify(seen.sizes));
await context.close();

// Dark, narrow, from right to left, and without motion.
const viewport = { width: 360, height: 800 };
const calm = await open(BODY, { dir: 'rtl', colorScheme: 'dark', reducedMotion: 'reduce', viewport });
const calmRace = calm.page.locator('laurel-bar-race');
await calmRace.locator('.bar').first().waitFor();
await calm.page.locator('laurel-rank-history .point').first().waitFor();
await calm.page.locator('laurel-streak-calendar .day').first().waitFor();
/** Names of the parts that are not within the figure of their chart. The tip is that of the focused point or day. */
const outside = (tag, parts, focused = '') =>
  calm.page.locator(tag).evaluate((chart, [inner, point]) => {
    const all = (selector) => [...chart.shadowRoot.querySelectorAll(selector)];
    all(point || 'none').at(-1)?.focus();
    const { left, right } = chart.shadowRoot.querySelector('figure').getBoundingClientRect();
    const boxes = all(inner).map((part) => [part.textContent, part.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    const outer = boxes.filter(([, box]) => box.left < left - 1 || box.right > right + 1);
    return boxes.length === 0 ? ['nothing'] : outer.map(([text]) => text);
  }, [parts, focused]);
result.fromRight = {
  race: await outside('laurel-bar-race', '.bar rect, .bar .name, .bar .value, .bar .rank'),
  history: await outside('laurel-rank-history', 'svg text, .point, .tip', '.point'),
  calendar: await outside('laurel-streak-calendar', '.tip', '.scroll .day'),
};
assert.deepEqual(result.fromRight, { race: [], history: [], calendar: [] });
await calmRace.getByRole('button', { name: 'Play' }).click();
const places = await calmRace.evaluate(async (chart) => {
  const found = new Set();
  while (chart.playing) {
    chart.shadowRoot.querySelectorAll('.bar').forEach((bar) => bar.style.display === '' && found.add(bar.dataset.place));
    await new Promise(requestAnimationFrame);
  }
  return [...found];
});
result.reducedMotion = { places, wholePlaces: places.every((at) => Number.isInteger(Number(at))) };
assert.ok(result.reducedMotion.wholePlaces, places);
result.narrow = { fits: await calm.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth) };
assert.ok(result.narrow.fits);
result.dark = { differs: (await colour(calm.page)) !== light, axe: await violations(calm.page) };
assert.deepEqual(result.dark, { differs: true, axe: [] });
await picture(calm.page, folder, 'charts-dark', { fullPage: true });
await calm.context.close();

// The demo, if the service has it.
const { leaderboard: drivers } = await ask(
  `{ leaderboard(key: "drivers") { window(select: {name: {name: "2010"}}) {
    ranking { standings(first: 10) { nodes { rank score participant { name } } } } } } }`,
);
if (drivers?.window) {
  // The example of the documentation, of which only the streak is another one.
  const streak = `participant="${run}-ann" streak="${run}"`;
  const demo = await open(exampleOf('html').replace('participant="ann" streak="daily"', streak));
  const chart = demo.page.locator('laurel-bar-race');
  await chart.locator('.bar').first().waitFor();
  await demo.page.locator('laurel-rank-history .point').first().waitFor();
  await demo.page.locator('laurel-streak-calendar .day.active').first().waitFor();
  const frames = await chart.evaluate(({ data }) => data.frames);
  const service = drivers.window.ranking.standings.nodes.map(({ rank, score: points, participant }) => [
    rank,
    participant.name,
    points,
  ]);
  result.demo = {
    frameCount: frames.length,
    last: frames.at(-1).rows.map(({ rank, name, score: points }) => [rank, name, points]),
  };
  assert.deepEqual(
    result.demo.last.map(([, , points]) => points),
    service.map(([, , points]) => points),
  );
  assert.deepEqual(new Set(result.demo.last.map(String)), new Set(service.map(String)));
  await chart.evaluate((element, at) => element.seek(at), frames.length / 2);
  await picture(demo.page, folder, 'charts-demo', { fullPage: true });
  await demo.context.close();
}
await browser.close();
console.log(JSON.stringify(result));
