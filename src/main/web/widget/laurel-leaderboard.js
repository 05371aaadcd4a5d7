/**
 * The custom element `<laurel-leaderboard>`: a ranking of a Laurel service, which any page can include and which follows the
 * ranking live. Attributes, properties, events, custom properties and parts: src/docs/widget.md.
 *
 * It needs no library, and neither inline styles nor HTML from strings, so it works under strict content security policies.
 */
import { createClient } from './laurel-client.js';
import { LOOK, SOURCE, defineProperties, failure, json, upgradeProperties, whole } from './web/widget/attributes.js';
import { View } from './web/widget/view.js';

const LEADERBOARD = /* GraphQL */ `
  query WidgetLeaderboard($board: String! = "drivers") {
    leaderboard(key: $board) {
      name
      clock
    }
  }
`;

/** API keys act for all players, so a page must not have one. */
function checked(token) {
  if (token?.startsWith('laurel_')) {
    throw failure('INVALID_ARGUMENT', 'A page must not have an API key; use the token of a player.');
  }
  return token;
}

/** Elements with the same service, app and token share a client, and so a WebSocket. */
const shared = [];

/** The shared client of an element. `fail` receives the refusal of a token that the page's function returns. */
function acquire(url, app, token, fail) {
  let entry = shared.find((one) => one.url === url && one.app === app && one.token === token);
  if (!entry) {
    entry = { url, app, token, users: new Set() };
    entry.client = createClient({ url, app, token: typeof token === 'function' ? () => requested(entry) : checked(token) });
    shared.push(entry);
  }
  entry.users.add(fail);
  return entry;
}

async function requested({ token, users }) {
  const value = await token();
  try {
    return checked(value);
  } catch (error) {
    users.forEach((fail) => fail(error));
    throw error;
  }
}

function release(entry, fail) {
  entry.users.delete(fail);
  if (entry.users.size === 0) {
    shared.splice(shared.indexOf(entry), 1);
    entry.client.close();
  }
}

class LaurelLeaderboard extends HTMLElement {
  static observedAttributes = [...SOURCE, ...LOOK, 'token', 'lang'];

  #view;
  #token;
  #run = null; // What is followed, and its state. Null while the element is not in a page.

  constructor() {
    super();
    this.#view = new View(this.attachShadow({ mode: 'open' }));
    this.#view.onRetry = () => this.#start();
    this.#view.onSelect = (row) => this.#emit('laurel-select', { row });
  }

  /** A token, or a function that returns one or a promise of one, and is called again when it has expired. Cannot be read. */
  set token(token) {
    this.#token = token || undefined;
    this.#restart();
  }

  connectedCallback() {
    upgradeProperties(this);
    if (!this.#run) {
      this.#start();
    }
  }

