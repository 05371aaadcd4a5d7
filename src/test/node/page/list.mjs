// The list of ten million rows. The service has 5,000; responses are changed on their way, so that there seem to be more.
import { rowsOf, sees } from './session.mjs';

const COUNT = 10_000_000;
const STORED = 4_900;

const isActive = (position) =>
  document.querySelector('.row.is-active:not(.is-loading)')?.getAttribute('aria-rowindex') === String(position + 1);

export async function checkList(session) {
  const { keys } = session;
  const page = await session.page(`/?board=${keys.large}`, { route: pretend });
  const area = (read) => page.$eval('.standings-area', read);
  const rowHeight = await page.$eval('.row-probe', ({ offsetHeight }) => offsetHeight);
  const measures = await area((grid) => ({
    rows: Number(grid.getAttribute('aria-rowcount')) - 1,
    height: document.querySelector('.standings-canvas').offsetHeight,
  }));

  await jump(page, 5_000_000);
  const jumped = (await rowsOf(page)).some(({ position, isLoading }) => position === 5_000_000 && !isLoading);
  const before = await rowsOf(page);
  await page.hover('.standings-area');
  await page.mouse.wheel(0, 2 * rowHeight);
  await sees(page, () => document.querySelector('.standings-canvas'));
  await page.waitForTimeout(400);
  const after = await rowsOf(page);
  const exactSteps = after[0].position - before[0].position === 2 && Math.abs(after[0].top - before[0].top) <= 1;
  const honest = await honesty(area, after[0].position);

  await area((grid) => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 4;
  });
  await page.waitForTimeout(300);
  const quarter = (await rowsOf(page))[0].position / COUNT;
  await session.picture(page, 'page-list');
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 5_000);
  }
  await page.waitForTimeout(1_500);
  const elements = await page.$$eval('.row', ({ length }) => length);
  const wheeled = (await rowsOf(page))[0].position / COUNT;
  const stillHonest = await honesty(area, (await rowsOf(page))[0].position);

  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  const last = await sees(page, isActive, COUNT);
  const atEnd = (await rowsOf(page)).at(-1).position === COUNT;
  const thumbAtEnd = await area((grid) => grid.scrollHeight - grid.clientHeight - grid.scrollTop < 2);
  await page.keyboard.press('Home');
  const home = await sees(page, isActive, 1);
  const thumbAtStart = (await area(({ scrollTop }) => scrollTop)) === 0;
  const cachedPages = await page.evaluate(readManyPages);
  await session.done(page);
  return {
    ...measures,
    elements,
    cachedPages,
    everyRow: measures.rows === COUNT,
    boundedHeight: measures.height <= 8_000_000,
    boundedElements: elements <= 80,
    boundedCache: cachedPages <= 60,
    jumped,
    exactSteps,
    honestScrollBar: honest && stillHonest && Math.abs(quarter - 0.25) < 0.01 && wheeled > quarter,
    ends: { last, atEnd, thumbAtEnd, home, thumbAtStart },
  };
}

/** Whether the thumb is where the visible rows are in the list. */
async function honesty(area, position) {
  const thumb = await area(({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight));
  return Math.abs(thumb - position / COUNT) < 0.01;
}

async function jump(page, rank) {
  await page.keyboard.press('/');
  await page.keyboard.type(`#${rank}`);
  await page.waitForSelector('.found');
  await page.keyboard.press('Enter');
  await sees(page, (index) => document.querySelector(`.row[aria-rowindex="${index}"]:not(.is-loading)`), rank + 1);
}

/** Answers for any position with one of the stored rows. */
async function pretend(page) {
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON();
    if (!body?.query.includes('query PageStandings')) {
      await route.continue();
      return;
    }
    const { fromPosition } = body.variables;
    const stored = ((fromPosition - 1) % STORED) + 1;
    const postData = JSON.stringify({ ...body, variables: { ...body.variables, fromPosition: stored } });
    try {
      const response = await route.fetch({ postData });
      const result = await response.json();
      const ranking = result.data?.leaderboard?.ranking;
      if (!ranking) {
        // Many pages have used the budget of their address: the page reads the retry time.
        await route.fulfill({ response });
        return;
      }
      ranking.entryCount = COUNT;
      ranking.standings.nodes = ranking.standings.nodes
        .map((row) => {
          const position = row.position - stored + fromPosition;
          return position === row.position ? row : { ...row, position, rank: position, id: `${row.id}-${position}` };
        })
        .filter(({ position }) => position <= COUNT);
      await route.fulfill({ response, json: result });
    } catch {
      // The page has been closed, or it has cancelled the request.
    }
  });
  await page.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(String(message).replace(/"entryCount":5000\b/g, `"entryCount":${COUNT}`)));
  });
}

/** Runs in the page: the number of pages in memory after 300 have been read. */
async function readManyPages() {
  const { RankingSource } = await import('/web/page/table/ranking-source.js');
  const row = (position) => ({ id: String(position), position, rank: position, score: '1', participant: null, movement: null });
  const query = async (_, { fromPosition, first }) => {
    const nodes = Array.from({ length: first }, (__, index) => row(fromPosition + index));
    return { leaderboard: { ranking: { entryCount: 1e7, window: { state: 'FINAL', revision: 0 }, standings: { nodes } } } };
  };
  const source = new RankingSource({ client: { query }, board: 'any', selector: null, group: null, me: null }, null);
  await source.open();
  for (let page = 0; page < 300; page++) {
    source.ensure(page * 25 + 1, page * 25 + 20);
    await new Promise((next) => setTimeout(next));
  }
  return source.pageCount;
}
