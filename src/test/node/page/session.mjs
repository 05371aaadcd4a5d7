// A browser that opens the page and notices what goes wrong in it.
import { axe, launch, picture } from '../pages.mjs';

/** A picture of a participant. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" fill="#f2b880"/><circle cx="32" cy="26" r="12" fill="#7a3e1d"/>
  <path d="M8 64c0-15 11-24 24-24s24 9 24 24z" fill="#2f5d8a"/></svg>`;

/** Runs in each page: remembers violations of the policy and shifts of the layout. */
function observe() {
  window.seenViolations = [];
  window.seenShift = 0;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    window.seenViolations.push(`${violatedDirective} ${blockedURI}`);
  });
  new PerformanceObserver((list) => {
    window.seenShift += list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  }).observe({ type: 'layout-shift', buffered: true });
}

export class Session {
  violations = [];
  uncaught = [];
  #browser;
  #contexts = new Map();

  static async open(of) {
    const session = Object.assign(new Session(), of);
    session.#browser = await launch(of.executablePath);
    return session;
  }

  /** A page that shows `path`, when its rows, or a notice instead of them, have been loaded. */
  async page(path, { base = this.base, route = null, ready = true, ...options } = {}) {
    const page = await this.blank(options);
    if (route) {
      await route(page);
    }
    await page.goto(new URL(path, base).href);
    if (ready) {
      await this.ready(page);
    }
    return page;
  }

  /** Pages with the same options share a context, so that the browser has its files, unless they need one of their `own`. */
  #context(options, own) {
    const key = JSON.stringify(options);
    if (own) {
      return this.#browser.newContext(options);
    }
    if (!this.#contexts.has(key)) {
      this.#contexts.set(key, this.#browser.newContext(options));
    }
    return this.#contexts.get(key);
  }

  /** A page without content. With `pictures` they are loaded; then each request passes through the script, which takes long. */
  async blank({ width = 1280, height = 800, pictures = false, own = false, ...options } = {}) {
    const context = await this.#context({ viewport: { width, height }, locale: 'en-GB', ...options }, own);
    const page = await context.newPage();
    await page.addInitScript(observe);
    if (pictures) {
      await page.route('https://pictures.example/**', (route) => route.fulfill({ body: PICTURE, contentType: 'image/svg+xml' }));
    }
    page.on('pageerror', (error) => this.uncaught.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) {
        this.violations.push(message.text());
      }
    });
    return page;
  }

  /** Many pages from one address in a short time have to wait for their budget, which they do by themselves. */
  async ready(page) {
    const isReady = () => {
      const notice = document.querySelector('laurel-notice');
      if (notice === null) {
        return false;
      }
      const { hidden, textContent } = notice;
      const hasRows = document.querySelector('.row:not(.is-loading):not([hidden])');
      return hidden ? Boolean(hasRows) : textContent !== '' && !textContent.startsWith('Too many requests');
    };
    await page.waitForFunction(isReady, null, { timeout: 60_000, polling: 50 });
  }

  /** Closes a page after its violations have been noted. */
  async done(...pages) {
    for (const page of pages) {
      this.violations.push(...(await page.evaluate(() => window.seenViolations)));
      await page.close();
    }
  }

  picture(page, name) {
    return picture(page, this.folder, name);
  }

  /** Rules of accessibility that the page breaks. */
  async problems(page) {
    const { violations } = await axe(page, {});
    const describe = ({ target, failureSummary }) => `${target} ${failureSummary}`;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(describe).join(' | ')}`);
  }

  async close() {
    await this.#browser.close();
  }
}

/** Rows of the table that are visible, in the order of their positions. */
export function rowsOf(page) {
  return page.evaluate(() => {
    const area = document.querySelector('.standings-area').getBoundingClientRect();
    const head = document.querySelector('.row-head').offsetHeight;
    const text = (row, name) => row.querySelector(name).textContent;
    return [...document.querySelectorAll('.row:not([hidden])')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > area.top + head + 1 && box.top < area.bottom - 1)
      .sort((one, other) => one.box.top - other.box.top)
      .map(({ row, box }) => ({
        position: Number(row.getAttribute('aria-rowindex')) - 1,
        isLoading: row.classList.contains('is-loading'),
        isOwn: row.classList.contains('is-own'),
        isActive: row.classList.contains('is-active'),
        name: text(row, '.name'),
        rank: text(row, '.rank'),
        score: text(row, '.score'),
        move: row.querySelector('.move').dataset.move ?? '',
        moveTitle: row.querySelector('.move').title,
        top: Math.round(box.top - area.top),
      }));
  });
}

/** Waits for a condition in the page. Returns whether it was in time. */
export function sees(page, condition, argument, timeout = 10_000) {
  return page.waitForFunction(condition, argument, { timeout, polling: 50 }).then(
    () => true,
    () => false,
  );
}
