// The client of Laurel for browsers and Node: queries, submissions with safe retries, and rankings that stay up to date.
// It has no dependencies and needs no build step. index.d.ts has the types, README.md shows how to use it.
//
// Sections: documents, errors, splicing, waiting, credentials, HTTP, WebSocket, rankings, client.

// ---------------------------------------------------------------------------------------------------------- documents

const RANKING_PAGE = /* GraphQL */ `
  query RankingPage(
    $board: String! = "drivers", $window: WindowSelector, $group: GroupValues,
    $first: Int = 10, $after: String, $fromPosition: Int
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        window { id name kind definitionKey timeZone startsAt endsAt state }
        entryCount
        standings(first: $first, after: $after, fromPosition: $fromPosition) {
          nodes { id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  }`;

const RANKING_AROUND = /* GraphQL */ `
  query RankingAround(
    $board: String! = "drivers", $window: WindowSelector, $group: GroupValues,
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}},
    $above: Int = 5, $below: Int = 5
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        window { id name kind definitionKey timeZone startsAt endsAt state }
        entryCount
        around(participant: $participant, above: $above, below: $below) {
          nodes { id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  }`;

const RANKING_STANDING = /* GraphQL */ `
  query RankingStanding(
    $board: String! = "drivers", $window: WindowSelector, $group: GroupValues,
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        standing(participant: $participant) {
          id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl }
        }
      }
    }
  }`;

const RANKING_STANDINGS_OF = /* GraphQL */ `
  query RankingStandingsOf(
    $board: String! = "drivers", $window: WindowSelector, $group: GroupValues,
    $participants: [ParticipantRef!]! = [{external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}]
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        standingsOf(participants: $participants) {
          rank denseRank position
          standing { id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl } }
        }
      }
    }
  }`;

const RANKING_SEARCH = /* GraphQL */ `
  query RankingSearch(
    $board: String! = "drivers", $window: WindowSelector, $group: GroupValues,
    $name: String! = "ham", $first: Int = 10
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        search(name: $name, first: $first) {
          id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl }
        }
      }
    }
  }`;

const SEND_SCORE = /* GraphQL */ `
  mutation SendScore(
    $input: SubmitScoreInput! = {leaderboardKey: "laps", participant: {externalId: "ada"}, score: "61.402"}
  ) {
    submitScore(input: $input) {
      receipt {
        status closedWindows submission { id score subscore achievedAt }
        changes { window { id name kind definitionKey } previousScore score previousRank rank rankChange }
      }
      errors { code message path ... on RetryableError { retryAfter } }
    }
  }`;

const FOLLOW_TOP = /* GraphQL */ `
  subscription FollowTop(
    $ranking: RankingSelector! = {leaderboardKey: "drivers"}, $first: Int = 10, $after: String
  ) {
    topStandingsChanged(ranking: $ranking, first: $first, after: $after) {
      sequence cursor baseCursor entryCount window { id name kind definitionKey timeZone startsAt endsAt state }
      removedStandingIds
      upserted {
        standingId rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl }
      }
    }
  }`;

const FOLLOW_AROUND = /* GraphQL */ `
  subscription FollowAround(
    $ranking: RankingSelector! = {leaderboardKey: "drivers"},
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}},
    $above: Int = 5, $below: Int = 5, $after: String
  ) {
    aroundChanged(
      ranking: $ranking participant: $participant above: $above below: $below after: $after
    ) {
      sequence cursor baseCursor entryCount window { id name kind definitionKey timeZone startsAt endsAt state }
      startPosition startRank removedStandingIds
      upserted {
        standingId rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl }
      }
    }
  }`;

const FOLLOW_PARTICIPANTS = /* GraphQL */ `
  subscription FollowParticipants(
    $ranking: RankingSelector! = {leaderboardKey: "drivers"},
    $participants: [ParticipantRef!]! = [{external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}],
    $after: String
  ) {
    ranksChanged(ranking: $ranking, participants: $participants, after: $after) {
      sequence cursor baseCursor window { id name kind definitionKey timeZone startsAt endsAt state }
      standings { id }
      changes {
        participant { id }
        standing { id rank position score subscore achievedAt metadata participant { id externalId entityType name imageUrl } }
      }
    }
  }`;

