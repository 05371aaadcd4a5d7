// What the checks of pages in a browser have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
  // Pictures that a script does not provide do not exist.
  args.push('--host-resolver-rules=MAP *.example ~NOTFOUND');
  return chromium.launch({ executablePath, headless: true, args });
}

/** Saves a picture as `<folder>/<name>.png`, if there is a folder: pictures take long. */
export async function picture(page, folder, name, options = {}) {
  if (folder) {
    await page.screenshot({ path: join(folder, `${name}.png`), ...options });
  }
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
  const { violations: found } = await axe(page, {});
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** The violations that axe finds in the page. It is loaded once in each. */
export async function axe(page, options) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) {
    await page.evaluate(AXE);
  }
  return page.evaluate((rest) => window.axe.run(document, { resultTypes: ['violations'], ...rest }), options);
}
