// Values of the API as people read them.
import { element } from './dom.js';

const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const NUMBERS = new Intl.NumberFormat();

/** A time in the zone of the reader; the exact one is in `title`. A dash if there is none. */
export function time(value) {
  return value ? element('time', { datetime: value, title: value }, TIMES.format(new Date(value))) : '–';
}

export const number = (value) => (value === null || value === undefined ? '–' : NUMBERS.format(value));

/** MAX_STEP becomes Max step. */
export function words(constant) {
  const text = constant.toLowerCase().replaceAll('_', ' ');
  return text[0].toUpperCase() + text.slice(1);
}

const GOOD = new Set(['OPEN', 'ENABLED', 'SUCCEEDED', 'DELIVERED', 'ACTIVE']);
const BAD = new Set(['FAILED', 'DEAD', 'PAUSED', 'GONE', 'BAN', 'REVOKED', 'EXPIRED']);
const WAITING = new Set(['RUNNING', 'QUEUED', 'PENDING', 'PLANNED', 'GRACE', 'HIDE', 'DISABLED']);

/** A state, with a colour that repeats what its word says. */
export function state(value) {
  const tone = GOOD.has(value) ? 'good' : BAD.has(value) ? 'bad' : WAITING.has(value) ? 'waiting' : 'plain';
  return element('span', { class: `badge ${tone}` }, words(value));
}

/** Name and ID of a participant. Null if it is hidden. */
export function participant(value) {
  if (!value) {
    return 'Hidden';
  }
  const id = `${value.entityType}/${value.externalId ?? 'erased'}`;
  return element('span', {}, value.name ?? '', element('span', { class: 'detail' }, id));
}

export const participantName = (value) => value?.name ?? value?.externalId ?? 'hidden participant';

/** Text on top, and less important text below. */
export const stacked = (first, second) => element('span', {}, first, second && element('span', { class: 'detail' }, second));

/** The value of a field of type datetime-local as a time of the API. Null if empty. */
export const toTime = (value) => (value ? new Date(value).toISOString() : null);

/** A time of the API as the value of a field of type datetime-local. */
export function fromTime(value) {
  if (!value) {
    return '';
  }
  const local = new Date(Date.parse(value) - new Date(value).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** JSON, indented. */
export const json = (value) => element('pre', { tabindex: 0 }, JSON.stringify(value, null, 2));