// ------------------------------------------------------------------------------------------------------------- errors

/** Every failure that the client reports. `code` is one of the service's codes, or NETWORK, PROTOCOL or CLOSED. */
export class LaurelError extends Error {
  constructor(code, message, { errors = [], retryAfter = null, data = null, cause } = {}) {
    super(message, { cause });
    this.name = 'LaurelError';
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.data = data;
  }
}

/** Codes after which the same request may succeed later. */
const TEMPORARY = new Set(['NETWORK', 'INTERNAL', 'OVERLOADED', 'RATE_LIMITED', 'SLOW_CONSUMER', 'TIMEOUT', 'UNAVAILABLE']);

const CODES_OF_STATUS = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'PATH_NOT_FOUND', 429: 'RATE_LIMITED', 504: 'TIMEOUT' };

function ofErrors(errors, { retryAfter = null, data = null } = {}) {
  const [{ message = 'The request failed.', extensions = {} } = {}] = errors;
  return new LaurelError(extensions.code ?? 'INTERNAL', message, {
    errors,
    retryAfter: extensions.retryAfter ?? retryAfter,
    data,
  });
}

/** Seconds of a duration of hours, minutes and seconds, such as PT1.5S. Null if there is none. */
function seconds(duration) {
  const [, hours = 0, minutes = 0, rest = 0] = /^PT(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '') ?? [];
  return duration ? Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) : null;
}

// ----------------------------------------------------------------------------------------------------------- splicing
// Pure functions. A list is {cursor, rows}, initially null. Each function returns the new list, or null if the changes of
// the event apply to another list: then the client subscribes again without `after`. The files in vectors/ test them.

/** Applies an event of `topStandingsChanged`. */
export function applyTop(list, event) {
  return applyPatches(list, event, 1, 1);
}

/** Applies an event of `aroundChanged`. */
export function applyAround(list, event) {
  return applyPatches(list, event, event.startPosition ?? 1, event.startRank ?? 1);
}

/** Applies an event of `ranksChanged`. The rows are ordered by rank, then by position. */
export function applyRanks(list, event) {
  if (!hasBase(list, event)) {
    return null;
  }
  let rows = event.baseCursor === null ? [] : list.rows;
  for (const { participant, standing } of event.changes) {
    if (!participant && !standing) {
      return null; // The participant is hidden, so the list does not show which row has left.
    }
    rows = rows.filter((row) => row.id !== standing?.id && (!participant || row.participant?.id !== participant.id));
    if (standing) {
      rows.push(standing);
    }
  }
  if (event.standings) {
    const present = new Set(event.standings.map(({ id }) => id)); // A participant that is not found any more has no change.
    rows = rows.filter(({ id }) => present.has(id));
  }
  return { cursor: event.cursor, rows: rows.toSorted((a, b) => a.rank - b.rank || a.position - b.position) };
}

/** The differences between two lists of rows: first those that have left, then the others in their new order. */
export function movesBetween(before, after) {
  const old = new Map(before.map((row) => [row.id, row]));
  const moves = [];
  for (const row of after) {
    const was = old.get(row.id);
    old.delete(row.id);
    const change = !was ? 'entered' : isTied(was, row) ? 'moved' : 'rescored';
    if (change !== 'moved' || was.position !== row.position || was.rank !== row.rank) {
      moves.push({ id: row.id, from: was?.position ?? null, to: row.position, change });
    }
  }
  const left = [...old.values()].map(({ id, position }) => ({ id, from: position, to: null, change: 'left' }));
  return [...left, ...moves];
}

/** The rows of a whole list. Those that are as before are the same objects. */
function withSameObjects(before, rows) {
  const old = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => (JSON.stringify(old.get(row.id)) === JSON.stringify(row) ? old.get(row.id) : row));
}

