// The standings of a list of participants among each other. It has the same interface as RankingSource.

import { Baselines } from './baselines.js';
import { isSame } from '../identity.js';

const PAUSE = 1_000;

/** Rows are ranked among the given participants; `rankInAll` of a row is its rank in the whole ranking. */
export class FriendsSource extends EventTarget {
  window = null;
  entryCount = 0;
  own = null;
  isMissing = false;
  isLoaded = false;
  isRelative = true;
  pageCount = 1;
  baselines = new Baselines();
  #me;
  #participants;
  #ranking;
  #rows = [];
  #follow = null;
  #timer = null;
  #closed = false;

  constructor({ participants, me }, ranking) {
    super();
    this.#me = me;
    this.#participants = me && !participants.some((one) => isSame(one, me)) ? [me, ...participants] : participants;
    this.#ranking = ranking;
  }

  async open() {
    const { window } = await this.#ranking.page({ first: 1 });
    this.window = window;
    this.isMissing = window === null;
    await this.#read();
    if (!this.#closed && this.isLive) {
      const onError = (error) => this.#fail(error);
      this.#follow = this.#ranking.followParticipants(this.#participants, (_, update) => this.#changed(update), { onError });
    }
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#follow?.close();
  }

  get isOwnKnown() {
    return this.isLoaded;
  }

  get isLive() {
    return Boolean(this.window) && ['OPEN', 'GRACE'].includes(this.window.state);
  }

  row(position) {
    return this.#rows[position - 1];
  }

  ensure() {}

  refresh() {
    this.#read().catch((error) => this.#fail(error));
  }

  movement(row) {
    return this.baselines.movement(row);
  }

  #changed({ window }) {
    if (window?.id !== this.window?.id) {
      this.dispatchEvent(new Event('windowended'));
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.refresh();
    }, PAUSE);
  }

  async #read() {
    const rows = await this.#ranking.standingsOf(this.#participants);
    if (this.#closed) {
      return;
    }
    const isFirst = !this.isLoaded;
    this.#rows = rows.map(({ relativeRank, relativePosition, rank, ...row }) => {
      return { ...row, rank: relativeRank, position: relativePosition, rankInAll: rank };
    });
    this.entryCount = this.#rows.length;
    this.own = this.#rows.find(({ participant }) => isSame(participant, this.#me)) ?? null;
    this.baselines.learn(this.#rows, true);
    this.isLoaded = true;
    this.dispatchEvent(new CustomEvent('change', { detail: { live: !isFirst } }));
  }

  #fail(error) {
    if (!this.#closed) {
      this.dispatchEvent(new CustomEvent('failure', { detail: error }));
    }
  }
}
