// The rows of one ranking: pages around what is visible, the live first rows, and the live rows around the viewer.

import { isSame } from '../identity.js';
import { FINAL_STANDINGS, OWN_STANDING, STANDINGS } from '../operations.js';
import { PAGE, PageCache, pageOf } from './page-cache.js';
import { Source } from './source.js';

const LIVE_ROWS = 30;
const LIVE_NEIGHBOURS = 5;
const POLL = 2_000;
/** Age at which a visible page is read again if nothing is known to have changed, and the age if something has. */
const STALE = 10_000;
const CHANGED = 2_000;

/** `row(position)` is undefined until the page has been read; `ensure` asks for it. */
export class RankingSource extends Source {
  isOwnKnown = false;
  #of;
  #ranking;
  #pages = new PageCache();
  #pending = new Map();
  #range = { first: 1, last: PAGE };
  #top = [];
  #around = new Map();
  #changedAt = 0;
  #timer = null;
  #ownReadAt = 0;

  /** `of` is `{client, board, selector, group, me}`; `ranking` is the client's. */
  constructor(of, ranking) {
    super(of.selector);
    this.#of = of;
    this.#ranking = ranking;
  }

  /** Reads the first page, and follows the ranking if it can change. */
  async open(first = 1) {
    this.#range = { first, last: first + PAGE };
    await Promise.all([this.#load(pageOf(first)), this.#readOwn()]);
    if (this.isClosed) {
      return;
    }
    this.#timer = setInterval(() => this.#poll(), POLL);
    if (this.isFollowable) {
      this.#follow();
    }
  }

  close() {
    super.close();
    clearInterval(this.#timer);
    this.#pending.forEach(({ abort }) => abort.abort());
  }

  row(position) {
    return this.#top[position - 1] ?? this.#around.get(position) ?? this.#pages.row(position);
  }

  /** Asks for the pages of these positions, and forgets requests for others. */
  ensure(first, last) {
    this.#range = { first, last: Math.max(first, last) };
    const wanted = this.#wantedPages();
    for (const [index, { abort }] of this.#pending) {
      if (!wanted.includes(index)) {
        abort.abort();
        this.#pending.delete(index);
      }
    }
    for (const index of wanted) {
      const page = this.#pages.get(index);
      if (!this.#isCovered(index) && (!page || (page.failed && Date.now() - page.readAt > CHANGED))) {
        this.#load(index);
      }
    }
  }

  /** Reads the visible pages again, for example after the connection was lost. */
  refresh() {
    this.#wantedPages().forEach((index) => this.#load(index));
    this.#readOwn();
  }

  #wantedPages() {
    const { first, last } = this.#range;
    const end = pageOf(Math.min(last, Math.max(1, this.entryCount)));
    const start = Math.min(pageOf(first), end);
    return Array.from({ length: end - start + 1 }, (_, index) => start + index);
  }

  /** Whether all visible rows of the page are live. */
  #isCovered(index) {
    const from = Math.max(this.#range.first, index * PAGE + 1);
    const to = Math.min(this.#range.last, (index + 1) * PAGE, this.entryCount);
    for (let position = from; position <= to; position++) {
      if (!this.#top[position - 1] && !this.#around.has(position)) {
        return false;
      }
    }
    return true;
  }

  async #load(index) {
    if (this.#pending.has(index) || this.isClosed) {
      return;
    }
    const abort = new AbortController();
    this.#pending.set(index, { abort });
    try {
      const page = await this.#read(index, abort.signal);
      if (!this.isClosed) {
        this.#keep(index, page);
      }
    } catch (error) {
      if (!abort.signal.aborted && !this.isClosed) {
        this.#pages.fail(index, error.retryAfter ?? 0);
        this.fail(error);
      }
    } finally {
      if (this.#pending.get(index)?.abort === abort) {
        this.#pending.delete(index);
      }
    }
  }

  async #read(index, signal) {
    const { client, board, selector, group } = this.#of;
    const variables = { board, window: selector, group, first: PAGE, fromPosition: index * PAGE + 1 };
    if (!this.#isFinal) {
      const { leaderboard } = await client.query(STANDINGS, variables, { signal });
      const ranking = leaderboard?.ranking ?? null;
      this.#becomes(ranking?.window ?? null);
      if (!this.#isFinal) {
        return ranking && { entryCount: ranking.entryCount, rows: ranking.standings.nodes };
      }
    }
    const { leaderboard } = await client.query(FINAL_STANDINGS, variables, { signal });
    const { standings, finalRanking } = leaderboard?.ranking ?? {};
    const movements = new Map((standings?.nodes ?? []).map(({ position, movement }) => [position, movement]));
    const rows = (finalRanking?.standings.nodes ?? []).map((row) => ({ ...row, movement: movements.get(row.position) }));
    return { entryCount: finalRanking?.entryCount ?? 0, rows };
  }

  /** Takes over the window of a page, which may be newer than the one that is followed. */
  #becomes(window) {
    const before = this.window;
    const isNext = this.isNext(window);
    this.window = window;
    if (isNext) {
      this.emit('windowended', { before, next: window });
    }
  }