const hasBase = (list, event) => event.baseCursor === null || event.baseCursor === list?.cursor;
const isTied = (a, b) => a.score === b.score && a.subscore === b.subscore;

function applyPatches(list, event, startPosition, startRank) {
  if (!hasBase(list, event)) {
    return null;
  }
  const upserted = event.upserted.map(({ standingId, ...patch }) => ({ id: standingId, ...patch }));
  const gone = new Set([...event.removedStandingIds, ...upserted.map(({ id }) => id)]);
  const rows = event.baseCursor === null ? [] : list.rows.filter(({ id }) => !gone.has(id));
  for (const row of upserted) {
    rows.splice(row.position - startPosition, 0, row);
  }
  return { cursor: event.cursor, rows: numbered(rows, startPosition, startRank) };
}

/** The rows of a consecutive part of a ranking with their positions and ranks. Rows that stay the same are the same objects. */
function numbered(rows, startPosition, startRank) {
  let rank = startRank;
  return rows.map((row, index) => {
    const position = startPosition + index;
    if (index > 0 && !isTied(row, rows[index - 1])) {
      rank = position;
    }
    return row.position === position && row.rank === rank ? row : { ...row, position, rank };
  });
}

// ------------------------------------------------------------------------------------------------------------ waiting

/** Milliseconds before an attempt: 0.5 s, doubled up to 10 s, of which a random half is left out. */
const backOff = (attempt) => Math.min(500 * 2 ** (attempt - 1), 10_000) * (0.5 + Math.random() / 2);

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls code of the page. Its exceptions are reported, and do not stop the client. */
function notify(listener, ...values) {
  try {
    listener?.(...values);
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}

// -------------------------------------------------------------------------------------------------------- credentials

/** The headers that identify app and caller. A token from a function is kept until the service refuses it. */
class Credentials {
  #app;
  #source;
  #token = null;

  constructor(app, source) {
    this.#app = app;
    this.#source = source;
  }

  get canRenew() {
    return typeof this.#source === 'function';
  }

  async headers() {
    const token = this.canRenew ? await (this.#token ??= this.#request()) : this.#source;
    return { ...(this.#app && { 'Laurel-App': this.#app }), ...(token && { Authorization: `Bearer ${token}` }) };
  }

  /** Forgets the token with which the headers were made. Requests that fail together ask for one new token. */
  async renew(headers) {
    const current = this.#token;
    if (current && `Bearer ${await current.catch(() => '')}` === headers.Authorization && this.#token === current) {
      this.#token = null;
    }
  }

  async #request() {
    try {
      await null; // By then, this promise is the token.
      return await this.#source();
    } catch (cause) {
      this.#token = null;
      throw new LaurelError('NETWORK', `No token: ${cause?.message ?? cause}`, { cause });
    }
  }
}

// --------------------------------------------------------------------------------------------------------------- HTTP

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json, application/json' };

class Http {
  #url;
  #fetch;
  #credentials;

  constructor(url, fetch, credentials) {
    this.#url = url;
    this.#fetch = fetch;
    this.#credentials = credentials;
  }

  /** The data of a query or a mutation. If the service refuses the token, it asks once with a new one. */
  async ask(query, variables, signal) {
    const headers = await this.#credentials.headers();
    try {
      return await this.#post(headers, query, variables, signal);
    } catch (error) {
      if (error.code !== 'UNAUTHENTICATED' || !this.#credentials.canRenew) {
        throw error;
      }
    }
    await this.#credentials.renew(headers);
    return this.#post(await this.#credentials.headers(), query, variables, signal);
  }

  async #post(headers, query, variables, signal) {
    let response;
    let text;
    try {
      response = await this.#fetch(this.#url, {
        method: 'POST',
        headers: { ...headers, ...JSON_HEADERS },
        body: JSON.stringify({ query, variables }),
        credentials: 'omit',
        signal,
      });
      text = await response.text();
    } catch (cause) {
      if (cause.name === 'TimeoutError') {
        throw new LaurelError('TIMEOUT', 'The service did not respond in time.', { cause });
      }
      signal?.throwIfAborted();
      throw new LaurelError('NETWORK', 'The service cannot be reached.', { cause });
    }
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return this.#read(response.status, text, Number.isNaN(retryAfter) ? null : retryAfter);
  }

  #read(status, text, retryAfter) {
    let body = null;
    try {
      body = JSON.parse(text);
    } catch {
      // Not a response of the service, but for example of a proxy.
    }
    if (body?.errors?.length) {
      throw ofErrors(body.errors, { retryAfter, data: body.data ?? null });
    }
    if (!body?.data) {
      const code = CODES_OF_STATUS[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'PROTOCOL');
      throw new LaurelError(code, `The response with the status ${status} is not one of Laurel.`, { retryAfter });
    }
    return body.data;
  }
}

