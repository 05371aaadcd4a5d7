// What the sources of rows share: facts about the ranking, its subscriptions, and events.

import { Baselines } from './baselines.js';
import { REFUSALS } from '../messages.js';

/**
 * Emits `change` with `detail.live` if rows or counts differ, `windowended` if the window `detail.before` has been replaced by
 * `detail.next`, each of which is null if there is no window at that time, `ended` if the ranking is followed no longer, for
 * example because the leaderboard has been deleted, and `failure` with an error.
 * A closed source emits nothing.
 */
export class Source extends EventTarget {
  window = null;
  entryCount = 0;
  own = null;
  isMissing = false;
  isLoaded = false;
  isClosed = false;
  /** Whether the service does not let this caller read. Another attempt would end in the same way. */
  isRefused = false;
  baselines = new Baselines();
  #isCurrent;
  #follows = [];
  #hasEnded = false;

  constructor(selector) {
    super();
    this.#isCurrent = !selector?.name; // Without a selector it is the current window, too.
  }

  close() {
    this.isClosed = true;
    this.#follows.forEach((follow) => follow.close());
  }

  get isLive() {
    return Boolean(this.window) && ['OPEN', 'GRACE'].includes(this.window.state);
  }

  /** Whether the ranking can change. Between two seasons there is no window, and a subscription waits for the next one. */
  get isFollowable() {
    return this.isLive || (this.isMissing && this.#isCurrent);
  }

  /** Whether this window is the next one of those that are shown. */
  isNext(window) {
    return this.isLoaded && this.#isCurrent && window?.id !== this.window?.id;
  }

  /** Whether the window of an event is not the one that is shown. Emits `windowended` if so. */
  isReplacedBy(window) {
    const isOther = window?.id !== this.window?.id;
    if (isOther) {
      this.emit('windowended', { before: this.window, next: window });
    }
    return isOther;
  }

  movement(row) {
    return this.baselines.movement(row);
  }

  /** Keeps a subscription until the source is closed. `start` is called with the listeners for its end. */
  follow(start) {
    const onError = (error) => (REFUSALS.includes(error.code) ? this.fail(error) : this.#end());
    this.#follows.push(start({ onError, onComplete: () => this.#end() }));
  }

  #end() {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.emit('ended');
    }
  }

  fail(error) {
    this.isRefused ||= REFUSALS.includes(error.code);
    this.emit('failure', error);
  }

  emit(type, detail) {
    if (!this.isClosed) {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    }
  }
}
