// Opens the administration in a headless Chromium, carries out every act on it, and looks for the effect by GraphQL. Prints one
// JSON object. Arguments: the browser, the address of the service, a folder for screenshots, the key of an administrator or
// nothing if none is needed, and, if the service reads streams with the mapping `analytics`, the address of its Redis.
import assert from 'node:assert/strict';
import * as connections from './admin-connections.mjs';
import * as modules from './admin-modules.mjs';
import * as rankings from './admin-rankings.mjs';
import { asker, ATTACK, launch, picture, until, violations, watch } from './pages.mjs';

const [executablePath, base, folder, key, redis] = process.argv.slice(2);
const app = `admin${Date.now().toString(36)}`;
const ask = asker(base, key, app);
await asker(base, key)(`mutation ($key: String!) { createApp(input: {key: $key, name: $key}) { errors { code } } }`, {
  key: app,
});
await rankings.create(ask);

const browser = await launch(executablePath);
const result = {};

/** A page with the administration, as a caller of the app. */
async function open(options) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  const page = await context.newPage();
  const seen = watch(page);
  await page.goto(`${base}/admin`);
  return { context, page, seen };
}

async function signIn(page) {
  if (key) {
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
  }
  await page.getByLabel('App', { exact: true }).selectOption(app);
  await page.getByRole('row', { name: 'Arena' }).first().waitFor();
}

const { context, page, seen } = await open({});

if (key) {
  await page.getByLabel('API key').fill('not the right key at all');
  await page.keyboard.press('Enter');
  await page.getByText('The API key or token is not valid.').waitFor();
  result.signIn = { wrongKeyIsRefused: (await page.getByRole('navigation').count()) === 0, axe: await violations(page) };
  assert.deepEqual(result.signIn, { wrongKeyIsRefused: true, axe: [] });
  await picture(page, folder, 'admin-sign-in');
  seen.complaints.length = 0; // The browser reports the status 401.
}
await signIn(page);
if (key) {
  result.signIn.stored = await page.evaluate(() => [Object.keys(sessionStorage).length, localStorage.length, document.cookie]);
  assert.deepEqual(result.signIn.stored, [2, 0, '']);
  await page.reload();
  await page.getByRole('row', { name: 'Arena' }).first().waitFor();
  result.signIn.staysAfterReload = true;
}

/** What the acts of the sections need. */
const tools = {
  page,
  ask,
  base,
  key,
  app,
  redis,
  /** Opens a section by its link in the navigation. */
  async go(title) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  },
  dialog: () => page.getByRole('dialog'),
  /** The button of a row, by its full name. */
  button: (name) => page.getByRole('main').getByRole('button', { name, exact: true }),
  row: (text) => page.getByRole('row').filter({ hasText: text }),
  /** Confirms the open dialog, and waits until it is closed. */
  async confirm(label) {
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  /** The secret that a dialog shows, which is gone when the dialog is closed. */
  async secret() {
    const field = page.getByRole('dialog').getByLabel('Secret', { exact: true });
    const shown = await field.inputValue();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await until('the secret is copied', async () => (await page.evaluate(() => navigator.clipboard.readText())) === shown);
    await page.getByRole('dialog').getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const left = await page.evaluate((text) => document.documentElement.outerHTML.includes(text), shown);
    assert.equal(left, false, 'The secret is still in the document.');
    return shown;
  },
};

for (const [name, act] of [rankings, connections, modules].flatMap(({ acts }) => Object.entries(acts))) {
  try {
    result[name] = await act(tools);
  } catch (error) {
    await picture(page, folder, 'admin-failure');
    throw new Error(`${name}: ${error.stack}`, { cause: error });
  }
}

// The keyboard alone: into the content, to a dialog and back.
await tools.go('API keys');
await page.reload();
await page.getByRole('row', { name: 'Build server' }).waitFor();
await page.keyboard.press('Tab');
const skip = await page.evaluate(() => document.activeElement.textContent);
await page.keyboard.press('Enter');
await page.keyboard.press('Tab');
await page.keyboard.press('Enter');
await tools.dialog().waitFor();
const inDialog = await page.evaluate(() => document.activeElement.closest('dialog') !== null);
await page.keyboard.press('Escape');
await tools.dialog().waitFor({ state: 'detached' });
result.keyboard = { skip, inDialog, focusReturns: await page.evaluate(() => document.activeElement.textContent) };
assert.deepEqual(result.keyboard, { skip: 'Skip to content', inDialog: true, focusReturns: 'Create a key' });

// Every section: rules of accessibility in both colour schemes, and no wider than a phone.
const SECTIONS = [
  ...['Leaderboards', 'Rates', 'Index check', 'Quarantine', 'Restrictions', 'Participants'],
  ...['Webhooks', 'Dead letters', 'API keys', 'Jobs', 'Audit'],
];
result.axe = [];
result.wide = [];
const quiet = () => until('all tables are read', () => page.evaluate(() => !document.querySelector('[aria-busy]')));
for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
]) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  for (const [index, title] of SECTIONS.entries()) {
    await tools.go(title);
    await quiet();
    // Without pictures, some sections stand for all when dark: they have the colours of the same style sheet.
    if (folder || colorScheme === 'light' || index % 3 === 0) {
      result.axe.push(...(await violations(page)).map((rule) => `${title}, ${colorScheme}: ${rule}`));
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
      result.wide.push(`${title}, ${width}`);
    }
    await picture(page, folder, `admin-${title.toLowerCase().replace(' ', '-')}-${colorScheme}`, { fullPage: true });
  }
}
assert.deepEqual([result.axe, result.wide], [[], []]);
// A name that became markup would have requested its picture.
result.requestsNoPicture = seen.requests.every(
  (request) => request.resourceType() !== 'image' || request.url().startsWith('data:'),
);
assert.ok(result.requestsNoPicture);
await page.setViewportSize({ width: 1280, height: 900 });

// Texts of the service are nowhere markup, and the key is in no address.
await tools.go('Participants');
await page.getByText(ATTACK).first().waitFor();
result.attackIsText = (await page.locator('main img').count()) === 0;
assert.ok(result.attackIsText);
if (key) {
  const addresses = seen.requests.map((request) => request.url());
  result.signIn.keyInNoAddress = [...addresses, page.url()].every((address) => !address.includes(key));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').first().waitFor();
  result.signIn.leftAfterSignOut = await page.evaluate(() => sessionStorage.length);
  await page.reload();
  await page.getByLabel('API key').waitFor();
  assert.deepEqual([result.signIn.keyInNoAddress, result.signIn.leftAfterSignOut], [true, 0]);
}
// A key that is revoked ends the session with the next request.
if (key) {
  const { createApiKey } = await ask(
    `mutation { createApiKey(input: {name: "Short", role: ADMIN}) { key apiKey { id } errors { code } } }`,
  );
  await page.getByLabel('API key').fill(createApiKey.key);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  result.signIn.oneAppOnly = (await page.getByLabel('App', { exact: true }).count()) === 0;
  await ask(`mutation ($id: ID!) { revokeApiKey(input: {apiKeyId: $id}) { errors { code } } }`, { id: createApiKey.apiKey.id });
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByLabel('API key').waitFor();
  result.signIn.leftAfterRevocation = await page.evaluate(() => sessionStorage.length);
  assert.deepEqual([result.signIn.oneAppOnly, result.signIn.leftAfterRevocation], [true, 0]);
}
result.complaints = seen.complaints.filter((text) => !/status of 40[13]/.test(text));
assert.deepEqual(result.complaints, []);
await context.close();
await browser.close();
console.log(JSON.stringify(result));
