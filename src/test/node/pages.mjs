// What the checks of pages in a browser have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The policy of the service's pages. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** A text that runs a script if it becomes markup. */
export const ATTACK = '<img src=x onerror="window.attacked = true">';

export function launch(executablePath) {
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
  return chromium.launch({ executablePath, headless: true, args });
}

/** A function that asks the service, and fails if there are errors, also in payloads. */
export function asker(base, key, app) {
  return async function ask(query, variables, credentials = key) {
    const headers = {
      'Content-Type': 'application/json',
      ...(credentials && { Authorization: `Bearer ${credentials}` }),
      ...(app && { 'Laurel-App': app }),
    };
    const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors } = await response.json();
    assert.equal(errors, undefined, JSON.stringify(errors));
    for (const [name, value] of Object.entries(data)) {
      assert.deepEqual(value?.errors ?? [], [], `${name}: ${JSON.stringify(value?.errors)}`);
    }
    return data;
  };
}

/** Repeats the look until it shows what is expected. */
export async function until(what, look) {
  for (let end = Date.now() + 20_000; Date.now() < end;) {
    const seen = await look();
    if (seen) {
      return seen;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not within 20 s: ${what}`);
}

/** What the page complains about, and what it requests. */
export function watch(page) {
  const seen = { complaints: [], requests: [] };
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && seen.complaints.push(message.text()));
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('request', (request) => seen.requests.push(request));
  return seen;
}

/** Rules of accessibility that the page breaks. */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => (await window.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
}
