/**
 * The custom element `<laurel-leaderboard>`: a ranking of a Laurel service, which any page can include and which follows the
 * ranking live. Attributes, properties, events, custom properties and parts: src/docs/widget.md.
 *
 * It needs no library, and neither inline styles nor HTML from strings, so it works under strict content security policies.
 */
import { LOOK, SOURCE, defineProperties, json, upgradeProperties, whole } from './web/widget/attributes.js';
import { BoardReader } from './web/widget/board-reader.js';
import { acquire, release } from './web/widget/clients.js';
import { View } from './web/widget/view.js';

/** Errors that remain until the page changes something. */
const LASTING = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_ARGUMENT']);

/** The rows around the participant, if they are of the shown window: each subscription changes to a new window by itself. */
const around = (run) => (run.aroundWindow === run.window?.id ? run.around : []);

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
      this.#changeLook(this.#run);
    }
  }

  #changeLook(run) {
    try {
      this.#applyLook();
    } catch (error) {
      this.#fail(run, error);
      return;
    }
    if (run.error?.code === 'INVALID_ARGUMENT') {
      this.#restart(); // The change may have ended the error.
    }
    this.#show(run);
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
    clearTimeout(run?.again);
    run?.endings.splice(0).forEach((end) => end());
  }

  #start() {
    this.#stop();
    const nothing = { rows: null, around: [], aroundWindow: undefined, window: null, board: null, error: null, failures: 0 };
    this.#begin(nothing, () => this.#applyLook());
  }

  /** Follows, and shows what is known until the first rows arrive. */
  #begin(known, prepare = () => {}) {
    const run = { ...known, status: 'connecting', showing: undefined, again: undefined, endings: [] };
    this.#run = run;
    try {
      prepare();
      if (this.board) {
        this.#follow(run);
        run.clock = setInterval(() => this.#showCountdown(run), 1000);
      }
    } catch (error) {
      this.#fail(run, error);
      return;
    }
    this.#show(run);
  }

  /**
   * Follows again after 1-5 s, and after twice that with each failure in a row. Meanwhile the rows stay. The service ends a
   * subscription for example when it starts again, or when the leaderboard is deleted, which may be created again.
   */
  #followAgain(run) {
    run.endings.splice(0).forEach((end) => end());
    run.status = 'connecting';
    const pause = (1000 + 4000 * Math.random()) * 2 ** Math.min(run.failures, 5);
    run.again ??= setTimeout(() => {
      this.#stop();
      this.#begin(run);
    }, pause);
    this.#show(run);
  }

  #follow(run) {
    const folder = (this.service ?? new URL('.', import.meta.url).href).replace(/\/?$/, '/');
    const current = (action) => (...values) => run === this.#run && action(...values);
    const onError = current((error) => this.#fail(run, error));
    const onComplete = current(() => this.#followAgain(run));
    const address = new URL('graphql', new URL(folder, document.baseURI)).href;
    const entry = acquire(address, this.app ?? undefined, this.#token, onError);
    run.endings.push(() => release(entry, onError));
    const { client } = entry;
    const ranking = this.#ranking(client);
    const first = whole(this.first, 10, 1, 100);
    const top = ranking.followTop(first, current((rows, update) => this.#update(run, rows, update)), { onError, onComplete });
    run.endings.push(() => top.close());
    if (this.participant) {
      const neighbours = whole(this.around, 0, 0, 50);
      const around = ranking.followAround(this.#own(), current((rows, { window }) => {
        Object.assign(run, { around: rows, aroundWindow: window?.id });
        this.#showSoon(run);
      }), { above: neighbours, below: neighbours, onError, onComplete });
      run.endings.push(() => around.close());
    }
    const board = new BoardReader(client, this.board, current((found) => {
      run.board = found;
      this.#showSoon(run);
    }));
    board.read();
    run.endings.push(() => board.close());
    run.endings.push(client.onStatus(current((status) => {
      run.status = status;
      if (status === 'connected' && !run.board) {
        board.read();
      }
      this.#show(run);
    })));
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
    if (run.rows && window && run.window?.id !== window.id) {
      this.#view.announce('newWindow');
    }
    Object.assign(run, { rows, window, entryCount, error: null, failures: 0 });
    this.#showSoon(run);
  }

  /** Shows an error. Rows that were shown before return when the ranking can be followed again. */
  #fail(run, { code = 'INTERNAL', message }) {
    this.#stop();
    const failed = { ...run, error: { code, message }, failures: run.failures + 1, again: undefined, endings: [] };
    this.#run = failed;
    if (run.rows && !LASTING.has(code)) {
      this.#followAgain(failed);
    } else {
      this.#show(failed);
    }
    if (run.error?.code !== code) {
      this.#emit('laurel-error', { code, message });
    }
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
        const { rows, entryCount, window } = run;
        this.#emit('laurel-update', { name: run.board?.name ?? null, rows, around: around(run), entryCount, window });
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

  #showRows(run) {
    const { rows, entryCount } = run;
    const shown = new Set(rows.map(({ id }) => id));
    // One of the two lists has the change already. The other follows; until then a row would be missing, and lose the focus.
    if (around(run).some(({ id, position }) => !shown.has(id) && position <= rows.length)) {
      return;
    }
    const below = around(run).filter(({ id, position }) => !shown.has(id) && position > rows.length);
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
