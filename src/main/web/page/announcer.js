// <laurel-announcer>: what a screen reader says without being asked: only what concerns the viewer, and rarely.

import { nameOf } from './format.js';

const PAUSE = 5_000;

/** A polite live region. Of several messages within a few seconds, the last is said. */
export class Announcer extends HTMLElement {
  #saidAt = 0;
  #timer = null;

  connectedCallback() {
    this.className = 'visually-hidden';
    this.setAttribute('role', 'status');
    this.setAttribute('aria-live', 'polite');
  }

  say(text) {
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#saidAt + PAUSE - Date.now());
    this.#timer = setTimeout(() => {
      this.#saidAt = Date.now();
      this.textContent = text;
    }, wait);
  }
}

customElements.define('laurel-announcer', Announcer);

/** The sentence for a change of the viewer's row. Null if there is nothing to say. */
export function ownChange(before, after, { format, decimals, isViewer }) {
  const who = isViewer ? 'You' : nameOf((after ?? before)?.participant);
  const are = isViewer ? 'are' : 'is';
  if (!after) {
    return before ? `${who} ${are} no longer ranked.` : null;
  }
  const score = format.score(after.score, decimals);
  const rank = format.whole(after.rank);
  if (!before) {
    return `${who} ${are} ranked ${rank} with ${score}.`;
  }
  if (after.rank !== before.rank) {
    return `${who} moved ${after.rank < before.rank ? 'up' : 'down'} to rank ${rank} with ${score}.`;
  }
  return after.score === before.score ? null : `${who} now ${isViewer ? 'have' : 'has'} ${score}, still at rank ${rank}.`;
}
