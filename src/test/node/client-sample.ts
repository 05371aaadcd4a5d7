// Uses every part of the client's types. client.mjs compiles it; it never runs.
import {
  applyAround,
  applyRanks,
  applyTop,
  createClient,
  LaurelError,
  movesBetween,
  type Leaderboard,
  type List,
  type Page,
  type Ranking,
  type Receipt,
  type Row,
  type Status,
  type Update,
} from 'laurel-client';
import WebSocket from 'ws';

const client = createClient({ url: 'http://127.0.0.1:8080/graphql', app: 'game', token: async () => 'token', WebSocket });
const stop: () => void = client.onStatus((status: Status, details) => {
  if (status === 'reconnecting' && details?.retryAt) {
    console.log(details.attempt, details.retryAt.getTime());
  }
});
const board: Leaderboard = client.leaderboard('laps');
const rankings: Ranking[] = [
  board.ranking(),
  board.hourly(),
  board.daily(),
  board.weekly(),
  board.monthly(),
  board.yearly(),
  board.season().group({ campus: 'north' }),
  board.allTime(),
  board.window({ relative: { definitionKey: 'weekly', offset: 1 } }),
];

async function read(ranking: Ranking): Promise<Row[]> {
  const page: Page = await ranking.top(3);
  const next = await ranking.page({ first: 10, after: page.pageInfo.endCursor });
  const near = await ranking.around({ externalId: 'a', entityType: 'DRIVER' }, { above: 2, below: 2 });
  const own = await ranking.standing({ id: 'global' });
  const friends = await ranking.standingsOf(['a', 'b']);
  const places: number[] = friends.map((friend) => friend.relativeRank + friend.rank);
  console.log(next.entryCount, near.window?.name, own?.score.length, places);
  return ranking.search('ham', 5);
}

function follow(ranking: Ranking): void {
  const show = (rows: Row[], { entryCount, moves, window }: Update) => {
    const entered = moves.filter(({ change }) => change === 'entered');
    console.log(rows[0]?.participant?.name, entryCount, entered.length, window?.endsAt);
  };
  const onError = (error: LaurelError) => console.log(error.code, error.retryAfter, error.errors[0]?.path);
  const all = [
    ranking.followTop(10, show, { onError, onComplete: () => {} }),
    ranking.followAround('a', show, { above: 3, below: 3, onError }),
    ranking.followParticipants(['a', { id: 'global' }], show),
  ];
  all.forEach((subscription) => subscription.close());
}

async function submit(): Promise<void> {
  try {
    const receipt: Receipt = await board.submit({ participant: { externalId: 'a', name: 'A' }, score: '61.402', metadata: { car: 7 } });
    console.log(receipt.status, receipt.changes[0]?.rankChange);
  } catch (error) {
    if (error instanceof LaurelError && error.code === 'SCORE_OUT_OF_BOUNDS') {
      console.log(error.errors.map(({ path }) => path?.join('.')));
    }
  }
}

function splice(list: List | null): void {
  const event = { cursor: 'c', baseCursor: null, removedStandingIds: [], upserted: [] };
  const lists = [
    applyTop(list, event),
    applyAround(list, { ...event, startPosition: null, startRank: null }),
    applyRanks(list, { cursor: 'c', baseCursor: null, changes: [] }),
  ];
  console.log(movesBetween(lists[0]?.rows ?? [], lists[1]?.rows ?? []));
}

// @ts-expect-error A submission needs a participant.
board.submit({ score: 1 });
// @ts-expect-error A status has no such value.
const wrong: Status = 'open';

rankings.forEach(follow);
void read(board.ranking());
void submit();
splice(null);
stop();
client.close();
console.log(wrong);