// ---------------------------------------------------------------------------------------------------------- WebSocket

/** Close codes after which another attempt would end in the same way. */
const FINAL_CLOSE_CODES = new Set([1002, 1003, 1007, 1008, 1009, 4400, 4401, 4406, 4409, 4429]);
const PING_EVERY = 20_000;
const CONNECT_WITHIN = 10_000;
/** With the time before the ping, a minute: a browser hands a long message over only when all of it has arrived. */
const ANSWER_WITHIN = 40_000;
/** Time after which a connection counts as stable, so that the next interruption starts with a short wait. */
const STABLE_AFTER = 10_000;
/** Mean time after which a followed list is read as a whole again. */
const REFRESH_AFTER = 300_000;

/** All subscriptions over one WebSocket, with the protocol graphql-transport-ws. It is open while there are subscriptions. */
class Socket {
  #url;
  #WebSocket;
  #credentials;
  #report;
  #operations = new Set();
  #running = new Map();
  #lastId = 0;
  #socket = null;
  #headers = {};
  #opening = false;
  #acknowledgedAt = null;
  #attempt = 0;
  #refusals = 0;
  #timers = {};
  #stopListening;

  constructor(url, WebSocket, credentials, report) {
    this.#url = url;
    this.#WebSocket = WebSocket;
    this.#credentials = credentials;
    this.#report = report;
    this.#stopListening = this.#listen();
  }

  /**
   * Starts a subscription. `variables` is called for every start, also after an interruption. If the observer has `refresh`, the
   * subscription starts as a whole every 4 to 6 minutes: `variables` is then called with true, and `refresh` before its first
   * event.
   */
  subscribe(query, variables, observer) {
    const operation = { query, variables, observer, id: null, renewedId: null, tries: 0, timer: null, refreshTimer: null };
    this.#operations.add(operation);
    this.#refreshLater(operation);
    clearTimeout(this.#timers.idle);
    if (this.#acknowledgedAt !== null) {
      this.#start(operation);
    } else {
      this.#open();
    }
    return {
      close: () => this.#end(operation, true),
      restart: () => this.#restart(operation),
    };
  }

  close() {
    this.#stopListening();
    this.#operations.forEach((operation) => this.#remove(operation));
    this.#drop();
    this.#report('idle');
  }

  async #open() {
    if (this.#opening || this.#socket || this.#timers.retry) {
      return;
    }
    this.#opening = true;
    this.#report(this.#attempt === 0 ? 'connecting' : 'reconnecting', { attempt: this.#attempt, retryAt: null });
    try {
      this.#headers = await this.#credentials.headers();
    } catch {
      this.#opening = false;
      this.#retry(); // The function that returns tokens has failed, perhaps for the same reason as the connection.
      return;
    }
    this.#opening = false;
    if (this.#operations.size === 0) {
      this.#report('idle');
      return;
    }
    let socket;
    try {
      socket = new this.#WebSocket(this.#url, 'graphql-transport-ws');
    } catch (cause) {
      this.#failAll(new LaurelError('NETWORK', `No WebSocket can be opened: ${cause.message}`, { cause }));
      return;
    }
    this.#socket = socket;
    const current = (handler) => (event) => this.#socket === socket && handler(event);
    socket.onopen = current(() => this.#send({ type: 'connection_init', payload: this.#headers }));
    socket.onmessage = current(({ data }) => this.#receive(data));
    socket.onerror = () => {};
    socket.onclose = current(({ code, reason }) => this.#closed(code, reason));
    this.#expectMessage(CONNECT_WITHIN);
  }

  #receive(data) {
    this.#alive();
    const message = JSON.parse(data);
    const operation = this.#running.get(message.id);
    if (operation && operation.renewedId === message.id && !this.#replaces(operation, message)) {
      return;
    }
    if (message.type === 'connection_ack') {
      this.#acknowledged();
    } else if (message.type === 'ping') {
      this.#send({ type: 'pong' });
    } else if (message.type === 'next' && operation) {
      this.#next(operation, message.payload);
    } else if (message.type === 'error' && operation) {
      this.#running.delete(message.id);
      operation.id = null;
      this.#failed(operation, ofErrors(message.payload));
    } else if (message.type === 'complete' && operation) {
      this.#end(operation, false);
      notify(operation.observer.complete);
    }
  }

  #acknowledged() {
    this.#acknowledgedAt = Date.now();
    this.#refusals = 0;
    this.#report('connected');
    this.#operations.forEach((operation) => this.#start(operation));
  }

  #next(operation, { data, errors }) {
    operation.tries = 0;
    if (data) {
      notify(operation.observer.next, data);
    } else {
      this.#stop(operation);
      this.#failed(operation, ofErrors(errors ?? []));
    }
  }

