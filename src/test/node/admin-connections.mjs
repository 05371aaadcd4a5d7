// Acts of the administration on webhooks, dead letters and keys, and their records.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { asker, until } from './pages.mjs';

const URL_OF_HOOK = 'https://laurel-admin.invalid/hook';

async function webhooks({ page, ask, go, dialog, button, row, confirm, secret }) {
  const only = async () => {
    const { webhooks: all } = await ask(
      '{ webhooks { nodes { id state topCount eventTypes deliveries { nodes { eventType state } } } } }',
    );
    return all.nodes[0];
  };
  await go('Webhooks');
  await button('Create a webhook').click();
  await dialog().getByLabel('URL').fill('not a url');
  await dialog().getByRole('button', { name: 'Create webhook' }).click();
  const error = dialog().locator('[data-field="url"] .error');
  const atField = await until('the error is at its field', async () => (await error.textContent()).length > 0);
  await dialog().getByLabel('URL').fill(URL_OF_HOOK);
  await dialog().getByLabel('Season started').check();
  await dialog().getByRole('button', { name: 'Create webhook' }).click();
  const first = await secret();
  const created = await only();
  await button(`Test ${URL_OF_HOOK}`).click();
  const tested = await until('a test message exists', async () => (await only()).deliveries.nodes[0]?.eventType === 'PING');
  await button(`Pause ${URL_OF_HOOK}`).click();
  await confirm('Pause');
  const paused = (await only()).state;
  await button(`Resume ${URL_OF_HOOK}`).click();
  await button(`Pause ${URL_OF_HOOK}`).waitFor(); // The row has the new version: an edit of the old one conflicts.
  const resumed = (await only()).state;
  await button(`Edit ${URL_OF_HOOK}`).click();
  await dialog().getByLabel('Places to report').fill('5');
  await confirm('Save');
  const edited = (await only()).topCount;
  await button(`Rotate secret ${URL_OF_HOOK}`).click();
  await dialog().getByRole('button', { name: 'Rotate' }).click();
  const second = await secret();
  await page.getByRole('link', { name: `Deliveries ${URL_OF_HOOK}` }).click();
  await row('Ping').waitFor();
  const failure = await until('the attempt has failed', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    const text = await row('Ping').first().textContent();
    return /Pending/.test(text) && !/Attempts0/.test(text) && text;
  });
  await button(`Body ${await row('Ping').first().locator('th .detail').textContent()}`).click();
  const body = JSON.parse(await dialog().locator('pre').textContent());
  await dialog().getByRole('button', { name: 'Close' }).click();
  await button('Send messages again').click();
  await dialog().getByLabel('Delivered').check();
  await confirm('Send again');
  await page.getByText('0 messages are sent again.').waitFor();
  await page.getByLabel('State').selectOption('DEAD');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('No deliveries.').waitFor();
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await button(`Delete ${URL_OF_HOOK}`).click();
  await confirm('Delete');
  const deleted = (await only()) === undefined;
  const seen = {
    atField,
    types: created.eventTypes,
    tested,
    paused,
    resumed,
    edited,
    rotated: first !== second,
    body: body.type,
    deleted,
  };
  assert.deepEqual(seen, {
    atField: true,
    types: ['SEASON_STARTED'],
    tested: true,
    paused: 'DISABLED',
    resumed: 'ENABLED',
    edited: 5,
    rotated: true,
    body: 'ping',
    deleted: true,
  });
  return { ...seen, failed: failure.length > 0 };
}

