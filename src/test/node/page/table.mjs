// The table: exact scores, names of all kinds, the viewer's row and card, the dialog, keyboard and semantics.
import { rowsOf, sees } from './session.mjs';

export async function checkTable(session) {
  return { ...(await cells(session)), own: await own(session), dialog: await dialog(session), keyboard: await keyboard(session) };
}

async function cells(session) {
  const { keys, special } = session;
  const page = await session.page(`/?board=${keys.arena}`, { pictures: true });
  const rows = await rowsOf(page);
  const colour = () => page.$eval('.row[aria-rowindex="4"] .avatar', (avatar) => getComputedStyle(avatar).backgroundColor);
  const before = await colour();
  const picture = await sees(page, () => document.querySelector('.row[aria-rowindex="3"] .avatar-image.is-loaded'));
  const initials = await page.textContent('.row[aria-rowindex="4"] .avatar');
  const inOrder = await sees(page, () => {
    const shown = [...document.querySelectorAll('.row:not([hidden])')].map((row) => Number(row.getAttribute('aria-rowindex')));
    return shown.every((index, at) => at === 0 || index === shown[at - 1] + 1);
  });
  const semantics = await page.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    return {
      rows: Number(grid.getAttribute('aria-rowcount')),
      columns: [...grid.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent).join(),
      cells: document.querySelector('.row').querySelectorAll('[role=gridcell]').length,
    };
  });
  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  await sees(page, () => document.querySelector('.row.is-active:not(.is-loading)')?.getAttribute('aria-rowindex') === '38');
  const names = await page.$$eval('.row:not([hidden]) .name', (found) =>
    found.map((name) => ({ text: name.textContent, direction: getComputedStyle(name).direction })),
  );
  const named = (text) => names.find((name) => name.text === text);
  await session.picture(page, 'page-names');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(200);
  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  await sees(page, () => !document.querySelector('.row.is-loading:not([hidden])'));
  const cut = await page.evaluate((text) => {
    const name = [...document.querySelectorAll('.row:not([hidden]) .name')].find(({ textContent }) => textContent === text);
    return name.scrollWidth > name.clientWidth && name.title === text && getComputedStyle(name).textOverflow === 'ellipsis';
  }, special.long);
  await page.reload();
  await session.ready(page);
  const after = await colour();
  await session.done(page);
  return {
    exactScore: rows[0].score === '9,007,199,254,740,993.12',
    ranks: rows.slice(0, 3).map(({ rank }) => rank).join() === '1,2,3',
    picture,
    initials: initials === 'AT',
    colours: `${before} ${after}`,
    stableColour: before === after && before !== 'rgba(0, 0, 0, 0)',
    longName: Boolean(named(special.long)) && cut,
    rightToLeftName: named(special.rightToLeft)?.direction === 'rtl',
    emoji: Boolean(named(special.emoji)),
    noMarkup: Boolean(named(special.markup)),
    semantics,
    inOrder,
    complete: semantics.rows === 38 && semantics.columns === 'Rank,Change,Name,Score' && semantics.cells === 4,
  };
}

