// Opens GraphiQL in a headless Chromium, runs the first of two examples, then subscriptions, opens the page again, and
// prints the observations as one JSON object.
// Arguments: the browser, the address of the page, the file for a screenshot, and a key if one is required.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [executablePath, url, picture, key] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'graphiql-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath,
  headless: true,
  viewport: { width: 1280, height: 800 },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const seen = { hosts: [], failed: [], complaints: [] };
const page = await browser.newPage();
page.on('request', (request) => seen.hosts.push(new URL(request.url()).host));
page.on('requestfailed', (request) => seen.failed.push(request.url()));
page.on('response', (response) => response.status() >= 400 && seen.failed.push(`${response.status()} ${response.url()}`));
page.on('console', (message) => ['error', 'warning'].includes(message.type()) && seen.complaints.push(message.text()));
page.on('pageerror', (error) => seen.complaints.push(String(error)));

const examples = [
  { feature: '', text: 'query First { hello(name: "browser") }' },
  { feature: '', text: 'query Second { people { id } }' },
  { feature: 'people', text: '# All people.\nquery Third { people { id } }' },
];
await page.route('**/graphiql/operations.json', (route) => route.fulfill({ json: examples }));

// Replaces the socket of the service: the first subscription receives a value and completes, the second is disconnected.
const spoken = [];
await page.routeWebSocket('**/graphql', (socket) => {
  socket.onMessage((text) => {
    const message = JSON.parse(text);
    const say = (type, payload) => socket.send(JSON.stringify({ id: message.id, type, payload }));
    spoken.push(message);
    if (message.type === 'connection_init') {
      socket.send(JSON.stringify({ type: 'connection_ack' }));
    } else if (message.type === 'subscribe' && message.payload.query.includes('completes')) {
      say('next', { data: { greeting: 'as it happens' } });
      say('complete');
    } else if (message.type === 'subscribe' && message.payload.query.includes('refused')) {
      say('error', [{ message: 'Not for you' }]);
    } else if (message.type === 'subscribe') {
      socket.close({ code: 4401, reason: 'No such key' });
    }
  });
});

await page.goto(url);
await page.waitForSelector('.graphiql-query-editor .CodeMirror');
if (key) {
  // GraphiQL fills a new editor shortly after it has appeared, so the text must stay unchanged for some frames.
  await page.waitForFunction(
    (headers) => {
      const editors = [...document.querySelectorAll('.graphiql-editor-tool .CodeMirror')];
      const editor = editors.find((one) => one.CodeMirror.getValue().includes('Bearer'))?.CodeMirror;
      window.framesKept = editor?.getValue() === headers ? (window.framesKept ?? 0) + 1 : 0;
      if (window.framesKept === 0) {
        editor?.setValue(headers);
      }
      return window.framesKept > 20;
    },
    JSON.stringify({ Authorization: `Bearer ${key}` }),
  );
}
await page.click('.graphiql-execute-button');
await page.waitForFunction(
  () => document.querySelector('.result-window .CodeMirror')?.CodeMirror.getValue().includes('Hello'),
);
const answer = await editor('.result-window');
if (key) {
  await page.click('[aria-label="Re-fetch GraphQL schema"]');
}
await page.click('[aria-label="Show Documentation Explorer"]');
await page.waitForSelector('.graphiql-doc-explorer-root-type');
const documentation = await page.innerText('.graphiql-doc-explorer-content');
const tabs = await page.locator('.graphiql-tab').allInnerTexts();
await page.click('[aria-label="Show Examples"]');
await page.click('.examples >> text=Third');
await page.waitForFunction(
  () => [...document.querySelectorAll('.graphiql-tab')].some((tab) => tab.innerText.includes('Third')),
);
const withExample = await page.locator('.graphiql-tab').allInnerTexts();
// GraphiQL logs failed requests to the console.
const complaints = [...seen.complaints];
const subscriptions = [];
for (const name of ['completes', 'refused', 'cut']) {
  await page.evaluate((query) => {
    document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror.setValue(query);
    document.querySelector('.result-window .CodeMirror').CodeMirror.setValue('');
  }, `subscription ${name} { greeting }`);
  // GraphiQL recognizes a subscription only after it has parsed the text.
  await page.waitForFunction(
    (title) => [...document.querySelectorAll('.graphiql-tab')].some((tab) => tab.innerText.includes(title)),
    name,
  );
  await page.click('.graphiql-execute-button');
  await page.waitForFunction(() => document.querySelector('.result-window .CodeMirror').CodeMirror.getValue() !== '');
  await page.waitForSelector('.graphiql-execute-button[aria-label^="Execute"]');
  subscriptions.push(await editor('.result-window'));
}
await page.click('[aria-label="Open settings dialog"]');
await page.waitForSelector('.graphiql-dialog');
await page.keyboard.press('Escape');
await page.waitForSelector('.graphiql-dialog', { state: 'detached' });
await page.screenshot({ path: picture });
await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('cut'));
const failed = [...seen.failed]; // Requests that the end of the browser interrupts do not count.
await page.reload();
await page.waitForSelector('.graphiql-tab');
const reloaded = await page.locator('.graphiql-tab').allInnerTexts();
const stored = await page.evaluate(() => JSON.stringify(localStorage));
await browser.close();
rmSync(profile, { recursive: true, force: true });
const hosts = [...new Set(seen.hosts)];
const shown = { answer, documentation, tabs, withExample, reloaded, stored, spoken, subscriptions };
console.log(JSON.stringify({ failed, hosts, complaints, ...shown }));

function editor(part) {
  return page.evaluate((selector) => document.querySelector(`${selector} .CodeMirror`).CodeMirror.getValue(), part);
}
