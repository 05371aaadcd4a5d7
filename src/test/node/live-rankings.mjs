// Cases of live.mjs about rankings: they apply changes, and compare the result with a fresh query.
import assert from 'node:assert/strict';
import { Following } from './transports.mjs';

const STANDING = 'position rank score participant { externalId }';
const TOP = `subscription ($board: String!, $first: Int!, $after: String) {
  topStandingsChanged(
    ranking: {leaderboardKey: $board, window: {relative: {definitionKey: "all-time"}}}, first: $first, after: $after) {
    sequence cursor baseCursor entryCount removedStandingIds standings { ${STANDING} }
    upserted { standingId ${STANDING} } } }`;
const WHO = 'participant { id externalId entityType name }';
/** TOP with more fields, so that events are large. */
const MORE = TOP.replace('externalId } }', `externalId } a: ${WHO} b: ${WHO} }`);
const RANKS = `subscription ($board: String!, $who: [ParticipantRef!]!, $after: String) {
  ranksChanged(
    ranking: {leaderboardKey: $board, window: {relative: {definitionKey: "all-time"}}}, participants: $who, after: $after) {
    cursor baseCursor standings { rank participant { externalId } }
    changes { participant { externalId } reason previousRank rank standing { score } } } }`;
const FRESH = `query ($board: String!, $first: Int!) { leaderboard(key: $board) {
  window(select: {relative: {definitionKey: "all-time"}}) { ranking {
  standings(first: $first) { edges { node { ${STANDING} } } } } } } }`;

/** Applies an event: removes the standings that left or are upserted, then inserts each upserted one at its position. */
function apply(list, event) {
  const gone = new Set([...event.removedStandingIds, ...event.upserted.map(({ standingId }) => standingId)]);
  const after = event.baseCursor === null ? [] : list.filter(({ standingId }) => !gone.has(standingId));
  event.upserted.forEach((standing) => after.splice(standing.position - 1, 0, standing));
  return after.map((standing, index) => {
    const equal = after.findIndex(({ score }) => score === standing.score);
    return { ...standing, position: index + 1, rank: equal + 1 };
  });
}

const withoutIds = (list) => JSON.stringify(list.map(({ standingId, ...standing }) => standing));

export function rankings({ ask, createBoard }) {
  const submit = async (board, scores) => {
    const { submitScores } = await ask(
      'mutation ($of: [SubmitScoreInput!]!) { submitScores(input: {items: $of}) { acceptedCount } }',
      { of: Object.entries(scores).map(([id, score]) => ({ leaderboardKey: board, participant: { externalId: id }, score })) },
    );
    assert.equal(submitScores.acceptedCount, Object.keys(scores).length);
  };
  const fresh = async (board, first) =>
    (await ask(FRESH, { board, first })).leaderboard.window.ranking.standings.edges.map(({ node }) => node);

  /** Applies the changes until the list is that of a fresh query. Each event has the whole list, too. */
  const catchUp = async (following, list, board, first) => {
    const wanted = JSON.stringify(await fresh(board, first));
    while (list === null || withoutIds(list) !== wanted) {
      const event = await following.next('topStandingsChanged');
      assert.equal(event.baseCursor, list === null ? null : following.request.variables.after);
      list = apply(list, event);
      assert.equal(withoutIds(list), JSON.stringify(event.standings));
      following.request.variables.after = event.cursor;
    }
    return list;
  };

  return {
    async 'yields the list of a fresh query when changes are applied'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10, bob: 20, cid: 30, dan: 20 });
      const following = new Following(client, TOP, { board, first: 3 });
      let list = await catchUp(following, null, board, 3);
      for (const scores of [{ ann: 40 }, { eve: 35, bob: 5 }, { cid: 1 }, { fay: 2 }, { ann: 20, dan: 35 }, { eve: 0, dan: 0 }]) {
        await submit(board, scores);
        list = await catchUp(following, list, board, 3);
      }
      following.cancel();
    },

    async 'resumes the top after a cursor'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10, bob: 20, cid: 30 });
      const first = new Following(client, TOP, { board, first: 2 });
      const list = await catchUp(first, null, board, 2);
      first.cancel();
      await submit(board, { ann: 40 });
      await submit(board, { bob: 50 });
      const second = new Following(client, TOP, { board, first: 2, after: first.request.variables.after });
      await catchUp(second, list, board, 2);
      assert.equal(second.results.length, 1);
      second.cancel();
    },

    async 'reports why the rank of a watched participant changed'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10, bob: 20 });
      const who = ['ann', 'bob', 'cid'].map((externalId) => ({ external: { externalId } }));
      const following = new Following(client, RANKS, { board, who });
      const { baseCursor, changes } = await following.next('ranksChanged');
      assert.equal(baseCursor, null);
      const ranks = changes.map(({ participant, rank }) => `${participant.externalId} ${rank}`);
      assert.deepEqual(ranks.sort(), ['ann 2', 'bob 1']);
      for (const [scores, expected] of [
        [{ ann: 30 }, ['ann OVERTOOK 2 1', 'bob OVERTAKEN 1 2']],
        [{ ann: 35 }, ['ann SUBMITTED 1 1']],
        [{ eve: 32 }, ['bob OVERTAKEN 2 3']],
        [{ cid: 1 }, ['cid SUBMITTED null 4']],
      ]) {
        await submit(board, scores);
        const event = await following.next('ranksChanged');
        const lines = event.changes.map((one) => `${one.participant.externalId} ${one.reason} ${one.previousRank} ${one.rank}`);
        assert.deepEqual(lines.sort(), expected);
      }
      following.cancel();
    },

    async 'sends a snapshot to each of many simultaneous subscriptions'(client) {
      const board = await createBoard();
      await submit(board, Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`participant-${n}`, n])));
      const sizes = [1000, 1000, ...Array.from({ length: 50 }, () => 100)];
      const all = sizes.map((first) => new Following(client, MORE, { board, first }));
      for (const [n, following] of all.entries()) {
        assert.equal((await following.next('topStandingsChanged')).upserted.length, sizes[n]);
      }
      await submit(board, { winner: 5000 });
      for (const following of all) {
        assert.equal((await following.next('topStandingsChanged')).upserted[0].participant.externalId, 'winner');
        following.cancel();
      }
    },

    async 'ends a subscription when its leaderboard is deleted'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10 });
      const following = new Following(client, TOP, { board, first: 3 });
      await catchUp(following, null, board, 3);
      await ask(
        'mutation ($key: String!) { deleteLeaderboard(input: {leaderboardKey: $key}) { __typename errors { message } } }',
        { key: board },
      );
      assert.deepEqual(await following.end(), []);
    },
  };
}
