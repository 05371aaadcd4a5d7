// <laurel-announcer>: what a screen reader says without being asked: only what concerns the viewer, and rarely.

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
export function ownChange(before, after, { format, decimals }) {
  if (!after) {
    return before ? 'You are no longer ranked.' : null;
  }
  const score = format.score(after.score, decimals);
  if (!before) {
    return `You are ranked ${format.whole(after.rank)} with ${score}.`;
  }
  if (after.rank !== before.rank) {
    const word = after.rank < before.rank ? 'up' : 'down';
    return `You moved ${word} to rank ${format.whole(after.rank)} with ${score}.`;
  }
  return after.score === before.score ? null : `Your score is ${score}. Your rank is still ${format.whole(after.rank)}.`;
}