  /** Ends everything, unless the element has only been moved in the page. */
  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || this.#stop());
  }

  attributeChangedCallback(name, before, value) {
    if (name === 'token') {
      if (value !== null) {
        this.token = value;
        this.removeAttribute('token');
      }
    } else if (before !== value && SOURCE.includes(name)) {
      this.#restart();
    } else if (before !== value && this.#run) {
      this.#applyLook();
      this.#show(this.#run);
    }
  }

  /** Starts again after all changes that the page makes now. */
  #restart() {
    const run = this.#run;
    if (run) {
      queueMicrotask(() => run === this.#run && this.#start());
    }
  }

  #stop() {
    const run = this.#run;
    this.#run = null;
    clearInterval(run?.clock);
    clearTimeout(run?.showing);
    run?.endings.forEach((end) => end());
  }

  #start() {
    this.#stop();
    const run = { rows: null, around: [], window: null, board: null, status: 'connecting', error: null, endings: [] };
    this.#run = run;
    try {
      this.#applyLook();
      if (this.board) {
        this.#follow(run);
        run.clock = setInterval(() => this.#showCountdown(run), 1000);
      }
    } catch (error) {
      this.#fail(run, error);
    }
    this.#show(run);
  }

  #follow(run) {
    const folder = (this.service ?? new URL('.', import.meta.url).href).replace(/\/?$/, '/');
    const current = (action) => (...values) => run === this.#run && action(...values);
    const onError = current((error) => this.#fail(run, error));
    const address = new URL('graphql', new URL(folder, document.baseURI)).href;
    const entry = acquire(address, this.app ?? undefined, this.#token, onError);
    run.endings.push(() => release(entry, onError));
    const { client } = entry;
    const ranking = this.#ranking(client);
    const first = whole(this.first, 10, 1, 100);
    const top = ranking.followTop(first, current((rows, update) => this.#update(run, rows, update)), { onError });
    run.endings.push(() => top.close());
    if (this.participant) {
      const neighbours = whole(this.around, 0, 0, 50);
      const around = ranking.followAround(this.#own(), current((rows) => {
        run.around = rows;
        this.#showSoon(run);
      }), { above: neighbours, below: neighbours, onError });
      run.endings.push(() => around.close());
    }
    run.endings.push(client.onStatus(current((status) => {
      run.status = status;
      this.#show(run);
    })));
    const named = ({ leaderboard }) => {
      run.board = leaderboard;
      this.#showSoon(run);
    };
    client.query(LEADERBOARD, { board: this.board }).then(current(named), () => {}); // The subscription reports errors.
  }

  /** The participant that is always shown. */
  #own() {
    return { externalId: this.participant, entityType: this.entityType || 'ACCOUNT' };
  }

  #ranking(client) {
    const board = client.leaderboard(this.board);
    const [definitionKey, offset = '0'] = (this.window ?? '').split(':');
    const relative = definitionKey ? { relative: { definitionKey, offset: whole(offset, 0, 0, 10_000) } } : undefined;
    const ranking = board.window(this.windowName ? { name: { name: this.windowName } } : relative);
    const group = json(this, 'group');
    return group ? ranking.group(group) : ranking;
  }

  #update(run, rows, { window, entryCount }) {
    if (run.rows && run.window?.id !== window?.id) {
      run.around = [];
      this.#view.announce('newWindow');
    }
    Object.assign(run, { rows, window, entryCount });
    this.#showSoon(run);
  }

  #fail(run, { code = 'INTERNAL', message }) {
    this.#stop();
    this.#run = { ...run, error: { code, message }, endings: [] };
    this.#show(this.#run);
    this.#emit('laurel-error', { code, message });
  }

  #applyLook() {
    const language = this.closest('[lang]')?.lang || document.documentElement.lang;
    const { avatars, selectable } = this;
    const headingLevel = whole(this.headingLevel, 2, 1, 6);
    this.#view.setLook({ language, headingLevel, labels: json(this, 'labels'), avatars, selectable });
  }

  /** Events that arrive together are shown together. */
  #showSoon(run) {
    run.showing ??= setTimeout(() => {
      run.showing = undefined;
      this.#show(run);
      if (run.rows) {
        const { rows, around, entryCount, window } = run;
        this.#emit('laurel-update', { name: run.board?.name ?? null, rows, around, entryCount, window });
      }
    }, 20);
  }

  #show(run) {
    const offline = run.status === 'reconnecting';
    const status = run.error ? null : offline ? 'offline' : run.rows && run.status === 'connected' ? 'live' : null;
    const { window, entryCount, board, error } = run;
    const { heading } = this;
    this.#view.showHeader({ heading, name: board?.name ?? null, window, entryCount, status, failed: Boolean(error) });
    this.#showCountdown(run);
    if (run.error || !run.rows?.length) {
      const message = run.error ? 'error' : offline ? 'offline' : !run.rows ? 'loading' : run.window ? 'empty' : 'noWindow';
      this.#view.showMessage(message, whole(this.first, 10, 1, 10));
    } else {
      this.#showRows(run);
    }
  }

  #showRows({ rows, around, entryCount }) {
    const shown = new Set(rows.map(({ id }) => id));
    const below = around.filter(({ id, position }) => !shown.has(id) && position > rows.length);
    const all = [...rows, ...below];
    const gapAt = below[0]?.position > rows.length + 1 ? rows.length : 0;
    const { externalId, entityType } = this.#own();
    const own = all.find(({ participant: one }) => one && one.externalId === externalId && one.entityType === entityType);
    this.#view.showMessage(null);
    this.#view.showRows(all, { entryCount, gapAt, ownId: own?.id });
  }

  #showCountdown(run) {
    this.#view.showCountdown(run.board?.clock === 'SYSTEM' ? run.window : null);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

defineProperties(LaurelLeaderboard.prototype);
if (!customElements.get('laurel-leaderboard')) {
  customElements.define('laurel-leaderboard', LaurelLeaderboard);
}
