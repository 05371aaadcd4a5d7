// Types of laurel-client.js.

/** A GraphQL document, as text. */
export type Document = string;

/** A person, team or thing that is ranked. A string is the external ID of an account. */
export type ParticipantReference = string | { externalId: string; entityType?: string } | { id: string };

/** Group values, one for each attribute of a grouping, such as `{campus: 'north'}`. */
export type GroupValues = Record<string, string>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonObject = { [name: string]: JsonValue };

/** Selects a window of a leaderboard: exactly one of the fields. */
export type WindowSelector =
  | { id: string }
  | { name: { name: string; timeZone?: string } }
  | { relative: { definitionKey?: string; offset?: number } }
  | { containing: { definitionKey?: string; time: string; offset?: number } };

export interface ClientOptions {
  /** Address of GraphQL over HTTP; that of the WebSocket is derived. Defaults to `/graphql` of the page. */
  url?: string | URL;
  /** Key of the app. Defaults to the app of the token, or `default`. */
  app?: string;
  /**
   * A token or key, or a function that returns one. The function is called again when the service refuses its last result. If
   * it fails, requests reject with NETWORK, and subscriptions try again later.
   */
  token?: string | (() => string | Promise<string>);
  /** Defaults to that of the platform. */
  fetch?: typeof globalThis.fetch;
  /** Constructor of a WebSocket. Defaults to that of the platform; Node 20 has none, so pass that of the package `ws`. */
  WebSocket?: new (url: string, protocol: string) => unknown;
}

export interface RequestOptions {
  /** Aborts the request, which then rejects with the reason of the signal; or with TIMEOUT, for `AbortSignal.timeout`. */
  signal?: AbortSignal;
}

/** Receives what a subscription emits. Exceptions of its functions are reported, and do not stop the client. */
export interface Observer<Data> {
  next(data: Data): void;
  /** The subscription has ended, and does not start again. Temporary failures are not reported. */
  error?(error: LaurelError): void;
  /** The subscription has ended, for example because the leaderboard has been deleted. */
  complete?(): void;
}

export interface Subscription {
  /** Ends the subscription. Nothing is called afterwards. */
  close(): void;
}

/** State of the WebSocket, which is open while there are subscriptions. */
export type Status = 'idle' | 'connecting' | 'connected' | 'reconnecting';

export interface StatusDetails {
  /** Number of attempts since the connection last worked. */
  attempt: number;
  /** Time of the next attempt. Null while an attempt is in progress. */
  retryAt: Date | null;
}

export interface LaurelClient {
  /** Runs a query. Rejects with a LaurelError. */
  query<Data = any>(document: Document, variables?: Record<string, unknown>, options?: RequestOptions): Promise<Data>;
  /** Runs a mutation, once. The errors of its payload are in the data. Rejects with a LaurelError. */
  mutate<Data = any>(document: Document, variables?: Record<string, unknown>, options?: RequestOptions): Promise<Data>;
  /** Subscribes. After an interruption, it subscribes again with the same variables. */
  subscribe<Data = any>(
    document: Document,
    variables: Record<string, unknown> | undefined,
    observer: Observer<Data>,
  ): Subscription;
  /** Calls the listener with the present status, and then whenever it changes. Returns a function that removes it. */
  onStatus(listener: (status: Status, details?: StatusDetails) => void): () => void;
  leaderboard(key: string): Leaderboard;
  /** Ends all subscriptions. The client cannot be used afterwards. */
  close(): void;
}

export interface Leaderboard {
  /** The ranking of the current window of the first definition. */
  ranking(): Ranking;
  hourly(): Ranking;
  daily(): Ranking;
  weekly(): Ranking;
  monthly(): Ranking;
  yearly(): Ranking;
  season(): Ranking;
  allTime(): Ranking;
  window(selector: WindowSelector | undefined): Ranking;
  /**
   * Submits a score, and returns the receipt. Sends it again after failures of the network and temporary failures of the
   * service, with the same idempotency key, so that it counts once. Rejects with a LaurelError; if the service refused the
   * submission, `errors` has the reasons, with a `path` to the value.
   */
  submit(submission: Submission): Promise<Receipt>;
}

