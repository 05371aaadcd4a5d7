// What is chosen: boards, windows, groups, friends, and past windows; all of it in the address.
import { rowsOf, sees } from './session.mjs';

const isTab = (name) => document.querySelector('[role=tab][aria-selected=true]')?.textContent === name;
const first = (name) => document.querySelector('.row[aria-rowindex="2"]:not(.is-loading) .name')?.textContent === name;
const isPeriod = (name) => document.querySelector('laurel-periods select').selectedOptions[0]?.textContent === name;
const isActive = (name) => document.querySelector('.row.is-active:not(.is-loading) .name')?.textContent === name;
const isStatus = (pattern) => new RegExp(pattern).test(document.querySelector('laurel-countdown').textContent);
const counts = (text) => document.querySelector('#entry-count').textContent === text;

export async function checkChoices(session) {
  return {
    tabs: await tabs(session),
    scopes: await scopes(session),
    boards: await boards(session),
    past: await past(session),
    search: await search(session),
    longList: await longList(session),
  };
}

async function tabs(session) {
  const page = await session.page(`/?board=${session.keys.arena}`);
  const names = await page.$$eval('[role=tab]', (found) => found.map(({ textContent }) => textContent));
  await page.focus('[role=tab][aria-selected=true]');
  await page.keyboard.press('ArrowRight');
  const moved = await sees(page, isTab, 'Weekly');
  const focused = await page.evaluate(() => document.activeElement.textContent);
  const address = new URL(page.url()).searchParams.get('window');
  await page.keyboard.press('End');
  const last = await sees(page, isTab, 'Last 7 days');
  await page.goBack();
  const back = await sees(page, isTab, 'Weekly');
  await page.reload();
  await session.ready(page);
  const kept = await sees(page, isTab, 'Weekly');
  const period = await sees(page, isPeriod, 'This week');
  const countdown = await page.textContent('laurel-countdown');
  const moves = await sees(page, (before) => document.querySelector('laurel-countdown').textContent !== before, countdown);
  await session.done(page);
  return {
    names,
    ordered: names.join() === 'Daily,Weekly,Monthly,All time,Last 7 days',
    arrowKeys: moved && focused === 'Weekly' && last,
    inAddress: address === 'weekly' && kept,
    backButton: back,
    periodName: period,
    countsDown: /^Resets in ?[\d: d]+$/.test(countdown) && moves,
  };
}

async function scopes(session) {
  const { keys, token, suffix } = session;
  const page = await session.page(`/?board=${keys.arena}#token=${token}`);
  const options = await page.$$eval('laurel-scope select option', (found) => found.map(({ textContent }) => textContent));
  await page.selectOption('laurel-scope select', 'own:campus');
  const own = await sees(page, counts, '26 participants');
  const inAddress = new URL(page.url()).searchParams.get('group.campus') === 'north';
  await page.selectOption('laurel-scope select', 'by:campus');
  await page.waitForSelector('.group-values select');
  await page.selectOption('.group-values select', 'south');
  const other = await sees(page, counts, '11 participants');
  await page.goBack();
  const back = await sees(page, counts, '26 participants');
  await page.goto(new URL(`/?board=${keys.campus}`, session.base).href);
  await session.ready(page);
  const viewersGroup = await sees(page, counts, '5 participants');
  const stranger = await session.page(`/?board=${keys.campus}`);
  const firstGroup = await sees(stranger, counts, '5 participants');
  await session.done(stranger);
  await page.goto(new URL(`/?board=${keys.arena}&scope=friends&friends=${suffix}-3,${suffix}-1,${suffix}-2`, session.base).href);
  await session.ready(page);
  const friends = (await rowsOf(page)).map(({ rank, name }) => `${rank} ${name}`);
  await session.done(page);
  return {
    options,
    listed: options.join() === 'Everyone,My campus: north,By campus',
    own,
    inAddress,
    picker: other && back,
    defaultsToOwnGroup: viewersGroup,
    defaultsToFirstGroup: firstGroup,
    friends: friends.join() === '1 Tomás Herrera,2 Aiko Tanaka,3 Jonas Weber,4 Robin Example',
  };
}

async function boards(session) {
  const { keys } = session;
  const page = await session.page(`/?board=${keys.arena}&window=weekly`);
  await page.selectOption('.board-select', keys.single);
  const chosen = await sees(page, first, 'Only One');
  const { searchParams } = new URL(page.url());
  const count = await page.textContent('#entry-count');
  await page.goBack();
  const back = await sees(page, isTab, 'Weekly');
  await page.goto(new URL(`/?board=${keys.empty}`, session.base).href);
  await session.ready(page);
  const empty = await sees(page, () => document.querySelector('laurel-notice h2')?.textContent === 'No scores yet');
  await session.picture(page, 'page-empty');
  await page.goto(new URL('/?board=no-such-board', session.base).href);
  await session.ready(page);
  const unknown = await page.textContent('laurel-notice h2');
  await session.done(page);
  return {
    chosen: chosen && searchParams.get('board') === keys.single && !searchParams.has('window'),
    oneEntry: count === '1 participant',
    back,
    empty,
    unknown: unknown === 'This leaderboard does not exist',
  };
}

