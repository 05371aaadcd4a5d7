// <laurel-streak-calendar participant="ada" streak="daily">
import { Chart, html, participantRef, svg } from './chart.js';
import { place } from './rank-history.js';

/** Runs and frozen days of a participant's streak. */
const STREAK_CALENDAR = /* GraphQL */ `
  query StreakCalendar(
    $participant: ParticipantRef! = {external: {externalId: "ann"}}
    $streak: String! = "daily"
    $runs: Int = 200
  ) {
    participant(ref: $participant) {
      name
      externalId
      streak(key: $streak) {
        currentLength
        longestLength
        lastActiveDate
        frozenDates
        streak { key name period amnestyDates dayRule { timeZone } }
        runs(first: $runs) { nodes { startDate endDate length } }
      }
    }
  }
`;

const DAY = 86_400_000;
const FULL = 30; // Days of a run from which a day has the full colour.

/**
 * The days of a participant's streak as a calendar. The longer the run was on a day, the stronger its colour. The data are
 * `data = {participant, streak, period, today, currentLength, longestLength, frozenDates, runs}`, with dates as `2026-11-26` and
 * runs as `[{startDate, endDate, length}]`; `frozenDates` are also days with amnesty.
 * Attributes: `participant`, `entity-type`, `streak`, `weeks` (26).
 */
export class StreakCalendar extends Chart {
  static observedAttributes = ['participant', 'entity-type', 'streak', 'weeks'];

  async read(signal) {
    const variables = {
      participant: participantRef(this.participant ?? this.getAttribute('participant'), this.getAttribute('entity-type')),
      streak: this.getAttribute('streak'),
    };
    const { participant } = await this.client.query(STREAK_CALENDAR, variables, { signal });
    if (!participant?.streak) {
      return null;
    }
    const { streak, frozenDates, lastActiveDate, currentLength, longestLength, runs } = participant.streak;
    const today = dateIn(streak.dayRule.timeZone, new Date());
    return {
      participant: participant.name ?? participant.externalId ?? 'Participant',
      streak: streak.name ?? streak.key,
      period: streak.period,
      today: lastActiveDate > today ? lastActiveDate : today,
      currentLength,
      longestLength,
      frozenDates: [...frozenDates, ...streak.amnestyDates],
      runs: runs.nodes,
    };
  }

