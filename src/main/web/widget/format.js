/** Texts, numbers and times of the leaderboard in one language. */

/** Every text of the leaderboard. `entries` has a text for each plural category of the language. */
const LABELS = {
  rank: 'Rank',
  participant: 'Player',
  score: 'Score',
  allTime: 'All time',
  entries: { one: '{count} player', other: '{count} players' },
  endsIn: 'Ends in {time}',
  ended: 'Ended',
  final: 'Final',
  live: 'Live',
  offline: 'Reconnecting…',
  loading: 'Loading…',
  empty: 'No scores yet',
  noWindow: 'Not open at present',
  error: 'This leaderboard is not available.',
  retry: 'Try again',
  hidden: 'Hidden player',
  leads: '{name} leads with {score}',
  moved: '{name} is on rank {rank}',
  newWindow: 'A new ranking has started',
};

const DATES = {
  HOURLY: { dateStyle: 'medium', timeStyle: 'short' },
  DAILY: { dateStyle: 'long' },
  WEEKLY: { dateStyle: 'medium' },
  MONTHLY: { month: 'long', year: 'numeric' },
  YEARLY: { year: 'numeric' },
  CUSTOM: { dateStyle: 'medium' },
};
const UNITS = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];
const DAY = 86_400_000;

export class Format {
  language;
  #labels;
  #numbers = new Map();

  /** Unknown languages are those of the browser. `labels` replaces some of the texts. */
  constructor(language, labels) {
    try {
      this.language = Intl.getCanonicalLocales(language || [])[0];
    } catch {
      this.language = undefined;
    }
    this.#labels = { ...LABELS, ...labels };
  }

  label(name, values = {}) {
    return String(this.#labels[name]).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  }

  entries(count) {
    const texts = this.#labels.entries;
    const text = typeof texts === 'string' ? texts : (texts[new Intl.PluralRules(this.language).select(count)] ?? texts.other);
    return text.replace('{count}', this.number(count));
  }

  /** A number or a decimal text. A text is not rounded and keeps its decimals. */
  number(value) {
    const digits = (String(value).split('.')[1] ?? '').length;
    if (!this.#numbers.has(digits)) {
      const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      this.#numbers.set(digits, new Intl.NumberFormat(this.language, decimals));
    }
    return this.#numbers.get(digits).format(value);
  }

  /** The time that a window covers; the name of windows without such a time, such as seasons, or of an unknown time zone. */
  window({ kind, name, timeZone, startsAt, endsAt }) {
    const length = Date.parse(endsAt) - Date.parse(startsAt);
    const options = DATES[kind === 'CUSTOM' && length < DAY ? 'HOURLY' : kind];
    if (kind === 'ALL_TIME') {
      return this.label('allTime');
    }
    if (!options || !(length > 0)) {
      return name;
    }
    try {
      const format = new Intl.DateTimeFormat(this.language, { ...options, timeZone });
      return format.formatRange(Date.parse(startsAt), Date.parse(endsAt) - 1);
    } catch {
      return name; // The browser does not know the time zone.
    }
  }

  /** A time span in its two largest units, such as `2d 3h`. */
  duration(milliseconds) {
    let seconds = Math.ceil(milliseconds / 1000);
    const largest = UNITS.findIndex(([, size]) => seconds >= size);
    const parts = UNITS.slice(largest, largest + 2).map(([unit, size]) => {
      const value = Math.floor(seconds / size);
      seconds %= size;
      return new Intl.NumberFormat(this.language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value);
    });
    return parts.join(' ');
  }
}
