// What the checks of the charts show.
import { ATTACK, until } from './pages.mjs';

/**
 * A leaderboard of three years, in which ann has ranks 2, none and 1, and bob has ranks 1, 1 and 2; and a streak of ann: six days
 * in a row, of which one is frozen, a gap, and two days before it.
 */
export async function create(ask, run) {
  const day = (distance) => new Date(Date.now() - distance * 86_400_000).toISOString().slice(0, 10);
  await ask(
    `mutation ($key: String!) { createLeaderboard(input: {key: $key, name: "Chart race", updateMode: INCREMENT, decimals: 1,
    clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}, {kind: ALL_TIME}]}) { errors { code message } } }`,
    { key: run },
  );
  const score = (externalId, name, points, achievedAt) =>
    ask(`mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code message } } }`, {
      input: { leaderboardKey: run, participant: { externalId: `${run}-${externalId}`, name }, score: points, achievedAt },
    });
  await score('ann', ATTACK, '10.5', '2021-03-01T12:00:00Z');
  await score('bob', 'Bob', '20', '2021-04-01T12:00:00Z');
  await score('bob', 'Bob', '5', '2022-03-01T12:00:00Z');
  await score('ann', ATTACK, '7.5', '2023-03-01T12:00:00Z');
  await score('bob', 'Bob', '8', '2023-04-01T12:00:00Z');
  await score('ann', ATTACK, '30', '2023-05-01T12:00:00Z');

  await ask(`mutation ($input: CreateStreakInput!) { createStreak(input: $input) { errors { code } } }`, {
    input: { key: run, name: 'Every day', eventTypes: [run] },
  });
  const events = [0, 1, 2, 4, 5, 8, 9].map((distance) => ({
    externalId: `${run}-${distance}`,
    eventType: run,
    actor: { externalId: `${run}-ann` },
    occurredAt: `${day(distance)}T00:00:00Z`,
  }));
  await ask(
    `mutation ($input: RecordActivitiesInput!) { recordActivities(input: $input) { errors { code message } failedCount } }`,
    { input: { items: events } },
  );
  await ask(`mutation ($input: FreezeStreakInput!) { freezeStreak(input: $input) { errors { code message } } }`, {
    input: { streakKey: run, participant: { externalId: `${run}-ann` }, startDate: day(3) },
  });
  await until('the streak has 5 days', async () => {
    const { participant } = await ask(
      `query ($id: String!, $key: String!) {
      participant(ref: {external: {externalId: $id}}) { streak(key: $key) { currentLength } } }`,
      { id: `${run}-ann`, key: run },
    );
    return participant?.streak?.currentLength === 5;
  });
}
