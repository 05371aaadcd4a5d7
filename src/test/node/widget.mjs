// Opens pages of another origin, which include the element <laurel-leaderboard> or an iframe with it. Prints what they saw as
// one JSON object; fails if a value is not as expected.
// Arguments: the browser, the address of the service, a folder for screenshots, an administrator's key or an empty text, and
// the origin of the embedding page, which the settings of the service allow.
import {
  NAMES, bearers, closeAll, events, finish, laps, names, open, points, prepare, rowOf, rows, see, settle, shot, shows, submit,
  tag, text, until, violations, violationsOf,
} from './widget-site.mjs';
import { Format } from '../../main/web/widget/format.js';
import { documentation } from './widget-docs.mjs';
import { connections, failures, frames, tokens } from './widget-frames.mjs';

const change = (page, property, value) =>
  page.locator('laurel-leaderboard').evaluate((board, [name, next]) => (board[name] = next), [property, value]);

const speaks = (page, expected) =>
  shows(page, (root, words) => root.querySelector('[role=status]').textContent === words, expected);
const boxOf = (page, part) => page.locator(`[part~=${part}]`).first().boundingBox();
/** Whether the participant's row is marked. */
const isOwn = (page, expected) =>
  shows(page, (root, name) => root.querySelector('[aria-current=true] [part=name]')?.textContent === name, expected);

await prepare();
for (const section of [live, participant, themes, attributes, languages, failures, connections, tokens, frames, documentation]) {
  await section();
  await closeAll();
}
await finish();

/** A page of another origin, without credentials: rows appear, and move with a submission. */
async function live() {
  const page = await open(tag(laps, 'window="weekly" first="8"'));
  see('live', 'shown', await rows(page, 8));
  see('live', 'first', (await names(page))[0], NAMES[0]);
  see('live', 'exactScore', await text(page, 'score'), '9,007,199,254,740,993.25');
  see('live', 'connected', await shows(page, (root) => root.querySelector('[data-state=live]')));
  see('live', 'countdown', /^Ends in \d/.test(await text(page, 'countdown')));
  see('live', 'credentials', bearers(page), []);
  see('live', 'table', await page.getByRole('table', { name: 'Campus laps' }).getByRole('rowheader').count(), 8);
  await page.evaluate(() => {
    window.moved = 0;
    const { shadowRoot } = document.querySelector('laurel-leaderboard');
    addEventListener('laurel-update', () => requestAnimationFrame(() => {
      const effects = shadowRoot.getAnimations().filter(({ effect }) => effect.getKeyframes().some(({ transform }) => transform));
      window.moved += effects.length;
    }));
  });
  await submit(laps, 6, '2500.00');
  see('live', 'submissionAppears', await shows(page, (root, name) =>
    root.querySelectorAll('[part=name]')[1].textContent === name, NAMES[6]));
  see('live', 'rowsMove', await until(page, () => window.moved >= 6));
  await submit(laps, 1, '9007199254740994');
  see('live', 'speaks', await speaks(page, `${NAMES[1]} leads with 9,007,199,254,740,994.00`));
  see('live', 'violations', await violations(page), []);
  const still = await open(tag(laps, 'window="weekly" first="8"'), { reducedMotion: 'reduce' });
  await rows(still, 8);
  await submit(laps, 1, '1939.50');
  see('live', 'reducedMotion', await shows(still, (root) => {
    const moving = root.getAnimations().some(({ effect }) => effect.getKeyframes().some(({ transform }) => transform));
    return !moving && root.querySelector('[part=name]').textContent === 'Ada Lovelace';
  }));
}

/** The participant's row is always shown, at its place. */
async function participant() {
  const page = await open(tag(laps, 'window="weekly" first="5" participant="p12" selectable'));
  see('participant', 'pinned', await rows(page, 6));
  see('participant', 'last', (await names(page)).at(-1), NAMES[12]);
  see('participant', 'gap', await page.locator('[part=gap]').count(), 1);
  see('participant', 'current', await isOwn(page, NAMES[12]));
  await rowOf(page, NAMES[12]).getByRole('button').focus();
  await submit(laps, 12, '3000.00');
  see('participant', 'risesToTop', await rows(page, 5));
  const focused = await page.evaluate(() => document.activeElement.shadowRoot?.activeElement.textContent);
  see('participant', 'focusStays', focused, NAMES[12]);
  see('participant', 'speaks', await speaks(page, `${NAMES[12]} is on rank 2`));
  await page.keyboard.press('Enter');
  const selected = (await events(page)).filter(([name]) => name === 'select');
  see('participant', 'selectByKeyboard', selected.map(([, { row }]) => row.participant.externalId), ['p12']);
  await submit(laps, 12, '1268.50');
  await rows(page, 6);
  await change(page, 'around', 1);
  see('participant', 'neighbours', await rows(page, 8));
  await change(page, 'participant', 'p2');
  see('participant', 'changes', await isOwn(page, NAMES[2]));
}

