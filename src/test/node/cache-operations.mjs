// The operations of cache.mjs.
import { gql } from '@apollo/client/core';

const PLACE = 'rank position score subscore metadata participant { id externalId name }';

const STANDING = `id ${PLACE}`;

const ALL_TIME = '{relative: {definitionKey: "all-time"}}';

const OF_ALL_TIME = `{leaderboardKey: $board, window: ${ALL_TIME}}`;

const RANKING = `id standings(first: $first) { edges { node { ${STANDING} } } }`;

/** The top of the all-time ranking and of the current day: the same participants with different ranks. */
export const TOP = gql`query Top($board: String!, $first: Int!) {
  leaderboard(key: $board) {
    id
    allTime: window(select: ${ALL_TIME}) { id ranking { ${RANKING} } }
    today: window(select: {relative: {definitionKey: "daily"}}) { id ranking { ${RANKING} } }
  }
}`;

/** The standings in a result of TOP, best first. */
export const standingsOf = (top, window) => top.leaderboard[window].ranking.standings.edges.map(({ node }) => node);

/** A result of TOP with other standings. */
export function withStandings(top, window, standings) {
  const { leaderboard } = top;
  const edges = standings.map((node) => ({ __typename: 'StandingEdge', node }));
  const ranking = leaderboard[window].ranking;
  const changed = { ...ranking, standings: { ...ranking.standings, edges } };
  return { ...top, leaderboard: { ...leaderboard, [window]: { ...leaderboard[window], ranking: changed } } };
}

/** Events with whole lists. */
export const SNAPSHOTS = gql`subscription Snapshots($board: String!, $first: Int!, $after: String) {
  topStandingsChanged(ranking: ${OF_ALL_TIME}, first: $first, after: $after) { cursor standings { ${STANDING} } }
}`;

/** Events with changes of the lists. */
export const DELTAS = gql`subscription Deltas($board: String!, $first: Int!, $after: String) {
  topStandingsChanged(ranking: ${OF_ALL_TIME}, first: $first, after: $after) {
    cursor baseCursor removedStandingIds upserted { standingId ${PLACE} }
  }
}`;

/** Other queries of the same standings. They must not change the cached results of TOP. */
export const ELSEWHERE = gql`query Elsewhere($board: String!, $who: ParticipantRef!) {
  leaderboard(key: $board) {
    id
    window(select: ${ALL_TIME}) {
      id
      ranking {
        id
        standing(participant: $who) { ${STANDING} }
        around(participant: $who) { edges { node { ${STANDING} } } }
        standingsOf(participants: [$who]) { rank standing { ${STANDING} } }
      }
    }
  }
}`;

export const who = (externalId) => ({ external: { externalId } });

export const SUBMIT = gql`mutation Submit($input: SubmitScoreInput!) {
  submitScore(input: $input) {
    receipt { submission { id score participant { id externalId name } } }
    errors { code message }
  }
}`;

export const submission = (board, externalId, name, score) => ({
  input: { leaderboardKey: board, participant: { externalId, name }, score },
});

/** The submission in a result of SUBMIT. */
export const submitted = ({ submitScore }) => submitScore.receipt?.submission;