async function apiKeys({ page, ask, base, key, app, go, dialog, button, row, confirm, secret }) {
  /** Whether the service accepts a secret. */
  const works = (own) =>
    asker(
      base,
      own,
      app,
    )('{ app { key } }').then(
      () => true,
      () => false,
    );
  await go('API keys');
  await button('Create a key').click();
  await dialog().getByRole('button', { name: 'Create key' }).click();
  const required = await dialog().locator('[data-field="name"] .error').textContent();
  await dialog().getByLabel('Name').fill('Build server');
  await dialog().getByLabel('Role').selectOption('WRITER');
  await dialog().getByLabel('Expires at').fill('2000-01-01T00:00');
  await dialog().getByRole('button', { name: 'Create key' }).click();
  const error = dialog().locator('[data-field="expiresAt"] .error');
  const atField = await until('the error is at its field', async () => (await error.textContent()).length > 0);
  await dialog().getByLabel('Expires at').fill('2040-01-01T00:00');
  await dialog().getByRole('button', { name: 'Create key' }).click();
  const first = await secret();
  const [created] = (await ask('{ apiKeys { nodes { name role expiresAt } } }')).apiKeys.nodes;
  const firstWorks = await works(first);
  await button('Rotate Build server').click();
  await dialog().getByRole('button', { name: 'Rotate' }).click();
  const second = await secret();
  const rotated = [await works(first), await works(second)];
  await button('Revoke Build server').click();
  await confirm('Revoke');
  await row('Revoked').waitFor();
  const revoked = !(await works(second));
  assert.deepEqual(created, { name: 'Build server', role: 'WRITER', expiresAt: '2040-01-01T00:00:00Z' });
  assert.deepEqual({ firstWorks, rotated, revoked }, { firstWorks: true, rotated: [false, true], revoked: true });
  return { required, atField, created: true, rotated: true, revoked };
}

async function audit({ page, go }) {
  await go('Audit');
  const rows = page.locator('tbody tr');
  await until('a page has 20 records', async () => (await rows.count()) === 20);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2').waitFor();
  await page.getByLabel('Act', { exact: true }).fill('archiveLeaderboard');
  await page.getByRole('button', { name: 'Show' }).click();
  await until('one record matches', async () => (await rows.count()) === 1);
  await rows.getByText('Changed').click();
  const change = await rows.locator('pre').last().textContent();
  await page.getByLabel('From').fill('2040-01-01T00:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('No record matches.').waitFor();
  assert.match(change, /archived/i);
  return { filtered: true, change };
}

/** Sends a command to Redis, and returns its answer. */
function command(address, ...words) {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('data', (data) => {
      resolve(String(data));
      socket.end();
    });
    socket.on('error', reject);
    socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
  });
}

/** The mapping `analytics` writes to the app `default`. */
async function deadLetters({ page, base, key, app, redis, go, button, row, dialog, confirm }) {
  await go('Dead letters');
  await page.getByText('No dead letters.').waitFor();
  if (!redis) {
    return { stream: 'none' };
  }
  const ask = asker(base, key, 'default');
  const board = app;
  const letters = async () =>
    (await ask('{ deadLetters { nodes { id fields } } }')).deadLetters.nodes.filter(({ fields }) => fields.leaderboard === board);
  await command(redis, 'XADD', 'scores', '*', 'leaderboard', board, 'participant', 'dora', 'score', '7');
  await command(redis, 'XADD', 'scores', '*', 'leaderboard', board, 'participant', 'dora', 'score', 'seven');
  await until('two dead letters exist', async () => (await letters()).length === 2);
  await page.getByLabel('App', { exact: true }).selectOption('default');
  await go('Dead letters');
  const first = row(board).first();
  await first.getByText('Fields').click();
  const fields = JSON.parse(await first.locator('pre').textContent());
  assert.equal(fields.leaderboard, board);
  const retries = row(board).getByRole('button', { name: /^Retry / });
  const names = await retries.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await ask(`mutation ($key: String!) { createLeaderboard(input: {key: $key}) { errors { code } } }`, { key: board });
  const entries = await letters();
  for (const name of names) {
    await button(name).click();
    await page.getByText(/The entry is recorded|It failed again/).waitFor();
    await page.getByText(/The entry is recorded|It failed again/).waitFor({ state: 'detached' });
  }
  const retried = await until('one is recorded', async () => (await letters()).length === 1);
  await row(board)
    .getByRole('button', { name: /^Discard / })
    .click();
  await confirm('Discard');
  const discarded = (await letters()).length === 0;
  await page.getByLabel('App', { exact: true }).selectOption(app);
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  assert.ok(entries.length === 2 && retried && discarded);
  return { retried, discarded };
}

export const acts = { webhooks, deadLetters, apiKeys, audit };