async function themes() {
  const attributes = 'window="weekly" first="6" participant="p9" around="1" avatars';
  for (const theme of ['light', 'dark']) {
    const page = await open(tag(laps, attributes), { colorScheme: theme });
    await rows(page, 9);
    await settle(page);
    await shot(page, theme);
    see('axe', theme, await violationsOf(page), []);
  }
  const page = await open(tag(laps, `class="themed" theme="dark" ${attributes}`), { colorScheme: 'light' });
  await rows(page, 9);
  await settle(page);
  await shot(page, 'themed');
  const style = (part, property) => page.locator(`[part~=${part}]`).first()
    .evaluate((element, name) => getComputedStyle(element)[name], property);
  see('theme', 'accent', await style('status', 'color'), 'rgb(120, 40, 200)');
  see('theme', 'rowHeight', (await rowOf(page, NAMES[0]).boundingBox()).height, 60);
  see('theme', 'radius', await style('card', 'borderRadius'), '0px');
  see('theme', 'font', await style('name', 'fontFamily'), 'monospace');
  see('theme', 'part', await style('score', 'textDecorationLine'), 'underline');
  see('theme', 'darkByAttribute', await style('card', 'backgroundColor'), 'rgb(22, 24, 28)');
  const narrow = await open(tag(laps, attributes), { viewport: { width: 320, height: 620 } });
  await rows(narrow, 9);
  await settle(narrow);
  await shot(narrow, '320');
  see('axe', '320', await violationsOf(narrow), []);
  see('theme', 'fits320', await narrow.evaluate(() => document.documentElement.scrollWidth), 320);
  const [card, score, name] = await Promise.all(['card', 'score', 'name'].map((part) => boxOf(narrow, part)));
  see('theme', 'longScoreFits', score.x + score.width < card.x + card.width && name.width > 40);
}

/** Changes of attributes and properties. */
async function attributes() {
  const page = await open(tag(laps, 'window="weekly" first="3"'));
  await rows(page, 3);
  await page.locator('laurel-leaderboard').evaluate((board, next) => Object.assign(board, { board: next, window: null }), points);
  see('attributes', 'switchesBoard', await rows(page, 1));
  see('attributes', 'title', await shows(page, (root) => root.querySelector('[part=title]').textContent === 'Points'));
  await change(page, 'window', 'all-time');
  see('attributes', 'window', await shows(page, (root) =>
    root.querySelector('[part=window]').textContent === 'All time · 1 player'));
  await change(page, 'board', laps);
  await change(page, 'first', 20);
  await change(page, 'group', { campus: 'north' });
  see('attributes', 'group', await rows(page, 7));
  await change(page, 'heading', 'North');
  await change(page, 'labels', { participant: 'Student' });
  see('attributes', 'heading', await text(page, 'title'), 'North');
  await change(page, 'heading', '');
  see('attributes', 'noHeading', await page.locator('[part=title]').isHidden());
  see('attributes', 'name', await page.getByRole('table', { name: 'Campus laps' }).count(), 1);
  see('attributes', 'labels', await page.getByRole('columnheader', { name: 'Student' }).count(), 1);
  await change(page, 'group', null);
  await change(page, 'windowName', 'ALL-TIME');
  see('attributes', 'windowName', await rows(page, 14));
  see('attributes', 'violations', await violations(page), []);
}

async function languages() {
  const german = await open(tag(laps, 'lang="de" first="3"'));
  await rows(german, 3);
  see('languages', 'german', await text(german, 'score'), '9.007.199.254.740.993,25');
  const day = { kind: 'DAILY', name: '2026-03-04', startsAt: '2026-03-04T00:00:00Z', endsAt: '2026-03-05T00:00:00Z' };
  const windowIn = (timeZone) => new Format('en').window({ ...day, timeZone });
  see('languages', 'timeZones', [windowIn('UTC'), windowIn('Mars/Phobos')], ['March 4, 2026', '2026-03-04']);
  const labels = { rank: 'المركز', participant: 'اللاعب', score: 'النقاط', live: 'مباشر', endsIn: 'ينتهي خلال {time}',
    entries: { one: 'لاعب واحد', few: '{count} لاعبين', many: '{count} لاعبًا', other: '{count} لاعب' } };
  const page = await open(tag(laps, `lang="ar-EG" dir="rtl" window="weekly" first="6" participant="p9" avatars
    heading="لفات الحرم الجامعي" labels='${JSON.stringify(labels)}'`));
  await rows(page, 7);
  await settle(page);
  await shot(page, 'rtl');
  see('languages', 'arabic', await text(page, 'score'), '٩٬٠٠٧٬١٩٩٬٢٥٤٬٧٤٠٬٩٩٣٫٢٥');
  const [rank, score] = await Promise.all(['rank', 'score'].map((part) => boxOf(page, part)));
  see('languages', 'ranksAreRight', rank.x > score.x);
  see('axe', 'rtl', await violationsOf(page), []);
}
