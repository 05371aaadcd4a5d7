// One row of the table. Rows are recycled: the same elements show another standing after the list was scrolled.

import { Avatar } from './avatar.js';
import { element, setAttribute, setText } from '../element.js';
import { nameOf } from '../format.js';

let lastNumber = 0;

/** The parts of a standing, in cells of a table or in a button. */
export class StandingParts {
  #rank = element('span', { class: 'rank' });
  #move = element('span', { class: 'move' });
  #avatar = new Avatar();
  #name = element('span', { class: 'name', dir: 'auto' });
  #badge = element('span', { class: 'you', hidden: true }, 'You');
  #score = element('span', { class: 'score' });

  /** The elements of the cells, in their order. */
  get contents() {
    return [[this.#rank], [this.#move], [this.#avatar.root, this.#name, this.#badge], [this.#score]];
  }

  show(row, { format, decimals, movement, comparison, own, ownLabel }) {
    const name = nameOf(row.participant);
    setText(this.#rank, format.whole(row.rank));
    this.#rank.dataset.medal = row.rank <= 3 ? row.rank : '';
    this.#showMove(movement, format, comparison);
    this.#avatar.show(row.participant, row.participant ? name : '');
    setText(this.#name, name);
    setAttribute(this.#name, 'title', name);
    this.#name.classList.toggle('is-unnamed', !row.participant);
    this.#badge.hidden = !own;
    setText(this.#badge, ownLabel ?? 'You');
    this.#showScore(row.score, format, decimals);
    setAttribute(this.#score, 'title', row.rankInAll ? `Rank ${format.whole(row.rankInAll)} of everyone` : null);
  }

  clear() {
    [this.#rank, this.#move, this.#name, this.#score].forEach((part) => setText(part, ''));
    this.#rank.dataset.medal = '';
    this.#move.dataset.move = '';
    this.#avatar.show(null, '');
    this.#badge.hidden = true;
    [this.#name, this.#move].forEach((part) => part.removeAttribute('title'));
  }

  /** A long score may be broken between groups of digits. */
  #showScore(score, format, decimals) {
    const text = format.score(score, decimals);
    const isLong = text.length > 16;
    if (this.#score.textContent !== text) {
      const parts = isLong ? format.scoreParts(score, decimals) : [text];
      this.#score.replaceChildren(...parts.flatMap((part) => [part, element('wbr')]).slice(0, -1));
      this.#score.classList.toggle('is-long', isLong);
    }
  }

  #showMove(movement, format, comparison) {
    const { word, text, title } = describeMove(movement, format, comparison);
    this.#move.dataset.move = word;
    if (this.#move.dataset.text !== text || this.#move.title !== title) {
      this.#move.dataset.text = text;
      this.#move.title = title;
      this.#move.replaceChildren(
        element('span', { 'aria-hidden': 'true' }, text),
        element('span', { class: 'visually-hidden' }, title),
      );
    }
  }
}

/** A movement as a word for styles, as text, and as a sentence. */
export function describeMove(movement, format, comparison) {
  if (!movement) {
    return { word: '', text: '', title: '' };
  }
  if (movement.isNew) {
    return { word: 'new', text: 'new', title: `Not ranked ${comparison.at}` };
  }
  const { change } = movement;
  if (change === 0) {
    return { word: 'same', text: '–', title: `Same rank as ${comparison.at}` };
  }
  const amount = format.count(Math.abs(change), 'rank');
  return change > 0
    ? { word: 'up', text: `▲ ${format.whole(change)}`, title: `Up ${amount} since ${comparison.since}` }
    : { word: 'down', text: `▼ ${format.whole(-change)}`, title: `Down ${amount} since ${comparison.since}` };
}

/** A row of the table at a place of the scroll area. */
export class StandingRow {
  id = null;
  position = 0;
  y = 0;
  score = null;
  parts = new StandingParts();

  constructor() {
    const cells = this.parts.contents.map((content, index) =>
      element('span', { class: `cell cell-${index}`, role: 'gridcell', 'aria-colindex': index + 1 }, content),
    );
    this.root = element('div', { class: 'row', role: 'row', id: `standing-${++lastNumber}` }, cells);
    this.root.standing = this;
  }

  show(position, row, options) {
    if (row?.id !== this.id) {
      this.root.classList.remove('is-found');
    }
    this.position = position;
    this.id = row?.id ?? null;
    this.score = row?.score ?? null;
    setAttribute(this.root, 'aria-rowindex', position + 1);
    this.root.classList.toggle('is-loading', !row);
    this.root.classList.toggle('is-own', Boolean(row && options.own));
    this.root.hidden = false;
    if (row) {
      this.parts.show(row, options);
    } else {
      this.parts.clear();
    }
  }

  moveTo(y) {
    this.y = y;
    this.root.style.transform = `translateY(${y}px)`;
  }

  /** Marks the row for a moment. */
  flash() {
    this.root.classList.add('is-found');
    setTimeout(() => this.root.classList.remove('is-found'), 1_600);
  }

  hide() {
    this.root.hidden = true;
    this.root.removeAttribute('aria-rowindex');
    this.id = null;
    this.position = 0;
  }
}
