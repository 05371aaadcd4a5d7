// Who the reader is: tokens, keys, and apps that require them.
import { tokenOf } from './boards.mjs';
import { sees } from './session.mjs';

const isViewer = (name) => document.querySelector('laurel-viewer .viewer-name')?.textContent === name;
const isNotice = (title) => document.querySelector('laurel-notice h2')?.textContent === title;

export async function checkAccess(session) {
  const withoutStorage = await storageless(session);
  return { ...(await tokens(session)), withoutStorage, closedApp: session.key ? await closedApp(session) : null };
}

async function tokens(session) {
  const { keys, token } = session;
  const page = await session.page(`/?board=${keys.arena}#token=${token}`);
  const removed = !page.url().includes(token) && !page.url().includes('#');
  await page.reload();
  await session.ready(page);
  const kept = await sees(page, isViewer, 'Robin Example');
  await page.click('#settings');
  const named = await page.textContent('.settings-who');
  await session.picture(page, 'page-settings');
  const problems = await session.problems(page);
  await page.click('text=Forget the token');
  await session.ready(page);
  const forgotten = await sees(page, () => /Where are you/.test(document.querySelector('laurel-viewer').textContent));
  await page.click('#settings');
  await page.fill('dialog[open] input[type=password]', token);
  await page.keyboard.press('Enter');
  await page.waitForURL(/board=/);
  const entered = await sees(page, isViewer, 'Robin Example');
  await page.goto(new URL(`/?board=${keys.arena}&again#token=no.such.token`, session.base).href);
  const refused = await sees(page, isNotice, 'Your token is no longer valid');
  await session.done(page);
  return {
    removed,
    kept,
    settings: /You are Robin Example/.test(named) && entered,
    forgotten,
    problems,
    accessible: problems.length === 0,
    refusedInPlainWords: refused,
  };
}

/** A browser that stores nothing for the page: a token in the address, and one of the settings, work nevertheless. */
async function storageless(session) {
  const { keys, token, suffix, ask } = session;
  const refuse = () => {
    const get = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    ['sessionStorage', 'localStorage'].forEach((name) => Object.defineProperty(window, name, { get }));
  };
  const route = (page) => page.addInitScript(refuse);
  const page = await session.page(`/?board=${keys.arena}#token=${token}`, { route });
  const shown = await sees(page, isViewer, 'Robin Example');
  const removed = !page.url().includes('#');
  await page.click('#settings');
  await page.fill('dialog[open] input[type=password]', await tokenOf(ask, `${suffix}-9`));
  await page.keyboard.press('Enter');
  const changed = await sees(page, isViewer, 'Hana Kowalska');
  const removedAgain = !page.url().includes('#');
  await session.done(page);
  return { shown, removed: removed && removedAgain, changed };
}

/** An app without anonymous reading, at its own address. */
async function closedApp(session) {
  const { ask, suffix, key } = session;
  const app = `closed-${suffix}`;
  await ask('mutation ($key: String!) { createApp(input: {key: $key}) { errors { code message } } }', { key: app });
  const create = 'mutation { createLeaderboard(input: {key: "hall", name: "Hall of Fame"}) { errors { code message } } }';
  await ask(create, {}, app);
  const input = { leaderboardKey: 'hall', participant: { externalId: 'a', name: 'Ada' }, score: '7' };
  await ask('mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code message } } }', { input }, app);
  const asked = new Set();
  const isGraphql = (request) => request.url().includes('graphql');
  const watch = (page) => page.on('request', (request) => isGraphql(request) && asked.add(new URL(request.url()).pathname));
  const page = await session.page(`/apps/${app}/`, { route: watch });
  const title = await page.textContent('laurel-notice h2');
  await session.picture(page, 'page-closed');
  const problems = await session.problems(page);
  await page.fill('laurel-notice input[type=password]', key);
  await page.click('laurel-notice button[type=submit]');
  const opened = await sees(page, () => document.querySelector('.row:not(.is-loading) .name')?.textContent === 'Ada');
  await session.done(page);
  return {
    explained: title === 'Sign in to see this leaderboard',
    problems,
    accessible: problems.length === 0,
    opened,
    ownEndpoint: [...asked].join() === `/apps/${app}/graphql`,
  };
}
