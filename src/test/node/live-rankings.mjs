// The cases of live.mjs that follow rankings: what the increments come to is compared with a fresh query.
import assert from 'node:assert/strict';
import { Following } from './transports.mjs';

const STANDING = 'position rank score participant { externalId }';
const TOP = `subscription ($board: String!, $first: Int!, $after: String) {
  topChanged(leaderboard: $board, kind: ALL_TIME, first: $first, after: $after) {
    sequence cursor full total left { externalId } placed { ${STANDING} } } }`;
const WHO = 'participant { id externalId type displayName }';
/** With what makes each of them long. */
const MORE = TOP.replace('externalId } }', `externalId } a: ${WHO} b: ${WHO} }`);
const RANKS = `subscription ($board: String!, $who: [ParticipantInput!]!, $after: String) {
  rankChanged(leaderboard: $board, kind: ALL_TIME, participants: $who, after: $after) {
    cursor full changes { participant { externalId } reason previousRank rank standing { score } } } }`;
const FRESH = `query ($board: String!, $first: Int!) { leaderboard(key: $board) { window(kind: ALL_TIME) { ranking {
  standings(first: $first) { edges { node { ${STANDING} } } } } } } }`;

/** The list after a change: who left or is placed anew goes, and each of the placed comes in at their position. */
function apply(list, change) {
  if (change.full) {
    return change.placed;
  }
  const moved = [...change.left, ...change.placed.map(({ participant }) => participant)];
  const gone = new Set(moved.map(({ externalId }) => externalId));
  const after = list.filter(({ participant }) => !gone.has(participant.externalId));
  change.placed.forEach((standing) => after.splice(standing.position - 1, 0, standing));
  return after.map((standing, index) => {
    const equal = after.findIndex(({ score }) => score === standing.score);
    return { ...standing, position: index + 1, rank: equal + 1 };
  });
}

export function rankings({ ask, createBoard }) {
  const submit = async (board, scores) => {
    const { submitScores } = await ask(
      'mutation ($of: [ScoreSubmissionInput!]!) { submitScores(input: $of) { ... on ScoreBatch { accepted } } }',
      { of: Object.entries(scores).map(([id, score]) => ({ leaderboard: board, participant: { id }, score })) },
    );
    assert.equal(submitScores.accepted, Object.keys(scores).length);
  };
  const fresh = async (board, first) =>
    (await ask(FRESH, { board, first })).leaderboard.window.ranking.standings.edges.map(({ node }) => node);

  /** Applies what is told until the list is that of a fresh query. */
  const catchUp = async (following, list, board, first) => {
    const wanted = await fresh(board, first);
    while (JSON.stringify(list) !== JSON.stringify(wanted)) {
      const change = await following.next('topChanged');
      assert.equal(change.full, list === null);
      list = apply(list, change);
      following.request.variables.after = change.cursor;
    }
    return list;
  };

  return {
    async 'increments applied to the first top are what a query tells'(client) {
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

    async 'a top resumes where it was left'(client) {
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

    async 'who is watched learns why their rank changed'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10, bob: 20 });
      const who = ['ann', 'bob', 'cid'].map((id) => ({ id }));
      const following = new Following(client, RANKS, { board, who });
      const { full, changes } = await following.next('rankChanged');
      assert.equal(full, true);
      const ranks = changes.map(({ participant, rank }) => `${participant.externalId} ${rank}`);
      assert.deepEqual(ranks.sort(), ['ann 2', 'bob 1']);
      for (const [scores, expected] of [
        [{ ann: 30 }, ['ann OVERTOOK 2 1', 'bob OVERTAKEN 1 2']],
        [{ ann: 35 }, ['ann SUBMITTED 1 1']],
        [{ eve: 32 }, ['bob OVERTAKEN 2 3']],
        [{ cid: 1 }, ['cid SUBMITTED null 4']],
      ]) {
        await submit(board, scores);
        const told = (await following.next('rankChanged')).changes;
        const lines = told.map((one) => `${one.participant.externalId} ${one.reason} ${one.previousRank} ${one.rank}`);
        assert.deepEqual(lines.sort(), expected);
      }
      following.cancel();
    },

    async 'subscriptions that begin together are all told their first state'(client) {
      const board = await createBoard();
      await submit(board, Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`participant-${n}`, n])));
      const sizes = [1000, 1000, ...Array.from({ length: 50 }, () => 100)];
      const all = sizes.map((first) => new Following(client, MORE, { board, first }));
      for (const [n, following] of all.entries()) {
        assert.equal((await following.next('topChanged')).placed.length, sizes[n]);
      }
      await submit(board, { winner: 5000 });
      for (const following of all) {
        assert.equal((await following.next('topChanged')).placed[0].participant.externalId, 'winner');
        following.cancel();
      }
    },

    async 'a subscription ends with its leaderboard'(client) {
      const board = await createBoard();
      await submit(board, { ann: 10 });
      const following = new Following(client, TOP, { board, first: 3 });
      await catchUp(following, null, board, 3);
      await ask(
        'mutation ($key: String!) { deleteLeaderboard(input: {key: $key, version: 1}) { __typename ... on Refusal { message } } }',
        { key: board },
      );
      assert.deepEqual(await following.end(), []);
    },
  };
}
