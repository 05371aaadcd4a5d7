// Rows that move: what two readers see of each other, how rows move, and what stays in place.
import { submit, tokenOf } from './boards.mjs';
import { rowsOf, sees } from './session.mjs';

export async function checkLive(session) {
  const seen = { twoReaders: await twoReaders(session), inPlace: await inPlace(session), around: await around(session) };
  // These wait, each for a leaderboard of its own.
  const checks = { rollsOver, season, replaced };
  const entries = Object.entries(checks).map(async ([name, check]) => [name, await check(session)]);
  return { ...seen, ...Object.fromEntries(await Promise.all(entries)) };
}

/** Runs in the page: submits a score with the player's own token, by the same client as the page. */
async function submitInPage([board, externalId, score]) {
  const { createClient } = await import('/laurel-client.js');
  const client = createClient({ token: sessionStorage.getItem('laurel.token') });
  const receipt = await client.leaderboard(board).submit({ participant: externalId, score });
  return receipt.status;
}

const isPeriod = (name) => document.querySelector('laurel-periods select').selectedOptions[0]?.textContent === name;
const isPinned = (rank) => Number(document.querySelector('.pinned .rank').textContent.replace(/\D/g, '')) === rank;

/** Runs in the page: counts the animations of rows from now on. */
function watchMotion() {
  window.seenMotion = 0;
  const look = () => {
    const { length } = document.querySelector('.standings-canvas').getAnimations({ subtree: true });
    window.seenMotion = Math.max(window.seenMotion, length);
    requestAnimationFrame(look);
  };
  look();
}

const hasSaid = (pattern) => new RegExp(pattern).test(document.querySelector('laurel-announcer').textContent);
const isAt = ([position, name]) =>
  document.querySelector(`.row[aria-rowindex="${position + 1}"]:not([hidden]) .name`)?.textContent === name;

async function twoReaders(session) {
  const { keys, me, token, suffix, ask } = session;
  const path = `/?board=${keys.arena}`;
  const second = `${suffix}-9`;
  const one = await session.page(`${path}#token=${token}`);
  const other = await session.page(`${path}#token=${await tokenOf(ask, second)}`);
  const still = await session.page(path, { reducedMotion: 'reduce' });
  await Promise.all([one, other, still].map((page) => sees(page, () => document.querySelector('.is-live'))));
  await Promise.all([one, other, still].map((page) => page.waitForTimeout(1_500)));
  await Promise.all([one, other, still].map((page) => page.evaluate(watchMotion)));
  const began = Date.now();
  const status = await one.evaluate(submitInPage, [keys.arena, me, '4650.00']);
  const seen = await Promise.all([one, other, still].map((page) => sees(page, isAt, [3, 'Robin Example'])));
  const delay = Date.now() - began;
  await other.evaluate(submitInPage, [keys.arena, second, '4700.00']);
  const back = await sees(one, isAt, [3, 'Hana Kowalska']);
  await other.waitForTimeout(1_000);
  const [row] = (await rowsOf(other)).filter(({ name }) => name === 'Hana Kowalska');
  const motion = await Promise.all([one, other, still].map((page) => page.evaluate(() => window.seenMotion)));
  const said = await sees(one, hasSaid, '^You moved (up|down) to rank \\d+ with [\\d.,]+\\.$');
  await one.waitForTimeout(5_500);
  const lastSaid = await one.textContent('laurel-announcer');
  const stranger = await still.textContent('laurel-announcer');
  await session.picture(other, 'page-live');
  await session.done(one, other, still);
  return {
    status,
    delay,
    eachOther: seen.every(Boolean) && back,
    movement: row?.move === 'up' && row.moveTitle === 'Up 7 ranks since you opened this page',
    motion,
    animated: motion[0] > 0 && motion[1] > 0,
    stillIfPreferred: motion[2] === 0,
    said: said && lastSaid === 'You moved down to rank 4 with 4,650.00.',
    saysOnlyOwn: stranger === '',
  };
}

/** Rows that enter above do not move what the reader looks at: near the top, which is live, and far below. */
async function inPlace(session) {
  const { keys, suffix, ask } = session;
  const enter = (number, score) => {
    const participant = { externalId: `${suffix}-e${number}`, name: `Entered ${number}` };
    return submit(ask, [{ leaderboardKey: keys.large, participant, score }]);
  };
  const page = await session.page(`/?board=${keys.large}`);
  const scrollTo = (position) =>
    page.$eval('.standings-area', (area, to) => {
      area.scrollTop = (to - 1) * document.querySelector('.row-probe').offsetHeight;
    }, position);
  const look = async (position) => {
    await scrollTo(position);
    await sees(page, (index) => document.querySelector(`.row[aria-rowindex="${index}"]:not(.is-loading)`), position + 3);
    await page.waitForTimeout(600);
    const row = (await rowsOf(page)).find((found) => found.position === position + 2);
    return row;
  };
  const again = async (row) => {
    const moved = await sees(page, isAt, [row.position + 1, row.name], 25_000);
    await page.waitForTimeout(600);
    const now = (await rowsOf(page)).find(({ name }) => name === row.name);
    return moved && Math.abs((now?.top ?? -999) - row.top) <= 1;
  };
  const nearTop = await look(20);
  await enter(1, '2000001');
  const stays = await again(nearTop);
  const deep = await look(2_000);
  await enter(2, '2000002');
  const staysDeep = await again(deep);
  await scrollTo(1);
  await page.waitForTimeout(600);
  await enter(3, '2000003');
  const first = await sees(page, isAt, [1, 'Entered 3']);
  const atTop = await page.$eval('.standings-area', ({ scrollTop }) => scrollTop === 0);
  await session.done(page);
  return { stays, staysDeep, topStaysAtTop: first && atTop };
}

