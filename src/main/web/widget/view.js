import { hueOf, initials } from '../shared/avatar.js';
import { Format } from './format.js';
import { STYLE } from './style.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const MOVE = { duration: 450, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
const FLASH = { duration: 1600, easing: 'ease-out' };
const HIGHLIGHT = 'color-mix(in srgb, var(--accent) 24%, transparent)';
const SPEECH_PAUSE = 2000;
const CHANGE_SHOWN = 5000;

/** Creates an element. `part` names it for `::part()`, and is its class, too. */
function create(tag, { part, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  if (part) {
    element.className = part;
    element.part = part;
  }
  element.append(...children);
  return element;
}

/** What the leaderboard looks like: shows rows, moves them, and speaks about changes. */
export class View {
  /** Receives the row that a visitor selects. */
  onSelect = () => {};
  /** Is called when a visitor wants to try again. */
  onRetry = () => {};

  #format = new Format();
  #look = {};
  #lines = new Map(); // The shown rows by ID.
  #gap = create('tr', { part: 'gap', 'aria-hidden': 'true' }, create('td', { colspan: '3' }, '⋯'));
  #title = create('div', { part: 'title', role: 'heading' });
  #status = create('div', { part: 'status' });
  #window = create('div', { part: 'window' });
  #countdown = create('time', { part: 'countdown' });
  #header = create('header', { part: 'header' }, this.#title, this.#status, this.#window, this.#countdown);
  #columns = ['rank', 'participant', 'score'].map((name) => [name, create('th', { scope: 'col' })]);
  #body = create('tbody');
  #table = create('table', { part: 'table' },
    create('thead', { part: 'head' }, create('tr', {}, ...this.#columns.map(([, cell]) => cell))), this.#body);
  #text = create('span');
  #retry = create('button', { part: 'retry', type: 'button' });
  #message = create('div', { part: 'message' }, this.#text, this.#retry);
  #skeleton = create('div', { part: 'skeleton', role: 'img' });
  #spoken = create('p', { class: 'spoken', role: 'status' });
  #speech;
  #nextText;

  constructor(root) {
    root.adoptedStyleSheets = [STYLE];
    root.append(create('div', { part: 'card' }, this.#header, this.#table, this.#message, this.#skeleton), this.#spoken);
    this.#retry.addEventListener('click', () => this.onRetry());
    this.#body.addEventListener('click', ({ target }) => {
      const id = target.closest('tr')?.id;
      if (id && this.#look.selectable) {
        this.onSelect(this.#lines.get(id).row);
      }
    });
  }

  /** Sets language, labels and options: `{language, labels, headingLevel, avatars, selectable}`. All rows are made again. */
  setLook(look) {
    this.#look = look;
    this.#format = new Format(look.language, look.labels);
    this.#title.setAttribute('aria-level', look.headingLevel);
    this.#columns.forEach(([name, cell]) => cell.replaceChildren(this.#format.label(name)));
    this.#retry.textContent = this.#format.label('retry');
    this.#skeleton.ariaLabel = this.#format.label('loading');
    this.#table.classList.toggle('selectable', look.selectable);
    this.#lines.clear();
    this.#body.replaceChildren();
  }

  /** Shows the heading (by default the leaderboard's name), window, number of entries, and state of the connection. */
  showHeader({ heading, name, window, entryCount, status, failed }) {
    const format = this.#format;
    const texts = [window && format.window(window), entryCount && format.entries(entryCount)].filter(Boolean);
    this.#header.hidden = failed && !heading && !name;
    this.#title.hidden = heading === '';
    this.#title.textContent = heading ?? name ?? '';
    this.#table.ariaLabel = heading || name;
    this.#window.replaceChildren(...texts.flatMap((text, index) => [index ? ' · ' : '', create('bdi', {}, text)]));
    this.#showStatus(status);
  }

  /** Shows the state of the connection: `live`, `offline` or null. Speaks when it is lost and when it is back. */
  #showStatus(status) {
    const label = status ? this.#format.label(status) : '';
    const { state } = this.#status.dataset;
    if (status !== state && (status === 'offline' || (status === 'live' && state === 'offline'))) {
      this.#speak(label);
    }
    this.#status.hidden = !status;
    this.#status.dataset.state = status ?? state ?? '';
    this.#status.textContent = label;
  }

  /** Shows the time until the end of the window; `FINAL` and times in the past as such. Null hides it. */
  showCountdown(window) {
    const left = Date.parse(window?.endsAt) - Date.now();
    const time = () => this.#format.label('endsIn', { time: this.#format.duration(left) });
    const text = window?.state === 'FINAL' ? this.#format.label('final') : left > 0 ? time() : this.#format.label('ended');
    this.#countdown.hidden = !window?.endsAt;
    if (window?.endsAt && this.#countdown.textContent !== text) {
      this.#countdown.textContent = text;
      this.#countdown.dateTime = window.endsAt;
    }
  }

  /** Shows a text instead of rows: `loading` (with `count` lines), `empty`, `noWindow`, `offline` or `error`. Null hides it. */
  showMessage(name, count = 0) {
    this.#skeleton.hidden = name !== 'loading';
    this.#skeleton.style.blockSize = `calc(var(--row) * ${count})`;
    this.#message.hidden = !name || name === 'loading';
    this.#retry.hidden = name !== 'error';
    this.#text.textContent = name ? this.#format.label(name) : '';
    this.#table.hidden = Boolean(name);
    this.#table.setAttribute('aria-busy', name === 'loading');
    if (name) {
      this.#lines.clear();
      this.#body.replaceChildren();
    }
  }

  /** Shows the rows in their order, with a gap before the row with the index `gapAt`, and marks the row with the ID `ownId`. */
  showRows(rows, { entryCount, gapAt, ownId }) {
    const tops = new Map([...this.#lines].map(([id, line]) => [id, line.element.getBoundingClientRect().top]));
    const focused = this.#body.getRootNode().activeElement;
    const previous = new Map([...this.#lines].map(([id, line]) => [id, line.row]));
    const lines = rows.map((row) => this.#update(row, row.id === ownId));
    const elements = lines.map((line) => line.element);
    if (gapAt > 0) {
      elements.splice(gapAt, 0, this.#gap);
    }
    this.#table.setAttribute('aria-rowcount', entryCount + 1);
    this.#arrange(elements);
    this.#lines = new Map(rows.map((row, index) => [row.id, lines[index]]));
    focused?.focus({ preventScroll: true });
    if (tops.size > 0) {
      this.#move(lines, tops);
      lines.forEach((line) => this.#showChange(line, previous.get(line.row.id)));
      this.#speakOf(rows, previous, ownId);
    }
  }

  /** Makes the elements the body's children. Moves as few as possible. */
  #arrange(elements) {
    const kept = new Set(elements);
    [...this.#body.children].filter((child) => !kept.has(child)).forEach((child) => child.remove());
    elements.forEach((element, index) => {
      if (this.#body.children[index] !== element) {
        this.#body.insertBefore(element, this.#body.children[index] ?? null);
      }
    });
  }

  /** The line of a row, with the row's present content. */
  #update(row, own) {
    const line = this.#lines.get(row.id) ?? this.#line(row);
    const name = row.participant ? (row.participant.name ?? row.participant.externalId ?? '') : '';
    line.row = row;
    line.element.part = own ? 'row row-own' : 'row';
    line.element.classList.toggle('own', own);
    line.element.ariaCurrent = own ? 'true' : null;
    line.element.setAttribute('aria-rowindex', row.position + 1);
    line.rank.textContent = this.#format.number(row.rank);
    line.rank.className = line.rank.part = row.rank <= 3 ? `rank medal-${row.rank}` : 'rank';
    line.name.textContent = line.name.title = line.shown = name || this.#format.label('hidden');
    line.score.textContent = this.#format.number(row.score);
    this.#picture(line, row);
    return line;
  }

  #line({ id }) {
    const rank = create('span');
    const name = create(this.#look.selectable ? 'button' : 'span', { part: 'name', dir: 'auto' });
    const change = create('span', { part: 'change', 'aria-hidden': 'true' });
    const avatar = create('span', { part: 'avatar', 'aria-hidden': 'true' });
    const score = create('span', { part: 'score' });
    const who = create('div', { class: 'who' }, ...(this.#look.avatars ? [avatar] : []), name, change);
    const element = create('tr', { part: 'row', id },
      create('td', {}, rank), create('th', { scope: 'row' }, who), create('td', {}, score));
    return { element, rank, name, change, avatar, score };
  }

  #picture(line, { participant }) {
    const key = `${participant?.imageUrl} ${line.shown}`;
    if (!this.#look.avatars || line.pictured === key) {
      return;
    }
    line.pictured = key;
    line.avatar.replaceChildren(initials(line.shown, this.#format.language));
    line.avatar.style.setProperty('--hue', hueOf(participant?.id ?? line.shown));
    if (/^https?:/.test(participant?.imageUrl ?? '')) {
      const image = create('img', { alt: '', referrerpolicy: 'no-referrer', src: participant.imageUrl });
      image.addEventListener('load', () => line.pictured === key && line.avatar.replaceChildren(image));
    }
  }

  /** Moves lines from where they were, by ID, to where they are now. */
  #move(lines, tops) {
    lines.forEach(({ element }) => element.getAnimations().forEach((animation) => animation.cancel()));
    const distances = lines.map(({ element, row }) => tops.get(row.id) - element.getBoundingClientRect().top);
    lines.forEach(({ element }, index) => {
      if (reducedMotion.matches) {
        return;
      }
      if (Number.isNaN(distances[index])) {
        element.animate([{ opacity: 0 }, { opacity: 1 }], MOVE);
      } else if (distances[index] !== 0) {
        element.animate([{ transform: `translateY(${distances[index]}px)` }, { transform: 'none' }], MOVE);
      }
    });
  }

  /** Highlights a new score, and shows for a while by how many ranks the row has moved. */
  #showChange({ element, change, row }, old) {
    if (old?.score !== row.score) {
      [...element.cells].forEach((cell) => cell.animate([{ backgroundColor: HIGHLIGHT, offset: 0 }], FLASH));
    }
    if (old && old.rank !== row.rank) {
      const up = row.rank < old.rank;
      change.textContent = `${up ? '▲' : '▼'} ${this.#format.number(Math.abs(row.rank - old.rank))}`;
      change.classList.toggle('down', !up);
      change.getAnimations().forEach((animation) => animation.cancel());
      const shown = change.animate({ opacity: [1, 1, 0] }, CHANGE_SHOWN);
      shown.addEventListener('finish', () => change.replaceChildren());
    }
  }

  /** Speaks about a new leader, and about a new rank of the own row. */
  #speakOf(rows, previous, ownId) {
    const [leader] = rows;
    const own = this.#lines.get(ownId);
    const oldLeader = [...previous.values()][0];
    if (leader?.position === 1 && oldLeader?.id !== leader.id) {
      const { shown } = this.#lines.get(leader.id);
      this.#speak(this.#format.label('leads', { name: shown, score: this.#format.number(leader.score) }));
    } else if (own && previous.has(ownId) && previous.get(ownId).rank !== own.row.rank) {
      this.#speak(this.#format.label('moved', { name: own.shown, rank: this.#format.number(own.row.rank) }));
    }
  }

  /** Speaks a label as soon as screen readers are likely to have spoken the text before. */
  announce(name) {
    this.#speak(this.#format.label(name));
  }

  #speak(text) {
    this.#nextText = text;
    this.#speech ??= setTimeout(() => {
      this.#speech = undefined;
      this.#spoken.textContent = this.#nextText;
    }, SPEECH_PAUSE);
  }
}