  /** A temporary failure starts the subscription again later; any other ends it. */
  #failed(operation, error) {
    if (error.code === 'UNAUTHENTICATED' && this.#credentials.canRenew && operation.tries === 0) {
      operation.tries++;
      this.#closed(4403, error.message);
    } else if (TEMPORARY.has(error.code)) {
      const milliseconds = Math.max((error.retryAfter ?? 0) * 1000, backOff(++operation.tries));
      operation.timer = setTimeout(() => this.#start(operation), milliseconds);
    } else if (!operation.observer.recover?.(error)) {
      this.#end(operation, false);
      notify(operation.observer.error, error);
    } else {
      this.#start(operation);
    }
  }

  #start(operation) {
    if (!this.#operations.has(operation) || this.#acknowledgedAt === null || operation.id !== null) {
      return;
    }
    clearTimeout(operation.timer);
    operation.id = this.#request(operation, false);
  }

  #request(operation, whole) {
    const id = String(++this.#lastId);
    this.#running.set(id, operation);
    this.#send({ id, type: 'subscribe', payload: { query: operation.query, variables: operation.variables(whole) } });
    return id;
  }

  /** A subscription that is not running starts by itself, after the connection or a wait. */
  #restart(operation) {
    if (operation.id !== null) {
      this.#stop(operation);
      this.#start(operation);
    }
  }

  /** The service may refuse the second start, for example because of the rate: so the first one goes on meanwhile. */
  #refreshLater(operation) {
    if (operation.observer.refresh) {
      operation.refreshTimer = setTimeout(() => {
        if (operation.id !== null && operation.renewedId === null) {
          operation.renewedId = this.#request(operation, true);
        }
        this.#refreshLater(operation);
      }, REFRESH_AFTER * (0.8 + 0.4 * Math.random()));
    }
  }

  /** The second start replaces the first one with its first event. If it fails, the first one stays. */
  #replaces(operation, { id, type, payload }) {
    operation.renewedId = null;
    const replaces = type === 'next' && Boolean(payload.data);
    this.#cancel(replaces ? operation.id : id);
    if (replaces) {
      operation.id = id;
      operation.observer.refresh();
    }
    return replaces;
  }

  #remove(operation) {
    clearTimeout(operation.refreshTimer);
    this.#operations.delete(operation);
  }

  #stop(operation) {
    clearTimeout(operation.timer);
    this.#cancel(operation.id);
    this.#cancel(operation.renewedId);
    operation.id = null;
    operation.renewedId = null;
  }

  #cancel(id) {
    if (this.#running.delete(id)) {
      this.#send({ id, type: 'complete' });
    }
  }

  #end(operation, announce) {
    if (!announce) {
      this.#running.delete(operation.id);
    }
    this.#stop(operation);
    this.#remove(operation);
    if (this.#operations.size === 0) {
      clearTimeout(this.#timers.idle);
      this.#timers.idle = setTimeout(() => {
        this.#drop();
        this.#attempt = 0;
        this.#report('idle');
      }, 500);
    }
  }

  async #closed(code, reason) {
    this.#lose();
    if (code === 4403) {
      this.#refusals++;
      if (!this.#credentials.canRenew || this.#refusals > 2) {
        this.#failAll(new LaurelError('UNAUTHENTICATED', reason || 'The service refused the credentials.'));
        return;
      }
      await this.#credentials.renew(this.#headers);
    } else if (FINAL_CLOSE_CODES.has(code)) {
      this.#failAll(new LaurelError('PROTOCOL', `The service closed the connection with ${code}: ${reason}`));
      return;
    }
    this.#retry();
  }

  #failAll(error) {
    const failed = [...this.#operations];
    failed.forEach((operation) => this.#remove(operation));
    this.#attempt = 0;
    this.#refusals = 0;
    this.#report('idle');
    failed.forEach(({ observer }) => notify(observer.error, error));
  }

  #retry() {
    if (this.#operations.size === 0) {
      this.#report('idle');
      return;
    }
    if (this.#socket || this.#opening) {
      return;
    }
    clearTimeout(this.#timers.retry);
    const milliseconds = backOff(++this.#attempt);
    this.#timers.retry = setTimeout(() => this.#connectNow(), milliseconds);
    this.#report('reconnecting', { attempt: this.#attempt, retryAt: new Date(Date.now() + milliseconds) });
  }

  #connectNow() {
    clearTimeout(this.#timers.retry);
    this.#timers.retry = null;
    this.#open();
  }

  /** The connection is lost. If it was stable, the first of the next attempts comes soon. */
  #lose() {
    const stable = this.#acknowledgedAt !== null && Date.now() - this.#acknowledgedAt > STABLE_AFTER;
    this.#drop();
    if (stable) {
      this.#attempt = 0;
    }
  }

  /** Forgets the connection without waiting for the service, which may be gone. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#acknowledgedAt = null;
    this.#running.clear();
    this.#operations.forEach((operation) => {
      clearTimeout(operation.timer);
      operation.id = null;
      operation.renewedId = null;
    });
    Object.values(this.#timers).forEach(clearTimeout);
    this.#timers = {};
    socket?.close();
  }

  #send(message) {
    if (this.#socket?.readyState === 1) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  /** Something has arrived: the next ping is due later. */
  #alive() {
    clearTimeout(this.#timers.deadline);
    clearTimeout(this.#timers.ping);
    this.#timers.ping = setTimeout(() => this.#probe(ANSWER_WITHIN), PING_EVERY);
  }

  #probe(patience) {
    this.#send({ type: 'ping' });
    this.#expectMessage(patience);
  }

  #expectMessage(patience) {
    clearTimeout(this.#timers.deadline);
    this.#timers.deadline = setTimeout(() => {
      this.#lose();
      this.#retry();
    }, patience);
  }

  /** When a page or a laptop wakes up, waits end at once, and an open connection must prove that it is alive. */
  #listen() {
    const wake = ({ type }) => {
      if (globalThis.document?.visibilityState === 'hidden') {
        return;
      }
      if (this.#timers.retry && type !== 'offline') {
        this.#connectNow();
      } else if (this.#acknowledgedAt !== null) {
        this.#probe(3_000);
      }
    };
    const events = ['online', 'offline', 'pageshow'];
    events.forEach((name) => globalThis.addEventListener?.(name, wake));
    globalThis.document?.addEventListener('visibilitychange', wake);
    return () => {
      events.forEach((name) => globalThis.removeEventListener?.(name, wake));
      globalThis.document?.removeEventListener('visibilitychange', wake);
    };
  }
}

