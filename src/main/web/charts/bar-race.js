// <laurel-bar-race board="drivers" window="2010" source="achieved">
import { hueOf } from '/web/shared/avatar.js';
import { Chart, html, svg } from './chart.js';
import { achievedFrames, raceWindow, receivedFrames } from './race-frames.js';

const ROW = 34;
const LETTER = 7.6; // Mean width of a letter of a name.
const MOVE = 700; // Milliseconds from one frame to the next.
const DEFINITIONS = new Set(['hourly', 'daily', 'weekly', 'monthly', 'yearly', 'season', 'all-time']);
const PLAY = 'M7 4l13 8-13 8z';
const PAUSE = 'M6 4h4v16H6zM14 4h4v16h-4z';

/**
 * The first places of a window over its time. `data = {leaderboard, window, frames: [{time, rows: [{id, name, rank, score}]}]}`.
 * Attributes: `board`; `window` (name of a window, or a default key of a definition, such as `weekly`, for its current window;
 * other keys and groups by the properties `windowSelector` and `group`, as in the API); `bars` (10); `frames`
 * (40); `source`: `received` derives the past from the times at which the service received scores, `achieved` from those at which
 * they were achieved, which needs the role READER; `autoplay`. Methods: `play()`, `pause()`, `seek(frame)`.
 */
export class BarRace extends Chart {
  static observedAttributes = ['board', 'window', 'source', 'bars', 'frames'];

  #at = 0;
  #playing = null;
  #last = null;
  #bars = new Map();
  #shown = null;

  get playing() {
    return this.#playing !== null;
  }

  /** The frame that is shown, counted from 0; between two frames while it moves. */
  get position() {
    return this.#at;
  }

  async read(signal) {
    const board = this.getAttribute('board');
    const found = await raceWindow(this.client, board, this.windowSelector ?? selector(this.getAttribute('window')), signal);
    if (!found) {
      return null;
    }
    const bars = Number(this.getAttribute('bars') ?? 10);
    const count = Number(this.getAttribute('frames') ?? 40);
    const race = { board, ...found, group: this.group ?? null, bars, count };
    const progress = (done, all) => this.say(`Loading ${done} of ${all} ...`);
    const frames =
      this.getAttribute('source') === 'achieved'
        ? await achievedFrames(this.client, race, signal)
        : await receivedFrames(this.client, race, signal, progress);
    return frames.length > 0 ? { leaderboard: found.leaderboard.name, window: found.window.name, frames } : null;
  }

  disconnectedCallback() {
    this.pause();
    super.disconnectedCallback();
  }

