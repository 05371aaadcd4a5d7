// Numbers, scores, times and names as people read them.

/** Formats for one locale. */
export class Format {
  constructor(locale = navigator.language) {
    this.locale = valid(locale);
    this.#whole = new Intl.NumberFormat(this.locale);
    this.#plural = new Intl.PluralRules('en');
  }

  #whole;
  #plural;
  #scores = new Map();

  /** The parts of a score, each with the separator that follows it. */
  scoreParts(text, decimals) {
    this.score(text, decimals);
    const parts = [''];
    for (const { type, value } of this.#scores.get(decimals).formatToParts(text)) {
      parts[parts.length - 1] += value;
      if (type === 'group') {
        parts.push('');
      }
    }
    return parts;
  }

  /** A score with exactly the decimals of its leaderboard. It is a decimal string, and stays one: a number would lose digits. */
  score(text, decimals) {
    if (!this.#scores.has(decimals)) {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      this.#scores.set(decimals, new Intl.NumberFormat(this.locale, digits));
    }
    return this.#scores.get(decimals).format(text);
  }

  /** A whole number, such as a rank. */
  whole(number) {
    return this.#whole.format(number);
  }

  /** `1 badge`, `3 badges`. */
  count(number, one, many = `${one}s`) {
    return `${this.whole(number)} ${this.#plural.select(number) === 'one' ? one : many}`;
  }

  /** A date with its time, in the reader's time zone. */
  moment(time) {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  }

  /** A day, such as the 13 July 2025, in the given time zone. */
  day(time, timeZone) {
    const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone };
    return new Intl.DateTimeFormat(this.locale, parts).format(new Date(time));
  }

  /** A date without a time zone, such as that of an active day. */
  date(date) {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  }

  /** Two days, such as 7 to 13 July 2025. The end is exclusive. */
  days(start, end, timeZone) {
    const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone };
    const last = new Date(Date.parse(end) - 1);
    return new Intl.DateTimeFormat(this.locale, parts).formatRange(new Date(start), last);
  }

  /** A part of the calendar, such as July 2025. */
  calendar(time, parts, timeZone) {
    return new Intl.DateTimeFormat(this.locale, { ...parts, timeZone }).format(new Date(time));
  }

  /** Time that is left, as `3 d 04:05:06` or `04:05`. */
  remaining(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const days = Math.floor(seconds / 86_400);
    const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
    const clock = parts.map((part) => String(part).padStart(2, '0'));
    if (days) {
      return `${this.whole(days)} d ${clock.join(':')}`;
    }
    return (parts[0] ? clock : clock.slice(1)).join(':');
  }
}

/** Name to display for the participant of a row. */
export function nameOf(participant) {
  return participant ? (participant.name ?? participant.externalId ?? 'Unnamed participant') : 'Hidden participant';
}

function valid(locale) {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
