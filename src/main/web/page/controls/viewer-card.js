// <laurel-viewer>: the viewer's rank, streaks and badges.

import { badgeList, streakList } from './achievements.js';
import { Avatar } from '../table/avatar.js';
import { element } from '../element.js';
import { nameOf } from '../format.js';
import { PARTICIPANT } from '../operations.js';

const PAUSE = 30_000;

/** Emits `find` to show the viewer's row, and `settings` to choose who the viewer is. */
export class ViewerCard extends HTMLElement {
  #readAt = 0;
  #key = null;
  #participant = null;
  #state = null;

  /** `state` is `{client, board, me, viewer, own, entryCount, isLoaded, format, decimals, label}`. */
  show(state) {
    this.#state = state;
    const key = JSON.stringify([state.board, state.me]);
    if (key !== this.#key) {
      this.#key = key;
      this.#participant = null;
      this.#readAt = 0;
    }
    this.#draw();
    if (state.me && Date.now() - this.#readAt > PAUSE) {
      this.#read(key);
    }
  }

  async #read(key) {
    this.#readAt = Date.now();
    const { client, board, me } = this.#state;
    try {
      const { participant } = await client.query(PARTICIPANT, { board, participant: { external: me } });
      if (key === this.#key) {
        this.#participant = participant;
        this.#draw();
      }
    } catch {
      // The card shows what it has; the table reports failures of the service.
    }
  }

  #draw() {
    const { me, own, isLoaded, format, decimals, label, entryCount } = this.#state;
    const participant = own?.participant ?? this.#participant ?? this.#state.viewer?.participant ?? null;
    const facts = { me, own, isLoaded, label, entryCount, participant, more: this.#participant };
    const key = JSON.stringify([facts, decimals]);
    if (key === this.drawn) {
      return;
    }
    this.drawn = key;
    const focused = this.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.replaceChildren(...(me ? this.#person(facts, format, decimals) : this.#stranger()));
    if (focused) {
      [...this.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus({ preventScroll: true });
    }
  }

  #person({ me, own, isLoaded, participant, label, entryCount, more }, format, decimals) {
    const name = participant ? nameOf(participant) : me.externalId;
    const avatar = new Avatar(participant ?? { id: me.externalId, name });
    avatar.root.classList.add('is-large');
    const rank = own
      ? [
          element('span', { class: 'own-rank' }, `#${format.whole(own.rank)}`),
          element('span', { class: 'own-of' }, `of ${format.whole(entryCount)}`),
          element('span', { class: 'own-score' }, format.score(own.score, decimals)),
        ]
      : [element('span', { class: 'hint' }, isLoaded ? 'Not ranked here yet' : ' ')];
    const streaks = streakList(more?.streaks ?? [], format);
    const badges = badgeList(more?.badgeAwards.nodes ?? [], format);
    return [
      element(
        'div',
        { class: 'viewer-head' },
        avatar.root,
        element(
          'div',
          { class: 'viewer-who' },
          element('span', { class: 'hint' }, label),
          element('span', { class: 'viewer-name', dir: 'auto', title: name }, name),
        ),
      ),
      element('div', { class: 'viewer-rank' }, rank),
      own && element('button', { class: 'button', type: 'button', onclick: () => this.#emit('find') }, 'Show around this rank'),
      ...section('Streaks', streaks, more && 'No streak yet. It starts with the first active day.'),
      ...section('Badges', badges, more && 'No badges yet.'),
    ].filter(Boolean);
  }

  #stranger() {
    return [
      element('h2', { class: 'card-title' }, 'Where are you?'),
      element('p', { class: 'hint' }, 'With a player token this page keeps your rank in sight, with your streaks and badges.'),
      element('button', { class: 'button', type: 'button', onclick: () => this.#emit('settings') }, 'Enter a token'),
    ];
  }

  #emit(name) {
    this.dispatchEvent(new Event(name));
  }
}

function section(title, list, nothing) {
  const content = list ?? (nothing ? element('p', { class: 'hint' }, nothing) : null);
  return content ? [element('h2', { class: 'card-title' }, title), content] : [];
}

customElements.define('laurel-viewer', ViewerCard);