async function own(session) {
  const { keys, token, me } = session;
  const page = await session.page(`/?board=${keys.arena}#token=${token}`);
  await page.waitForSelector('.pinned:not([hidden])');
  const edge = () => page.$eval('.pinned', ({ hidden, dataset }) => (hidden ? 'hidden' : dataset.edge));
  const below = await edge();
  const card = await sees(page, () => /Daily steps/.test(document.querySelector('laurel-viewer').textContent));
  const texts = await page.$eval('laurel-viewer', ({ innerText }) => innerText.replace(/\s+/g, ' '));
  await page.click('.pinned');
  const there = await sees(page, () => document.querySelector('.row.is-own.is-active'));
  const inside = await edge();
  const [ownRow] = (await rowsOf(page)).filter(({ isOwn }) => isOwn);
  await page.goto(new URL(`/?board=${keys.campus}&me=${session.suffix}-1`, session.base).href);
  await session.ready(page);
  const chosen = await sees(page, () => document.querySelector('.row.is-own .you:not([hidden])')?.textContent === 'Chosen');
  await page.goto(new URL(`/?board=${keys.large}&me=ACCOUNT:${session.suffix}-l5`, session.base).href);
  await session.ready(page);
  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  const above = await sees(page, () => document.querySelector('.pinned:not([hidden])')?.dataset.edge === 'top');
  await session.picture(page, 'page-pinned-top');
  await page.click('laurel-viewer .button');
  const aroundMe = await sees(page, () => document.querySelector('.row.is-own.is-active .name')?.textContent === 'Runner 6');
  await session.done(page);
  return {
    pinnedBelow: below === 'bottom',
    pinnedAbove: above,
    goesThere: there && inside === 'hidden' && ownRow?.name === 'Robin Example',
    aroundMe,
    card,
    streak: /Daily steps 4 days/.test(texts) && /Best so far · done today/.test(texts),
    badge: /Pioneer/.test(texts),
    rank: /#37 of 37 41\.50/.test(texts),
    chosen,
    tokenGone: !page.url().includes('token'),
    me: me.length > 0,
  };
}

async function dialog(session) {
  const { keys, token } = session;
  const page = await session.page(`/?board=${keys.arena}#token=${token}`);
  const hasCharts = (await page.request.get(new URL('/web/charts/rank-history.js', session.base).href)).ok();
  await page.click('.row[aria-rowindex="3"]');
  await page.waitForSelector('dialog[open] .facts');
  const text = await page.$eval('dialog[open]', ({ innerText }) => innerText.replace(/\s+/g, ' '));
  const hasDrawn = () => document.querySelector('laurel-rank-history')?.shadowRoot?.querySelector('svg');
  const chart = hasCharts ? await sees(page, hasDrawn) : null;
  await session.picture(page, 'page-dialog');
  const problems = await session.problems(page);
  await page.keyboard.press('Escape');
  const closed = await page.isHidden('dialog[open]');
  await page.focus('[role=grid]');
  await page.keyboard.press('End');
  await sees(page, () => document.querySelector('.row.is-active')?.classList.contains('is-own'));
  await page.keyboard.press('Enter');
  const hasAll = () => /Robin Example.*Daily steps.*Pioneer/s.test(document.querySelector('dialog[open]')?.textContent);
  const byKey = await sees(page, hasAll);
  await session.done(page);
  return {
    standings: /Tomás Herrera Rank 2 · 4,702\.87 HERE Daily #2 of 37 4,702\.87 Weekly/i.test(text),
    chart,
    closed,
    byKey,
    problems,
    accessible: problems.length === 0,
  };
}

async function keyboard(session) {
  const page = await session.page(`/?board=${session.keys.large}`);
  await page.focus('[role=grid]');
  const active = () => page.evaluate(() => Number(document.querySelector('.row.is-active')?.getAttribute('aria-rowindex')) - 1);
  const steps = [];
  for (const name of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End', 'Home']) {
    await page.keyboard.press(name);
    steps.push(await active());
  }
  const described = await page.evaluate(() => {
    const id = document.querySelector('[role=grid]').getAttribute('aria-activedescendant');
    return document.getElementById(id)?.classList.contains('is-active');
  });
  await page.keyboard.press('End');
  await sees(page, () => document.querySelector('.row.is-active:not(.is-loading)')?.getAttribute('aria-rowindex') === '5001');
  const lastVisible = (await rowsOf(page)).at(-1).position;
  await session.done(page);
  const [down, second, up, pageDown, pageUp, end, home] = steps;
  return {
    arrows: down === 2 && second === 3 && up === 2,
    pages: pageDown > 8 && pageUp === 2,
    ends: end === 5_000 && home === 1 && lastVisible === 5_000,
    described,
  };
}