// ----------------------------------------------------------------------------------------------------------- rankings

const ref = (participant) => {
  if (typeof participant === 'string') {
    return { external: { externalId: participant } };
  }
  const { id, externalId, entityType } = participant;
  return id === undefined ? { external: { externalId, entityType } } : { id };
};

/** A ranking of a leaderboard: its window and group select the rows. */
class Ranking {
  #client;
  #board;
  #window;
  #group;

  constructor(client, board, window, group) {
    this.#client = client;
    this.#board = board;
    this.#window = window;
    this.#group = group;
  }

  group(values) {
    return new Ranking(this.#client, this.#board, this.#window, values);
  }

  top(first = 10) {
    return this.page({ first });
  }

  async page({ first, after, fromPosition } = {}) {
    return this.#page(await this.#query(RANKING_PAGE, { first, after, fromPosition }), 'standings');
  }

  async around(participant, { above, below } = {}) {
    return this.#page(await this.#query(RANKING_AROUND, { participant: ref(participant), above, below }), 'around');
  }

  async standing(participant) {
    return (await this.#query(RANKING_STANDING, { participant: ref(participant) }))?.standing ?? null;
  }

  async standingsOf(participants) {
    const ranking = await this.#query(RANKING_STANDINGS_OF, { participants: participants.map(ref) });
    return (ranking?.standingsOf ?? []).map(({ standing, rank, denseRank, position }) => ({
      ...standing,
      relativeRank: rank,
      relativeDenseRank: denseRank,
      relativePosition: position,
    }));
  }

  async search(name, first = 10) {
    return (await this.#query(RANKING_SEARCH, { name, first }))?.search ?? [];
  }

  followTop(first, listener, options = {}) {
    return this.#follow(FOLLOW_TOP, { first }, ({ topStandingsChanged }) => topStandingsChanged, applyTop, listener, options);
  }

  followAround(participant, listener, { above, below, ...options } = {}) {
    const variables = { participant: ref(participant), above, below };
    return this.#follow(FOLLOW_AROUND, variables, ({ aroundChanged }) => aroundChanged, applyAround, listener, options);
  }

  followParticipants(participants, listener, options = {}) {
    const variables = { participants: participants.map(ref) };
    return this.#follow(FOLLOW_PARTICIPANTS, variables, ({ ranksChanged }) => ranksChanged, applyRanks, listener, options);
  }

  async #query(document, variables) {
    const all = { board: this.#board, window: this.#window, group: this.#group, ...variables };
    const { leaderboard } = await this.#client.query(document, all);
    if (!leaderboard) {
      throw new LaurelError('LEADERBOARD_NOT_FOUND', `There is no leaderboard ${JSON.stringify(this.#board)}.`);
    }
    return leaderboard.ranking;
  }

  #page(ranking, field) {
    return {
      rows: ranking?.[field].nodes ?? [],
      entryCount: ranking?.entryCount ?? 0,
      window: ranking?.window ?? null,
      pageInfo: ranking?.[field].pageInfo ?? { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    };
  }

  /** Applies the events of a subscription to a list, and resumes it after the last one that was applied. */
  #follow(document, variables, eventOf, apply, listener, { onError, onComplete }) {
    const ranking = { leaderboardKey: this.#board, window: this.#window, group: this.#group };
    let rows = [];
    let list = null;
    const start = (whole) => ({ ...variables, ranking, after: whole ? undefined : list?.cursor });
    const subscription = this.#client.open(document, start, {
      next: (data) => {
        const event = eventOf(data);
        list = apply(list, event);
        if (list === null) {
          subscription.restart();
          return;
        }
        if (event.baseCursor === null) {
          list.rows = withSameObjects(rows, list.rows);
        }
        const moves = movesBetween(rows, list.rows);
        rows = list.rows;
        const { window, entryCount = null, sequence } = event;
        listener(rows, { window, entryCount, sequence, moves });
      },
      // Changes are of entries only: a name or picture that has changed, or is hidden since, is in the next whole list.
      refresh: () => {
        list = null;
      },
      recover: ({ code }) => {
        const resumed = list !== null;
        list = null;
        return resumed && code === 'INVALID_CURSOR';
      },
      error: onError ?? ((error) => console.error(error)),
      complete: onComplete,
    });
    return { close: () => subscription.close() };
  }
}

/** A leaderboard by its key. */
class Leaderboard {
  #client;
  #key;

