// A part of widget.mjs: the HTML of src/docs/widget.md works as it is, with the addresses of the test.
import { readFileSync } from 'node:fs';
import { createToken, laps, login, open, rows, see, sends, service, shows, site } from './widget-site.mjs';

const page = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```html\n([^]*?)^```$/gm)].map(([, block]) => block
  .replaceAll('https://laurel.example', service)
  .replaceAll('https://play.example', site)
  .replaceAll('/embed/laps', `/embed/${laps}`)
  .replaceAll('"laps"', `"${laps}"`)
  .replaceAll('"ada"', '"p9"'));

/** Opens each example: the first rows appear. */
export async function documentation() {
  login.token = await createToken(9);
  see('documentation', 'examples', examples.length, 6);
  const [element, token, texts, style, frame, messages] = await Promise.all(examples.map((body) => open(body, { inline: true })));
  const framed = (one) => one.frameLocator('iframe').locator('[part~=row]').nth(4).waitFor().then(() => true, () => false);
  see('documentation', 'element', await rows(element, 10));
  see('documentation', 'token', await rows(token, 10) && sends(token, login.token));
  see('documentation', 'texts', await shows(texts, (root) => root.querySelector('thead').textContent === 'PlatzNamePunkte'));
  const row = () => style.locator('[part~=row]').first().evaluate((one) => getComputedStyle(one).fontFamily);
  see('documentation', 'style', await rows(style, 10) && await row(), 'Georgia, serif');
  see('documentation', 'frame', await framed(frame));
  see('documentation', 'messages', await framed(messages) && sends(messages, login.token));
  const fits = (one) => one.locator('iframe').evaluate((shown) => shown.style.height);
  see('documentation', 'height', /^\d{3}px$/.test(await fits(messages)));
}