/** A window ends while it is shown: the page goes on with the next one. */
async function rollsOver(session) {
  const { keys, suffix, ask } = session;
  const page = await session.page(`/?board=${keys.cup}`);
  await sees(page, () => document.querySelector('.is-live'));
  await page.waitForTimeout(1_500);
  const participant = { externalId: `${suffix}-cup-Z`, name: 'Player Z' };
  await submit(ask, [{ leaderboardKey: keys.cup, participant, score: '5', achievedAt: '2026-03-05T09:00:00Z' }]);
  const next = await sees(page, isAt, [1, 'Player Z']);
  const listed = await sees(page, isPeriod, 'Thu, 5 Mar 2026');
  const count = await page.textContent('#entry-count');
  await session.done(page);
  return next && listed && count === '1 participant';
}

/** Before the first season the page waits for it, and after its end for the next one. */
async function season(session) {
  const { suffix, ask } = session;
  const key = `league-${suffix}`;
  const input = { key, name: 'League', windowDefinitions: [{ kind: 'SEASON' }] };
  const create = 'mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { code message } } }';
  await ask(create, { input });
  const page = await session.page(`/?board=${key}`);
  const waits = (await page.textContent('laurel-notice h2')) === 'No season at the moment';
  await page.waitForTimeout(1_500);
  const start = { leaderboardKey: key, name: 'Spring season' };
  await ask('mutation ($input: StartSeasonInput!) { startSeason(input: $input) { errors { code message } } }', { input: start });
  await submit(ask, [{ leaderboardKey: key, participant: { externalId: `${suffix}-s`, name: 'First of Spring' }, score: '3' }]);
  const starts = await sees(page, isAt, [1, 'First of Spring'], 20_000);
  const announced = await sees(page, hasSaid, '^A new window has begun\\.$');
  const named = await sees(page, isPeriod, 'Spring season');
  await page.waitForTimeout(1_500);
  const { leaderboard } = await ask('query ($key: String!) { leaderboard(key: $key) { currentSeason { id } } }', { key });
  const end = { seasonId: leaderboard.currentSeason.id };
  await ask('mutation ($input: EndSeasonInput!) { endSeason(input: $input) { errors { code message } } }', { input: end });
  const ends = await sees(page, hasSaid, '^The window has ended\\.$');
  const waitsAgain = await sees(page, isPeriod, 'Current');
  await session.done(page);
  return { waits, starts, announced, named, ends, waitsAgain };
}

/** The leaderboard is deleted, and created again with the same key: the page follows the new one. */
async function replaced(session) {
  const { suffix, ask } = session;
  const key = `replay-${suffix}`;
  const begin = async (name, participant) => {
    const create = 'mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { code message } } }';
    await ask(create, { input: { key, name } });
    await submit(ask, [{ leaderboardKey: key, participant: { externalId: `${suffix}-r`, name: participant }, score: '1' }]);
  };
  await begin('First replay', 'Runner One');
  const page = await session.page(`/?board=${key}`);
  await sees(page, () => document.querySelector('.is-live'));
  await page.waitForTimeout(1_000);
  await ask('mutation ($key: String!) { deleteLeaderboard(input: {leaderboardKey: $key}) { errors { code message } } }', { key });
  await begin('Second replay', 'Runner Two');
  const shown = await sees(page, isAt, [1, 'Runner Two']);
  const named = await sees(page, () => document.querySelector('.board-name').textContent === 'Second replay');
  await submit(ask, [{ leaderboardKey: key, participant: { externalId: `${suffix}-q`, name: 'Runner Three' }, score: '2' }]);
  const follows = await sees(page, isAt, [1, 'Runner Three']);
  await session.done(page);
  return { shown, named, follows };
}

/** The viewer's row far below the first ones is live, too. */
async function around(session) {
  const { keys, suffix, ask } = session;
  const page = await session.page(`/?board=${keys.large}&me=${suffix}-l3000`);
  await page.waitForSelector('.pinned:not([hidden])');
  await page.waitForTimeout(1_500);
  const rank = () => page.textContent('.pinned .rank').then((text) => Number(text.replace(/\D/g, '')));
  const before = await rank();
  const began = Date.now();
  const participant = { externalId: `${suffix}-l3100`, name: 'Runner 3101' };
  await submit(ask, [{ leaderboardKey: keys.large, participant, score: String(1_000_000 - 3_000 * 3 + 1) }]);
  const overtaken = await sees(page, isPinned, before + 1);
  const delay = Date.now() - began;
  await session.done(page);
  return { overtaken, delay };
}