  draw(data) {
    if (data !== this.#shown) {
      this.pause();
      this.#shown = data;
      this.#at = 0;
      if (this.hasAttribute('autoplay') && !this.still) {
        queueMicrotask(() => this.play());
      }
    }
    const { leaderboard, window, frames } = data;
    const title = `${leaderboard}, ${window}`;
    const leader = frames.at(-1).rows[0];
    const [first, last] = [frames[0], frames.at(-1)].map(({ time }) => this.#day(time));
    const summary = `${first} to ${last}. ${leader ? `At the end ${leader.name} leads with ${leader.score}.` : ''}`;
    const height = Math.max(...frames.map(({ rows }) => rows.length)) * ROW + 8;
    this.#bars = new Map();
    // The date is written large where bars are short, if there is room.
    const clock = { class: 'clock', x: this.width - 4, y: height - 14, 'aria-hidden': 'true' };
    this.clock = svg('text', { ...clock, visibility: height > 8 * ROW && this.width > 480 ? 'visible' : 'hidden' });
    this.stage = svg('g', {});
    this.stage.addEventListener('keydown', (event) => this.#walk(event));
    const picture = this.picture(this.width, height, title, summary, this.clock, this.stage);
    picture.style.overflow = 'hidden';
    const parts = [picture, this.#controls(frames)];
    this.#paint();
    return { title, summary, parts, table: this.#table(frames) };
  }

  play() {
    if (this.playing || !this.data) {
      return;
    }
    if (this.#at >= this.data.frames.length - 1) {
      this.#at = 0;
    }
    this.#last = null;
    this.#playing = requestAnimationFrame((now) => this.#tick(now));
    this.#button();
  }

  pause() {
    cancelAnimationFrame(this.#playing);
    this.#playing = null;
    this.#button();
  }

  seek(frame) {
    if (this.data) {
      this.#at = Math.min(Math.max(frame, 0), this.data.frames.length - 1);
      this.#paint();
    }
  }

  #tick(now) {
    const end = this.data.frames.length - 1;
    this.#at = Math.min(this.#at + (now - (this.#last ?? now)) / MOVE, end);
    this.#last = now;
    this.#paint();
    if (this.#at >= end) {
      this.pause();
    } else {
      this.#playing = requestAnimationFrame((next) => this.#tick(next));
    }
  }

  /** Bars between two frames; at whole frames only if the reader prefers less motion. */
  #paint() {
    const { frames } = this.data ?? this.#shown;
    const at = this.still ? Math.floor(this.#at) : this.#at;
    const [from, to] = [frames[Math.floor(at)], frames[Math.min(Math.floor(at) + 1, frames.length - 1)]];
    const share = ease(at - Math.floor(at));
    const places = (frame) => new Map(frame.rows.map((row, index) => [row.id, { ...row, index }]));
    const [before, after] = [places(from), places(to)];
    const out = Math.max(...frames.map(({ rows }) => rows.length)) + 1;
    const states = [...new Set([...before.keys(), ...(share > 0 ? after.keys() : [])])].map((id) => {
      const [a, b] = [before.get(id), after.get(id)];
      const [start, end] = [a ?? { ...b, index: out }, b ?? { ...a, index: out }];
      const value = Number(start.score) + (Number(end.score) - Number(start.score)) * share;
      return { id, row: share < 0.5 ? start : end, value, place: start.index + (end.index - start.index) * share };
    });
    const most = Math.max(...states.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
    const shown = new Set(states.map(({ id }) => id));
    this.#bars.forEach((bar, id) => (bar.style.display = shown.has(id) ? '' : 'none'));
    states.forEach((state) => this.#place(state, most));
    const stop = this.stage.querySelector('[tabindex="0"]');
    if (!stop || stop.style.display === 'none') {
      stop?.setAttribute('tabindex', -1);
      this.#visible()[0]?.setAttribute('tabindex', 0);
    }
    this.#describe(frames, share < 0.5 ? from : to);
  }

  #place({ id, row, value, place }, most) {
    const bar = this.#bars.get(id) ?? this.#bar(id);
    const [rank, rect, name, score] = bar.children;
    const long = (Math.abs(value) / most) * (this.width - 110);
    bar.setAttribute('transform', `translate(0 ${(place * ROW + 4).toFixed(2)})`);
    bar.dataset.place = place;
    bar.setAttribute('aria-label', `Rank ${row.rank}: ${row.name}, ${row.score}`);
    rank.textContent = row.rank;
    rect.setAttribute('width', Math.max(long, 2).toFixed(2));
    name.textContent = shortened(row.name, Math.floor((this.width - 130) / LETTER));
    score.textContent = row.score;
    score.setAttribute('x', (36 + Math.max(long, name.textContent.length * LETTER + 10)).toFixed(2));
  }

  #bar(id) {
    const bar = svg(
      'g',
      { class: 'bar', role: 'img', tabindex: -1 },
      svg('text', { class: 'rank', x: 22, y: 19 }),
      svg('rect', { x: 30, height: ROW - 6, rx: 5 }),
      svg('text', { class: 'name', x: 40, y: 19 }),
      svg('text', { class: 'value', y: 19 }),
    );
    bar.style.setProperty('--hue', hueOf(id)); // As in rankings of the page and the widget.
    this.stage.append(bar);
    this.#bars.set(id, bar);
    return bar;
  }

  #visible() {
    return [...this.#bars.values()]
      .filter(({ style }) => style.display !== 'none')
      .toSorted((a, b) => a.dataset.place - b.dataset.place);
  }

  #walk(event) {
    const bars = this.#visible();
    const index = bars.indexOf(event.target);
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    if (event.key in steps && index >= 0) {
      event.preventDefault();
      const next = bars[Math.min(Math.max(index + steps[event.key], 0), bars.length - 1)];
      event.target.setAttribute('tabindex', -1);
      next.setAttribute('tabindex', 0);
      next.focus();
    }
  }

  #controls(frames) {
    this.toggle = html(
      'button',
      { type: 'button' },
      svg('svg', { viewBox: '0 0 24 24', width: 20, 'aria-hidden': 'true' }, svg('path')),
    );
    this.toggle.addEventListener('click', () => (this.playing ? this.pause() : this.play()));
    this.slider = html('input', { type: 'range', min: 0, max: frames.length - 1, step: 1, 'aria-label': 'Time' });
    this.slider.addEventListener('input', () => {
      this.pause();
      this.seek(Number(this.slider.value));
    });
    this.date = html('output', { 'aria-hidden': 'true' });
    this.#button();
    return html('div', { class: 'controls' }, this.toggle, this.slider, this.date);
  }

  #button() {
    if (this.toggle) {
      this.toggle.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
      this.toggle.querySelector('path').setAttribute('d', this.playing ? PAUSE : PLAY);
    }
  }

  #describe(frames, frame) {
    this.slider.value = Math.round(this.#at);
    this.slider.setAttribute(
      'aria-valuetext',
      `${this.#day(frame.time)}${frame.rows[0] ? `, ${frame.rows[0].name} leads with ${frame.rows[0].score}` : ''}`,
    );
    this.date.textContent = this.#day(frame.time);
    this.clock.textContent = this.#day(frame.time);
  }

  #day(time) {
    const { frames } = this.data ?? this.#shown;
    const long = Date.parse(frames.at(-1).time) - Date.parse(frames[0].time) > 48 * 3_600_000;
    return this.format(time, long ? { dateStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
  }

  #table(frames) {
    const places = Math.max(...frames.map(({ rows }) => rows.length));
    return {
      head: ['Date', ...Array.from({ length: places }, (_, index) => `Place ${index + 1}`)],
      rows: frames.map(({ time, rows }) => [
        this.#day(time),
        ...rows.map(({ rank, name, score }) => `${rank}. ${name} ${score}`),
      ]),
    };
  }
}

const shortened = (name, length) => (name.length > length ? `${name.slice(0, length - 1)}…` : name);

const ease = (share) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

function selector(name) {
  return name === null ? null : DEFINITIONS.has(name) ? { relative: { definitionKey: name } } : { name: { name } };
}

customElements.define('laurel-bar-race', BarRace);
