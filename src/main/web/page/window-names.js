// Names of windows as people say them: Daily, Last 7 days, This week, July 2025.

const ORDER = ['DAILY', 'WEEKLY', 'MONTHLY', 'SEASON', 'YEARLY', 'ALL_TIME', 'HOURLY', 'CUSTOM'];
const KINDS = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  SEASON: 'Season',
  YEARLY: 'Yearly',
  ALL_TIME: 'All time',
  HOURLY: 'Hourly',
};
const UNITS = { Y: 'year', M: 'month', W: 'week', D: 'day', TH: 'hour', TM: 'minute', TS: 'second' };
const CURRENT = {
  HOURLY: ['This hour', 'Last hour'],
  DAILY: ['Today', 'Yesterday'],
  WEEKLY: ['This week', 'Last week'],
  MONTHLY: ['This month', 'Last month'],
  YEARLY: ['This year', 'Last year'],
};

/** Definitions in the order of their tabs. Those of the same kind keep their order. */
export function inTabOrder(definitions) {
  const place = ({ kind }) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);
  return [...definitions].sort((one, other) => place(one) - place(other));
}

/** Name of the tab of a window definition. */
export function definitionName({ kind, key, interval, length }) {
  if (KINDS[kind]) {
    return KINDS[kind];
  }
  if (interval && length && interval !== length) {
    const span = spoken(length);
    if (span) {
      return `Last ${span}`;
    }
  }
  return fromKey(key);
}

/** Name of a window in the list of windows. `place` is 0 for the current one, 1 for the one before. */
export function windowName(window, format, options = {}) {
  try {
    return spokenName(window, format, options);
  } catch {
    return window.name; // The browser does not know the time zone.
  }
}

function spokenName(window, format, { place = -1, seasons = new Map(), relative = true }) {
  const { kind, startsAt, endsAt, timeZone, name } = window;
  if (relative && place >= 0 && CURRENT[kind]?.[place]) {
    return CURRENT[kind][place];
  }
  switch (kind) {
    case 'ALL_TIME':
      return 'All time';
    case 'SEASON':
      return seasons.get(window.id) ?? name.replace(/^SEASON-/, 'Season ');
    case 'DAILY':
      return format.day(startsAt, timeZone);
    case 'WEEKLY':
      return format.days(startsAt, endsAt, timeZone);
    case 'MONTHLY':
      return format.calendar(startsAt, { month: 'long', year: 'numeric' }, timeZone);
    case 'YEARLY':
      return name;
    case 'HOURLY':
      return format.calendar(startsAt, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);
    default:
      return customName(window, format, place);
  }
}

/** What the end of a window means to its readers. */
export function endingWord(kind) {
  return kind === 'SEASON' ? 'Season ends in' : kind === 'CUSTOM' ? 'Next window in' : 'Resets in';
}

/** What movements in a window of this kind are compared with. `isPresent`: the window contains the reader's time. */
export function previousName(kind, isPresent) {
  if (isPresent && CURRENT[kind]) {
    return CURRENT[kind][1].toLowerCase();
  }
  const names = { HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year', SEASON: 'season' };
  return `the ${names[kind] ?? 'window'} before`;
}

function customName({ startsAt, endsAt, timeZone, name }, format, place) {
  if (place === 0) {
    return 'Now';
  }
  if (!startsAt || !endsAt) {
    return name;
  }
  const short = Date.parse(endsAt) - Date.parse(startsAt) < 86_400_000;
  const parts = short ? { dateStyle: 'short', timeStyle: 'short', timeZone } : { dateStyle: 'medium', timeZone };
  const last = new Date(Date.parse(endsAt) - 1);
  return new Intl.DateTimeFormat(format.locale, parts).formatRange(new Date(startsAt), last);
}

/** `7 days` for P7D, `hour` for PT1H; null for what is longer to say than to read. */
function spoken(duration) {
  const [, time, number, letter] = /^P(T?)(\d+)([YMWDHS])$/.exec(duration) ?? [];
  const unit = UNITS[(time ?? '') + letter];
  if (!unit) {
    return null;
  }
  return number === '1' ? unit : `${number} ${unit}s`;
}

/** `Spring cup` for `spring-cup`. */
function fromKey(key) {
  const words = key.replace(/[-_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Label of a group attribute. */
export function attributeName(attribute) {
  return fromKey(attribute.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}