  constructor(client, key) {
    this.#client = client;
    this.#key = key;
  }

  ranking = () => this.window(undefined);
  hourly = () => this.#current('hourly');
  daily = () => this.#current('daily');
  weekly = () => this.#current('weekly');
  monthly = () => this.#current('monthly');
  yearly = () => this.#current('yearly');
  season = () => this.#current('season');
  allTime = () => this.#current('all-time');

  window(selector) {
    return new Ranking(this.#client, this.#key, selector, undefined);
  }

  /** Submits a score. All attempts have the same idempotency key, so it counts once. */
  async submit({ participant, idempotencyKey = randomKey(), ...score }) {
    const who = typeof participant === 'string' ? { externalId: participant } : participant;
    const input = { leaderboardKey: this.#key, participant: who, idempotencyKey, ...score };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(input);
      } catch (error) {
        if (!TEMPORARY.has(error.code) || attempt === SUBMIT_ATTEMPTS || error.retryAfter > LONGEST_WAIT) {
          throw error;
        }
        await wait(Math.max((error.retryAfter ?? 0) * 1000, backOff(attempt)));
      }
    }
  }

  async #send(input) {
    const signal = AbortSignal.timeout(30_000);
    const { submitScore } = await this.#client.mutate(SEND_SCORE, { input }, { signal });
    if (!submitScore?.receipt) {
      const errors = submitScore?.errors ?? [];
      const [{ code = 'INTERNAL', message = 'The submission failed.', retryAfter } = {}] = errors;
      throw new LaurelError(code, message, { errors, retryAfter: seconds(retryAfter) });
    }
    return submitScore.receipt;
  }