export interface Submission {
  /** An external ID of an account, or the participant with fields to update. */
  participant:
    | string
    | {
        externalId: string;
        entityType?: string;
        name?: string;
        imageUrl?: string;
        metadata?: JsonObject;
        timeZone?: string;
        group?: GroupValues;
      };
  /** A decimal number; strings are exact. */
  score: string | number | null;
  subscore?: string | number;
  /** Time at which the score was achieved, RFC 3339. */
  achievedAt?: string;
  metadata?: JsonObject;
  group?: GroupValues;
  /** Created by the client if omitted. Pass one to submit again what may have been submitted before, as after a restart. */
  idempotencyKey?: string;
}

export interface Receipt {
  /** COUNTED, NO_SCORE, DUPLICATE, WITHHELD or QUARANTINED. New values may be added. */
  status: string;
  /** Names of the windows that are closed, in which the submission does not count. */
  closedWindows: string[];
  submission: { id: string; score: string | null; subscore: string; achievedAt: string };
  /** Changes per window and grouping. */
  changes: {
    window: Pick<LeaderboardWindow, 'id' | 'name' | 'kind' | 'definitionKey'> | null;
    previousScore: string | null;
    score: string | null;
    previousRank: number | null;
    rank: number | null;
    /** Ranks gained; negative if ranks were lost. */
    rankChange: number | null;
  }[];
}

export interface LeaderboardWindow {
  id: string;
  name: string;
  kind: string;
  definitionKey: string;
  timeZone: string;
  startsAt: string | null;
  endsAt: string | null;
  state: string;
}

export interface Row {
  /** ID of the standing: stays the same while the participant is in the ranking. */
  id: string;
  /** Place with gaps after ties: 1, 2, 2, 4. */
  rank: number;
  /** Unique place: 1, 2, 3, 4. */
  position: number;
  /** A decimal number, as an exact string. */
  score: string;
  subscore: string;
  achievedAt: string;
  metadata: JsonObject | null;
  /** Null if it is hidden from the caller. */
  participant: {
    id: string;
    externalId: string | null;
    entityType: string;
    name: string | null;
    imageUrl: string | null;
  } | null;
}

/** A row with its place among the participants that were asked for. */
export interface RelativeRow extends Row {
  relativeRank: number;
  relativeDenseRank: number;
  relativePosition: number;
}