/** The rest of a long list of boards arrives after the reader has gone to another one. */
async function longList(session) {
  const { keys } = session;
  let arrive;
  const later = new Promise((resolve) => (arrive = resolve));
  const long = (page) =>
    page.route('**/graphql', async (route) => {
      const { query } = route.request().postDataJSON();
      if (query.includes('query PageStart')) {
        const response = await route.fetch();
        const body = await response.json();
        const nodes = [{ key: keys.arena, name: 'City Arena' }, { key: keys.single, name: 'A Single One' }];
        Object.assign(body.data.leaderboards, { nodes, pageInfo: { hasNextPage: true, endCursor: 'next' } });
        await route.fulfill({ response, json: body });
      } else if (query.includes('query PageMoreBoards')) {
        await later;
        const nodes = [{ key: 'far-down', name: 'Far Down' }];
        await route.fulfill({ json: { data: { leaderboards: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } } });
      } else {
        await route.continue();
      }
    });
  const page = await session.page(`/?board=${keys.arena}`, { route: long });
  await page.selectOption('.board-select', keys.single);
  await sees(page, first, 'Only One');
  arrive();
  const listed = await sees(page, () => document.querySelector('.board-select option[value=far-down]'));
  const shown = await page.$eval('.board-select', ({ value }) => value);
  const name = await page.textContent('.board-name');
  await session.done(page);
  return { listed, stays: shown === keys.single && name === 'A Single One' };
}

async function past(session) {
  const { keys } = session;
  const page = await session.page(`/?board=${keys.cup}`);
  await sees(page, () => document.querySelectorAll('laurel-periods option').length === 4);
  const names = await page.$$eval('laurel-periods option', (found) => found.map(({ textContent }) => textContent));
  const current = await rowsOf(page);
  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  const [entered] = (await rowsOf(page)).filter(({ name }) => name === 'Player M');
  await page.click('[aria-label="Window before"]');
  const final = await sees(page, isStatus, '^Final ranks since');
  const inAddress = new URL(page.url()).searchParams.get('period') === '2026-03-03';
  await page.click('[aria-label="Window before"]');
  const revision = await sees(page, isStatus, '^Final ranks · corrected .+\\(revision 2\\)$');
  await sees(page, first, 'Player K');
  const rows = await rowsOf(page);
  await session.picture(page, 'page-past');
  await page.goBack();
  const back = await sees(page, first, 'Player A');
  await session.done(page);
  const moves = current.map(({ move }) => move);
  return {
    names,
    listed: names.length === 4,
    final,
    inAddress,
    revision,
    finalRows: rows[0].name === 'Player K' && rows[0].moveTitle === 'Up 10 ranks since the day before',
    movements: moves.slice(0, 3).join() === 'up,down,down' && entered?.move === 'new' && moves[3] === 'same',
    back,
  };
}

async function search(session) {
  const page = await session.page(`/?board=${session.keys.large}`);
  await page.keyboard.press('/');
  const shortcut = await page.evaluate(() => document.activeElement.classList.contains('search-field'));
  await page.keyboard.type('#3210');
  await page.waitForSelector('.found');
  await page.keyboard.press('Enter');
  const jumped = await sees(page, isActive, 'Runner 3210');
  const focus = await page.evaluate(() => document.activeElement.getAttribute('role'));
  await page.keyboard.press('/');
  await page.keyboard.type('Runner 4321');
  const found = await sees(page, () => document.querySelector('.found .name')?.textContent === 'Runner 4321');
  await session.picture(page, 'page-search');
  await page.keyboard.press('Enter');
  const shown = await sees(page, isActive, 'Runner 4321');
  await page.keyboard.press('/');
  await page.keyboard.type('5');
  await page.waitForSelector('.found');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  const atOnce = await sees(page, isActive, 'Runner 50');
  await page.keyboard.press('/');
  await page.keyboard.type('no such name');
  const nothing = await sees(page, () => /No participant/.test(document.querySelector('.found')?.textContent));
  await page.keyboard.press('Escape');
  const closed = await page.isHidden('.search-results');
  await session.done(page);
  return { shortcut, jumpToRank: jumped && focus === 'grid', byName: found && shown, atOnce, nothing, escape: closed };
}