  #current(definitionKey) {
    return this.window({ relative: { definitionKey } });
  }
}

const SUBMIT_ATTEMPTS = 8;
/** Seconds. If the service asks to wait for longer, the submission fails, and the caller decides. */
const LONGEST_WAIT = 60;

/** 128 random bits. Unlike `crypto.randomUUID`, it also works in pages without HTTPS. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// ------------------------------------------------------------------------------------------------------------- client

/** Creates a client of one service, app and caller. */
export function createClient({ url = '/graphql', app, token, fetch: request, WebSocket: Socket_ } = {}) {
  const address = new URL(url, globalThis.location?.href);
  const fetchNow = request ?? ((...of) => globalThis.fetch(...of));
  const credentials = new Credentials(app, token);
  const http = new Http(address.href, fetchNow, credentials);
  const listeners = new Set();
  let socket = null;
  let status = ['idle'];
  let closed = false;

  const report = (...now) => {
    const same = now[0] === status[0] && now[0] !== 'reconnecting';
    status = now;
    if (!same) {
      listeners.forEach((listener) => notify(listener, ...now));
    }
  };
  const checkOpen = () => {
    if (closed) {
      throw new LaurelError('CLOSED', 'The client is closed.');
    }
  };
  const open = (document, variables, observer) => {
    checkOpen();
    const Implementation = Socket_ ?? globalThis.WebSocket;
    if (!Implementation) {
      throw new TypeError('This platform has no WebSocket: pass one to createClient.');
    }
    socket ??= new Socket(address.href.replace(/^http/, 'ws'), Implementation, credentials, report);
    return socket.subscribe(document, variables, observer);
  };
  const ask = async (document, variables, { signal } = {}) => {
    checkOpen();
    return http.ask(document, variables, signal);
  };
  const client = {
    query: ask,
    mutate: ask,
    subscribe(document, variables, observer) {
      const subscription = open(document, () => variables, observer);
      return { close: () => subscription.close() };
    },
    leaderboard: (key) => new Leaderboard({ ...client, open }, key),
    onStatus(listener) {
      listeners.add(listener);
      notify(listener, ...status);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
  return client;
}