export interface Page {
  rows: Row[];
  /** Number of participants in the ranking. */
  entryCount: number;
  /** Null if there is currently none, such as between seasons. The page is then empty. */
  window: LeaderboardWindow | null;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

export interface Move {
  /** `id` of the row. */
  id: string;
  /** Position before the event. Null if it has entered the list. */
  from: number | null;
  /** Position after the event. Null if it has left the list. */
  to: number | null;
  /** A row whose score or subscore has changed is `rescored`, even if it has moved. */
  change: 'entered' | 'left' | 'moved' | 'rescored';
}

export interface Update {
  window: LeaderboardWindow | null;
  /** Number of participants in the ranking. Null in updates of `followParticipants`. */
  entryCount: number | null;
  /** Increasing number of the change of the leaderboard. */
  sequence: string;
  /** What has changed since the previous call: first the rows that have left, then the others in their new order. */
  moves: Move[];
}

/**
 * Receives the whole list: immediately, after every change, and every 4 to 6 minutes with the names and pictures that
 * participants then have. Rows that stay the same are the same objects.
 */
export type Listener = (rows: Row[], update: Update) => void;

export interface FollowOptions {
  /** The ranking is no longer followed. Temporary failures are not reported. Defaults to `console.error`. */
  onError?(error: LaurelError): void;
  /** The ranking is no longer followed, because its window has expired or its leaderboard has been deleted. */
  onComplete?(): void;
}

/** A ranking. Rejections are LaurelErrors; LEADERBOARD_NOT_FOUND if there is no leaderboard with the key. */
export interface Ranking {
  /** The ranking of a group in the same window. */
  group(values: GroupValues | undefined): Ranking;
  /** The first standings, 10 by default. */
  top(first?: number): Promise<Page>;
  /** A page: from the top, after `pageInfo.endCursor` of the previous page, or from a position. */
  page(options?: { first?: number; after?: string | null; fromPosition?: number }): Promise<Page>;
  /** A participant and its neighbours, 5 above and 5 below by default. Empty if it has no score. */
  around(participant: ParticipantReference, options?: { above?: number; below?: number }): Promise<Page>;
  /** Null if the participant has no score. */
  standing(participant: ParticipantReference): Promise<Row | null>;
  /** Standings of participants, such as friends, best first. Those without a score are omitted. */
  standingsOf(participants: ParticipantReference[]): Promise<RelativeRow[]>;
  /** Standings of participants by name, best first. */
  search(name: string, first?: number): Promise<Row[]>;
  followTop(first: number | undefined, listener: Listener, options?: FollowOptions): Subscription;
  /** The list is empty while the participant has no score. */
  followAround(
    participant: ParticipantReference,
    listener: Listener,
    options?: FollowOptions & { above?: number; below?: number },
  ): Subscription;
  /** The rows are ordered by rank. The service emits changes of scores and ranks; `position` is as of the last one. */
  followParticipants(participants: ParticipantReference[], listener: Listener, options?: FollowOptions): Subscription;
}

export function createClient(options?: ClientOptions): LaurelClient;

/** Every failure that the client reports. */
export class LaurelError extends Error {
  constructor(
    code: string,
    message: string,
    details?: { errors?: ErrorDetails[]; retryAfter?: number | null; data?: unknown; cause?: unknown },
  );
  readonly name: 'LaurelError';
  /**
   * A code of the service (`RequestErrorCode`, or `ErrorCode` for a refused submission); NETWORK if it cannot be reached,
   * PROTOCOL if a response is not one of Laurel, CLOSED if the client has been closed.
   */
  readonly code: string;
  /** The errors as in the response. Empty if there was none. */
  readonly errors: ErrorDetails[];
  /** Seconds to wait before another attempt. Null if the service names none. */
  readonly retryAfter: number | null;
  /** The part of the data that could be read. Null if there is none. */
  readonly data: unknown;
}

/** A GraphQL error, or an error of a payload, which has a `code`. */
export interface ErrorDetails {
  message: string;
  code?: string;
  path?: (string | number)[];
  extensions?: { code?: string; [name: string]: unknown };
  [name: string]: unknown;
}

// Splicing. Clients in other languages are tested with the same vectors.

/** A followed list. */
export interface List {
  /** Cursor of the last event that was applied. */
  cursor: string;
  rows: Row[];
}

export interface Patch extends Omit<Row, 'id'> {
  standingId: string;
}

export interface TopEvent {
  cursor: string;
  /** Cursor of the list that the changes apply to. Null if they apply to an empty list. */
  baseCursor: string | null;
  removedStandingIds: string[];
  upserted: Patch[];
}

export interface AroundEvent extends TopEvent {
  /** Position of the first row. Null if the list is empty. */
  startPosition: number | null;
  /** Rank of the first row. Null if the list is empty. */
  startRank: number | null;
}

export interface RanksEvent {
  cursor: string;
  baseCursor: string | null;
  /** IDs of the whole list: rows of other standings are dropped. If omitted, no row is dropped without a change. */
  standings?: { id: string }[];
  changes: { participant: { id: string } | null; standing: Row | null }[];
}

/** Applies an event of `topStandingsChanged`. Null if it applies to another list: then subscribe again without `after`. */
export function applyTop(list: List | null, event: TopEvent): List | null;
/** Applies an event of `aroundChanged`. Null if it applies to another list. */
export function applyAround(list: List | null, event: AroundEvent): List | null;
/** Applies an event of `ranksChanged`. Null if it applies to another list, or does not show which row has left. */
export function applyRanks(list: List | null, event: RanksEvent): List | null;
/** The differences between two lists of rows. */
export function movesBetween(before: Row[], after: Row[]): Move[];