  draw(data) {
    const unit = data.period === 'WEEK' ? 'week' : 'day';
    const title = `${data.participant}: ${data.streak}`;
    const summary = `Now ${count(data.currentLength, unit)}, longest ${count(data.longestLength, unit)}.`;
    const states = dayStates(data);
    const weeks = Number(this.getAttribute('weeks') ?? 26);
    const last = number(data.today);
    const first = last - weekday(last) - 7 * (weeks - 1);
    const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const size = Math.min(Math.max(Math.floor((this.width - 40) / weeks), 15), 22);
    const cells = days.map((day) => this.#cell(day, first, size, states.get(day), unit));
    const tip = html('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
    this.walk(cells, cells.length - 1, (index) => place(tip, index === null ? null : cells[index], this.width), 7);
    const width = weeks * size + 40;
    const picture = this.picture(width, 7 * size + 22, title, summary, ...this.#names(first, weeks, size), ...cells);
    const scroll = html('div', { class: 'scroll' }, picture);
    requestAnimationFrame(() => (scroll.scrollLeft = scroll.scrollWidth)); // The present is at the end.
    return { title, summary, parts: [scroll, tip, legend(unit)], table: this.#table(data) };
  }

  #cell(day, first, size, state, unit) {
    const [column, row] = [Math.floor((day - first) / 7), (day - first) % 7];
    const [x, y] = [column * size + 34, row * size + 20];
    const text = !state
      ? 'not active'
      : state.frozen
        ? 'frozen'
        : unit === 'week'
          ? 'in an active week'
          : `active, day ${state.length}`;
    const cell = svg('rect', {
      class: `day${state ? (state.frozen ? ' frozen' : ' active') : ''}`,
      role: 'img',
      'aria-label': `${this.format(day * DAY, { dateStyle: 'long', timeZone: 'UTC' })}: ${text}`,
      x,
      y,
      width: size - 3,
      height: size - 3,
      rx: 3,
    });
    if (state && !state.frozen) {
      cell.style.setProperty('--depth', `${Math.round(45 + (55 * Math.min(state.length, FULL)) / FULL)}%`);
    }
    cell.dataset.x = x + size / 2;
    cell.dataset.y = y + 18;
    return cell;
  }

  /** Names of months above, of some weekdays at the side. */
  #names(first, weeks, size) {
    const months = [];
    let before = null;
    for (let week = 0; week < weeks; week++) {
      const month = this.format((first + 7 * week) * DAY, { month: 'short', timeZone: 'UTC' });
      if (month !== before && (week === 0 || week < weeks - 1)) {
        months.push({ month, week });
      }
      before = month;
    }
    const spaced = months.filter(({ week }, index) => (months[index + 1]?.week ?? weeks + 3) - week > 2);
    const text = (content, attributes) => svg('text', { ...attributes, 'aria-hidden': 'true' }, content);
    return [
      ...spaced.map(({ month, week }) => text(month, { x: week * size + 34, y: 12 })),
      ...[0, 2, 4].map((row) => {
        const name = this.format((first + row) * DAY, { weekday: 'short', timeZone: 'UTC' });
        return text(name, { x: 28, y: row * size + 17 + size / 2 + 4, 'text-anchor': 'end' });
      }),
    ];
  }

  #table({ runs, frozenDates }) {
    const day = (date) => this.format(`${date}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
    return {
      head: ['First day', 'Last day', 'Length'],
      rows: [
        ...runs.map(({ startDate, endDate, length }) => [day(startDate), day(endDate), length]),
        ...frozenDates.map((date) => [day(date), day(date), 'frozen']),
      ],
    };
  }
}

/** What each day was: `{length}` of the run up to it, or `{frozen: true}`. */
export function dayStates({ runs, frozenDates, period }) {
  const frozen = new Set(frozenDates.map(number));
  const states = new Map([...frozen].map((day) => [day, { frozen: true }]));
  for (const { startDate, endDate, length } of runs) {
    const [start, end] = [number(startDate), number(endDate)];
    const last = period === 'WEEK' ? end - weekday(end) + 6 : end;
    const whole = length === end - start + 1; // No day of the run was skipped, so frozen days in it were active, too.
    let reached = 0;
    for (let day = start; day <= last; day++) {
      if (whole || period === 'WEEK' || !frozen.has(day)) {
        reached = period === 'WEEK' ? Math.floor((day - start) / 7) * 7 + 7 : reached + 1;
        states.set(day, { length: reached });
      }
    }
  }
  return states;
}

const count = (length, unit) => `${length} ${unit}${length === 1 ? '' : 's'}`;

/** Days since 1970, and back: days have no time zone. */
const number = (date) => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY);

/** 0 for Monday. 1970 began on a Thursday. */
const weekday = (day) => (((day + 3) % 7) + 7) % 7;

/** A date in the time zone; in UTC if the browser does not know it. */
function dateIn(timeZone, time) {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
  } catch {
    return dateIn('UTC', time);
  }
}

function legend(unit) {
  const sample = (name, text, depth) => {
    const square = svg('rect', { class: `day ${name}`, width: 12, height: 12, rx: 3 });
    square.style.setProperty('--depth', depth);
    return html('span', {}, svg('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, square), html('bdi', {}, text));
  };
  const [short, long] = unit === 'week' ? ['short run', 'long run'] : ['first days', `${FULL} days and more`];
  return html(
    'div',
    { class: 'legend' },
    sample('active', short, '45%'),
    sample('active', long, '100%'),
    sample('frozen', 'frozen'),
    sample('', 'not active'),
  );
}

customElements.define('laurel-streak-calendar', StreakCalendar);
