// <laurel-countdown>: time until the window ends, or what the reader sees instead of a current window.

import { element, setAttribute, setText } from '../element.js';
import { endingWord } from '../window-names.js';

/** Counts down every second. It is silent for screen readers: the title has the time of the end. */
export class Countdown extends HTMLElement {
  #end = null;
  #format = null;

  connectedCallback() {
    this.label = element('span', { class: 'countdown-label' });
    this.time = element('span', { class: 'countdown-time', role: 'timer', 'aria-live': 'off' });
    this.append(this.label, this.time);
    this.timer = setInterval(() => this.#tick(), 1_000);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  /** Describes the window. `clock` is that of the leaderboard. */
  show(window, format, clock) {
    this.#format = format;
    const { text, end = null, title = null } = window ? describe(window, format, clock) : { text: '' };
    this.#end = end;
    setText(this.label, text);
    setAttribute(this, 'title', title);
    this.#tick();
  }

  #tick() {
    this.time.hidden = this.#end === null;
    if (this.#end !== null) {
      setText(this.time, this.#format.remaining(this.#end - Date.now()));
    }
  }
}

function describe(window, format, clock) {
  const { state, kind, endsAt, finalizesAt, finalizedAt, revision } = window;
  if (state === 'FINAL') {
    if (revision > 1) {
      return { text: `Final ranks · corrected ${format.moment(finalizedAt)} (revision ${format.whole(revision)})` };
    }
    return { text: finalizedAt ? `Final ranks since ${format.moment(finalizedAt)}` : 'Ended. The final ranks are being stored.' };
  }
  if (clock === 'SUBMISSIONS') {
    const title = 'This leaderboard replays scores: a window ends when a later score arrives.';
    return { text: 'Time is that of the latest score', title };
  }
  if (state === 'GRACE') {
    const title = `Until ${format.moment(finalizesAt)}`;
    return { text: 'Ended · late scores count for', end: Date.parse(finalizesAt), title };
  }
  const ending = endsAt && { text: endingWord(kind), end: Date.parse(endsAt), title: `Ends ${format.moment(endsAt)}` };
  return ending ?? { text: kind === 'ALL_TIME' ? 'Never resets' : 'No end planned' };
}

customElements.define('laurel-countdown', Countdown);