  get #isFinal() {
    return this.window?.state === 'FINAL' && this.window.revision > 0;
  }

  #keep(index, page) {
    this.isLoaded = true;
    this.isMissing = page === null;
    const { entryCount, rows } = page ?? { entryCount: 0, rows: [] };
    this.entryCount = entryCount;
    this.baselines.learn(rows, this.window?.kind === 'ALL_TIME');
    this.#showParticipants(rows);
    this.#pages.keep(index, rows, (pageOf(this.#range.first) + pageOf(this.#range.last)) / 2);
    this.own = this.#ownOf(rows) ?? this.own;
    this.emit('change', { live: false });
  }

  /** Live rows keep their participants until their entries change. A page has the names and pictures of now. */
  #showParticipants(rows) {
    const read = new Map(rows.map(({ id, participant }) => [id, participant]));
    for (const row of [...this.#top, ...this.#around.values()].filter(({ id }) => read.has(id))) {
      row.participant = read.get(row.id); // Also in the next list, which has the same row.
    }
  }

  /** Number of pages in memory. */
  get pageCount() {
    return this.#pages.size;
  }

  async #readOwn() {
    const { client, board, selector, group, me } = this.#of;
    if (!me) {
      this.isOwnKnown = true;
      return;
    }
    try {
      this.#ownReadAt = Date.now();
      const variables = { board, window: selector, group, participant: { external: me } };
      const { leaderboard } = await client.query(OWN_STANDING, variables);
      this.own = leaderboard?.ranking?.standing ?? null;
      this.isOwnKnown = true;
      if (this.own) {
        this.baselines.learn([this.own], this.window?.kind === 'ALL_TIME');
      }
      this.emit('change', { live: false });
    } catch (error) {
      this.#ownReadAt = Date.now() + (error.retryAfter ?? 0) * 1000;
      this.fail(error);
    }
  }

  #follow() {
    const { me } = this.#of;
    this.follow((ends) => this.#ranking.followTop(LIVE_ROWS, (rows, update) => this.#topChanged(rows, update), ends));
    if (me) {
      const neighbours = { above: LIVE_NEIGHBOURS, below: LIVE_NEIGHBOURS };
      const listener = (rows, update) => this.#aroundChanged(rows, update);
      this.follow((ends) => this.#ranking.followAround(me, listener, { ...neighbours, ...ends }));
    }
  }

  #topChanged(rows, { window, entryCount }) {
    if (this.isReplacedBy(window)) {
      return;
    }
    this.#changedAt = Date.now();
    this.#top = rows;
    this.entryCount = entryCount;
    this.own = this.#ownOf(rows) ?? this.own;
    this.#learnFirstRanks(rows);
    this.emit('change', { live: true });
  }

  #aroundChanged(rows, { window }) {
    if (this.isReplacedBy(window)) {
      return;
    }
    this.#changedAt = Date.now();
    this.#around = new Map(rows.map((row) => [row.position, row]));
    this.own = this.#ownOf(rows) ?? null;
    this.isOwnKnown = true;
    this.#learnFirstRanks(rows);
    this.emit('change', { live: true });
  }

  #ownOf(rows) {
    return rows.find(({ participant }) => isSame(participant, this.#of.me));
  }

  /** Live rows have no movement. Without a window before, their first rank here is known nevertheless. */
  #learnFirstRanks(rows) {
    if (this.baselines.kind === 'opened' && this.isLoaded) {
      this.baselines.learn(rows.map(({ id, rank }) => ({ id, rank })), true);
    }
  }

  #poll() {
    const now = Date.now();
    if (document.visibilityState !== 'visible' || !this.isLoaded || this.isRefused) {
      return;
    }
    if (!this.isOwnKnown && now - this.#ownReadAt > CHANGED) {
      this.#readOwn();
    }
    if (!this.window || this.#isFinal) {
      this.ensure(this.#range.first, this.#range.last); // What could not be read.
      return;
    }
    for (const index of this.#wantedPages()) {
      const { readAt = 0, failed = false } = this.#pages.get(index) ?? {};
      const isChanged = failed || (this.#isCovered(index) ? !this.#knowsMovements(index) : this.#changedAt > readAt);
      const limit = isChanged ? CHANGED : this.#isCovered(index) ? 3 * STALE : STALE;
      if (now - readAt > limit) {
        this.#load(index);
      }
    }
  }

  #knowsMovements(index) {
    const positions = Array.from({ length: PAGE }, (_, at) => index * PAGE + at + 1);
    return positions.every((position) => {
      const row = this.row(position);
      return !row || this.baselines.knows(row);
    });
  }
}
