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

/** In a window that is over nothing arrives that would make the page read again. Its second page of rows fails once. */
async function repeated(session) {
  const { keys } = session;
  let failures = 0;
  const answer = async (route, body) => {
    const from = body.variables.fromPosition;
    const response = await route.fetch({ postData: { ...body, variables: { ...body.variables, fromPosition: 1 } } });
    const json = await response.json();
    const { finalRanking } = json.data.leaderboard.ranking;
    finalRanking.entryCount = 30;
    for (const row of finalRanking.standings.nodes) {
      Object.assign(row, { id: `${row.id}-${from}`, position: row.position + from - 1 });
    }
    await route.fulfill({ response, json });
  };
  const failOnce = (page) =>
    page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON();
      if (!body.query.includes('query PageFinalStandings')) {
        await route.continue();
      } else if (body.variables.fromPosition > 1 && ++failures === 1) {
        await route.abort();
      } else {
        await answer(route, body);
      }
    });
  const page = await session.page(`/?board=${keys.cup}&period=2026-03-03`, { route: failOnce });
  await page.$eval('.standings-area', (area) => {
    area.scrollTop = area.scrollHeight;
  });
  const isRead = () => Boolean(document.querySelector('.row[aria-rowindex="31"]:not(.is-loading):not([hidden])'));
  const again = await sees(page, isRead);
  await session.done(page);
  return again && failures === 2;
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
