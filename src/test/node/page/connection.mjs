// A connection that is lost and comes back, and a service that cannot be reached at first.
import { openProxy } from '../proxy.mjs';
import { submit } from './boards.mjs';
import { sees } from './session.mjs';

const isSecond = (name) => document.querySelector('.row[aria-rowindex="3"] .name')?.textContent === name;

export async function checkConnection(session) {
  const [seen, again] = await Promise.all([interruption(session), repeated(session)]);
  return { ...seen, ...(await unreachable(session)), repeated: again };
}

async function interruption(session) {
  const { base, keys, suffix, ask } = session;
  const proxy = await openProxy(base);
  const page = await session.page(`/?board=${keys.arena}`, { base: proxy.url });
  await sees(page, () => document.querySelector('.is-live'));
  await page.waitForTimeout(1_500);
  proxy.aim('http://127.0.0.1:9');
  proxy.cut();
  const banner = await sees(page, () => {
    const { hidden, textContent } = document.querySelector('laurel-connection');
    return !hidden && /^Connection lost. Trying again in \d+ s\.$/.test(textContent);
  });
  const rowsStay = await page.isVisible('.row:not(.is-loading)');
  await session.picture(page, 'page-offline');
  const participant = { externalId: `${suffix}-20`, name: 'Elena Petrova' };
  await submit(ask, [{ leaderboardKey: keys.arena, participant, score: '4999.99', group: { campus: 'north' } }]);
  proxy.aim(base);
  const gone = await sees(page, () => document.querySelector('laurel-connection').hidden, null, 25_000);
  const caughtUp = await sees(page, isSecond, 'Elena Petrova');
  const said = await sees(page, () => /connection is back/.test(document.querySelector('laurel-announcer').textContent));
  // The connection is lost for good while the reader goes to a ranking that cannot be read: nothing is followed any longer.
  proxy.aim('http://127.0.0.1:9');
  proxy.cut();
  await sees(page, () => !document.querySelector('laurel-connection').hidden);
  await page.click('[role=tab][aria-selected=false]');
  const ends = await sees(page, () => document.querySelector('laurel-connection').hidden, null, 3_000);
  await session.done(page);
  proxy.close();
  return { banner, rowsStay, reconnects: gone, caughtUp, said, bannerEnds: ends };
}

/** In a window that is over, nothing arrives that would read the page again. */
async function repeated(session) {
  const { keys, suffix } = session;
  let failures = 1;
  const failOnce = (page) =>
    page.route('**/graphql', (route) => {
      const fails = failures > 0 && route.request().postData()?.includes('PageOwnStanding');
      failures -= fails ? 1 : 0;
      return fails ? route.abort() : route.continue();
    });
  const page = await session.page(`/?board=${keys.cup}&period=2026-03-03&me=${suffix}-cup-B`, { route: failOnce });
  await page.waitForSelector('.row.is-own', { timeout: 10_000 }).catch(() => {});
  const own = await sees(page, () => document.querySelector('laurel-viewer .own-rank'));
  await session.done(page);
  return own && failures === 0;
}

async function unreachable(session) {
  const { keys } = session;
  const abort = (page) => page.route('**/graphql', (route) => route.abort());
  const page = await session.page(`/?board=${keys.arena}`, { route: abort });
  const plainWords = (await page.textContent('laurel-notice h2')) === 'The service cannot be reached';
  await session.picture(page, 'page-unreachable');
  await page.unroute('**/graphql');
  const recovers = await sees(page, isSecond, 'Elena Petrova');
  const uncovered = await page.isHidden('laurel-notice');
  await session.done(page);
  return { plainWords, recovers: recovers && uncovered };
}
