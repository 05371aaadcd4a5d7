// The standings of a list of participants among each other. It has the same interface as RankingSource.

import { isSame } from '../identity.js';
import { Source } from './source.js';

const PAUSE = 1_000;
/** Time after which a read that has failed is repeated. */
const RETRY = 5_000;

/** Rows are ranked among the given participants; `rankInAll` of a row is its rank in the whole ranking. */
export class FriendsSource extends Source {
  isRelative = true;
  pageCount = 1;
  #me;
  #participants;
  #followedCount;
  #ranking;
  #rows = [];
  #timer = null;

  /** `followedCount` is the number of participants that one subscription can follow. */
  constructor({ participants, me, selector, followedCount }, ranking) {
    super(selector);
    this.#me = me;
    this.#participants = me && !participants.some((one) => isSame(one, me)) ? [me, ...participants] : participants;
    this.#followedCount = followedCount;
    this.#ranking = ranking;
  }

  async open() {
    const { window } = await this.#ranking.page({ first: 1 });
    this.window = window;
    this.isMissing = window === null;
    await this.#read();
    if (!this.isClosed && this.isFollowable) {
      this.#follow();
    }
  }

  #follow() {
    const listener = (_, update) => this.#changed(update);
    for (let at = 0; at < this.#participants.length; at += this.#followedCount) {
      const some = this.#participants.slice(at, at + this.#followedCount);
      this.follow((ends) => this.#ranking.followParticipants(some, listener, ends));
    }
  }

  close() {
    super.close();
    clearTimeout(this.#timer);
  }

  get isOwnKnown() {
    return this.isLoaded;
  }

  row(position) {
    return this.#rows[position - 1];
  }

  ensure() {}

  refresh() {
    this.#read().catch((error) => {
      this.fail(error);
      this.#refreshLater(RETRY);
    });
  }

  #changed({ window }) {
    if (!this.isReplacedBy(window)) {
      this.#refreshLater(PAUSE);
    }
  }

  #refreshLater(milliseconds) {
    if (!this.isClosed && !this.isRefused) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.refresh();
      }, milliseconds);
    }
  }

  async #read() {
    const rows = await this.#ranking.standingsOf(this.#participants);
    if (this.isClosed) {
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
    this.emit('change', { live: !isFirst });
  }
}
