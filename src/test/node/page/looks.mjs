// The first visit, and how the page looks: themes, sizes, directions. With rules of accessibility for each.
import { gzipSync } from 'node:zlib';
import { submit } from './boards.mjs';
import { rowsOf, sees } from './session.mjs';

export async function checkFirstVisit(session) {
  const page = await session.blank({ own: true });
  const parts = [];
  page.on('response', (response) => parts.push(response));
  await page.goto(session.base);
  await session.ready(page);
  await page.waitForTimeout(500);
  const bodies = await Promise.all(parts.map((response) => response.body().catch(() => Buffer.alloc(0))));
  const measured = await page.evaluate(() => ({
    firstPaint: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1),
    layoutShift: Math.round(window.seenShift * 10_000) / 10_000,
    transferred: performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0),
    title: document.title,
    board: document.querySelector('.board-select').value,
    preloaded: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/web\/(page|shared)\/.+\.js$/.test(path) && !/(early|page)\.js$/.test(path))
      .every((path) => document.querySelector(`link[rel=modulepreload][href="${path}"]`)),
    first: document.querySelector('.board-select option').value,
  }));
  const compressed = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  await session.picture(page, 'page-first-visit');
  await session.done(page);
  const { leaderboard } = await session.ask('{ leaderboard(key: "live-season") { key } }');
  return {
    ...measured,
    requests: parts.length,
    compressed,
    light: compressed < 100_000,
    steady: measured.layoutShift < 0.02,
    painted: measured.firstPaint > 0,
    expectedBoard: measured.board === (leaderboard?.key ?? measured.first),
  };
}

export async function checkLooks(session) {
  const { keys, token } = session;
  const path = `/?board=${keys.arena}`;
  const own = `${path}#token=${token}`;
  const looks = {
    light: await look(session, own, 'page-light', { colorScheme: 'light' }),
    dark: await look(session, own, 'page-dark', { colorScheme: 'dark' }),
    phone: await look(session, own, 'page-phone', { width: 360, height: 740 }),
    rightToLeft: await look(session, `${path}&dir=rtl#token=${token}`, 'page-rtl', {}),
    arabic: await look(session, `${path}&lang=ar-EG`, 'page-arabic', {}),
  };
  if (session.folder) {
    looks.phoneDark = await look(session, own, 'page-phone-dark', { width: 360, height: 740, colorScheme: 'dark' });
    looks.tablet = await look(session, own, 'page-tablet', { width: 820, height: 1180 });
    looks.large = await look(session, own, 'page-4k', { width: 3840, height: 2160 });
    await picture(session, own);
  }
  return { ...looks, themes: await themes(session, path), differ: looks.light.page !== looks.dark.page };
}

async function look(session, path, name, options) {
  const page = await session.page(path, { pictures: true, ...options });
  await sees(page, () => !document.querySelector('.row.is-loading:not([hidden])'));
  await page.waitForTimeout(700);
  await session.picture(page, name);
  const problems = await session.problems(page);
  const seen = await page.evaluate(() => ({
    page: getComputedStyle(document.body).backgroundColor,
    direction: document.documentElement.dir,
    fits: [document.documentElement, document.body].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
  }));
  const [{ score }] = await rowsOf(page);
  await session.done(page);
  const expected = /dir=rtl|lang=ar/.test(path) ? 'rtl' : 'ltr';
  return { ...seen, score, problems, accessible: problems.length === 0, directed: seen.direction === expected };
}

/** The picture of the documentation: rows have moved since the page was opened. */
async function picture(session, path) {
  const { keys, people, ask } = session;
  const page = await session.page(path, { pictures: true });
  await sees(page, () => document.querySelector('.is-live'));
  await page.waitForTimeout(1_500);
  const scores = { 0: '4820.40', 5: '4812.75', 7: '4731.10', 4: '4580.25', 12: '4377.90', 2: '4290.55', 15: '4410.00' };
  const items = Object.entries(scores).map(([index, score]) => {
    return { leaderboardKey: keys.arena, participant: people[index], score, group: people[index].group };
  });
  await submit(ask, items);
  await sees(page, () => document.querySelectorAll('.move[data-move=up]').length > 2);
  await page.waitForTimeout(1_500);
  await session.picture(page, 'page');
  await session.done(page);
}

/** The button goes from the system's theme to light, and to dark, which the next visit keeps. */
async function themes(session, path) {
  const page = await session.page(path, { own: true, colorScheme: 'dark' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const system = await background();
  await page.click('#theme');
  const light = await background();
  const label = await page.getAttribute('#theme', 'aria-label');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.click('#theme');
  const dark = await background();
  await page.reload();
  await session.ready(page);
  const kept = await background();
  await session.done(page);
  return { toggles: system !== light && dark === system, labelled: label === 'Appearance: light', kept: kept === dark };
}
