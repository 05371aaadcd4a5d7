// The leaderboards that the page is checked with.

import { until } from './service.mjs';

const CREATE = `mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { errors { code message path } } }`;
const SUBMIT = `mutation ($items: [SubmitScoreInput!]!) {
  submitScores(input: {items: $items}) {
    acceptedCount failedCount errors { code message }
    results { receipt { submission { id } } errors { code message path } }
  }
}`;
const NAMES = [
  'Mara Lindqvist', 'Tomás Herrera', 'Aiko Tanaka', 'Jonas Weber', 'Priya Raman', 'Léa Moreau', 'Samuel Okafor',
  'Ingrid Solberg', 'Mateo Rossi', 'Hana Kowalska', 'Daniel Byrne', 'Yuki Sato', 'Amara Diallo', 'Felix Novak',
  'Sofia Almeida', 'Noah Fischer', 'Zeynep Kaya', 'Oscar Nyström', 'Camille Laurent', 'Ravi Patel', 'Elena Petrova',
  'Lucas Martin', 'Nadia Haddad', 'Erik Larsen', 'Chloé Bernard', 'Marcus Reid', 'Leila Farahani', 'Theo Papadakis',
  'Grace Mbeki', 'Viktor Horvat', 'Isla Campbell', 'Diego Vargas',
];

/** Creates the boards, and returns their keys and the participants that checks use. `suffix` keeps runs apart. */
export async function createBoards(ask, suffix) {
  const names = ['arena', 'cup', 'large', 'empty', 'single', 'campus'];
  const keys = Object.fromEntries(names.map((name) => [name, `${name}-${suffix}`]));
  const me = `me-${suffix}`;
  const at = Date.now();
  await create(ask, {
    key: keys.arena,
    name: 'City Arena',
    updateMode: 'REPLACE',
    decimals: 2,
    groupings: [[], ['campus']],
    playerSubmissions: true,
    windowDefinitions: [
      { kind: 'ALL_TIME' },
      { kind: 'CUSTOM', key: 'rolling-week', interval: 'P1D', length: 'P7D' },
      { kind: 'MONTHLY' },
      { kind: 'DAILY' },
      { kind: 'WEEKLY' },
    ],
  });
  const past = { clock: 'SUBMISSIONS', gracePeriod: 'PT0S', windowDefinitions: [{ kind: 'DAILY' }] };
  await create(ask, { key: keys.cup, name: 'Cup', updateMode: 'REPLACE', ...past });
  await create(ask, { key: keys.large, name: 'Ten Million', updateMode: 'REPLACE' });
  await create(ask, { key: keys.empty, name: 'Empty Hall' });
  await create(ask, { key: keys.single, name: 'A Single One' });
  await create(ask, { key: keys.campus, name: 'Campus Only', groupings: [['campus']] });

  const people = NAMES.map((name, index) => {
    return { externalId: `${suffix}-${index}`, name, group: { campus: index % 3 ? 'north' : 'south' } };
  });
  const special = {
    long: 'Maximiliana Featherstonehaugh-Cholmondeley of the Most Honourable Northern Counties Athletics and Rowing Club',
    rightToLeft: 'سلمى الخطيب',
    emoji: '🦊 Foxglove',
    markup: '<b>Robert</b> & "Sons"',
  };
  const group = { campus: 'north' };
  Object.values(special).forEach((name, index) => people.push({ externalId: `${suffix}-s${index}`, name, group }));
  people[1].imageUrl = 'https://pictures.example/one.png';
  people.push({ externalId: me, name: 'Robin Example', group });
  const scores = people.map((participant, index) => ({
    leaderboardKey: keys.arena,
    participant,
    score: participant.externalId === me ? '41.50' : (4800 - index * 97.13).toFixed(2),
    group: participant.group,
  }));
  scores[0].score = '9007199254740993.12';
  await submit(ask, scores);
  const alone = { externalId: `${suffix}-only`, name: 'Only One' };
  await submit(ask, [{ leaderboardKey: keys.single, participant: alone, score: '1' }]);
  await submit(
    ask,
    people.slice(0, 6).concat(people.at(-1)).map((participant, index) => {
      return { leaderboardKey: keys.campus, participant, score: String(60 - index), group: participant.group };
    }),
  );
  return { keys, me, people, special, suffix, startedAt: at };
}

/** Days of a cup: three final ones, of which one was corrected, and the current one. */
export async function playCup(ask, key, suffix) {
  const day = (date, order) =>
    order.map((name, index) => ({
      leaderboardKey: key,
      participant: { externalId: `${suffix}-cup-${name}`, name: `Player ${name}` },
      score: String(1000 - index * 10),
      achievedAt: `${date}T12:00:00Z`,
    }));
  const names = 'ABCDEFGHIJKL'.split('');
  await submit(ask, day('2026-03-01', names));
  const second = await submit(ask, day('2026-03-02', names.toReversed()));
  await submit(ask, day('2026-03-03', names));
  await submit(ask, day('2026-03-04', ['C', 'A', 'B', ...names.slice(3), 'M']));
  const state = async () => {
    const { leaderboard } = await ask(
      `query ($key: String!) { leaderboard(key: $key) { windows(first: 4) { nodes { name state revision } } } }`,
      { key },
    );
    return leaderboard.windows.nodes;
  };
  const final = await until(async () => (await state()).slice(1).every(({ revision }) => revision > 0), 60_000);
  const removed = second.results[0].receipt.submission.id;
  const remove = 'mutation ($input: RemoveSubmissionInput!) { removeSubmission(input: $input) { errors { code message } } }';
  await ask(remove, { input: { submissionId: removed, reason: 'wrong' } });
  const corrected = await until(async () => (await state()).some(({ revision }) => revision > 1), 60_000);
  return { final, corrected };
}

/** A streak of four days that ends today, and a badge. */
export async function earn(ask, externalId, suffix) {
  const streak = `steps-${suffix}`;
  await ask(`mutation ($input: CreateStreakInput!) { createStreak(input: $input) { errors { code message path } } }`, {
    input: { key: streak, name: 'Daily steps', eventTypes: [`steps.${suffix}`] },
  });
  const days = [0, 1, 2, 3, 6, 7].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString());
  const items = days.map((occurredAt, index) => ({
    externalId: `${suffix}-event-${index}`,
    eventType: `steps.${suffix}`,
    actor: { externalId },
    occurredAt,
  }));
  await ask(
    `mutation ($items: [RecordActivityInput!]!) { recordActivities(input: {items: $items}) { errors { code message } } }`,
    { items },
  );
  const key = `pioneer-${suffix}`;
  const badge = { key, name: 'Pioneer', description: 'Here from the first day', rule: { manual: true } };
  await ask(`mutation ($input: CreateBadgeInput!) { createBadge(input: $input) { errors { code message path } } }`, {
    input: badge,
  });
  await ask(`mutation ($input: AwardBadgeInput!) { awardBadge(input: $input) { errors { code message path } } }`, {
    input: { badgeKey: badge.key, participant: { externalId }, reason: 'Test' },
  });
}

/** Many entries, in batches. */
export async function fill(ask, key, suffix, count) {
  for (let from = 0; from < count; from += 1_000) {
    const items = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
      leaderboardKey: key,
      participant: { externalId: `${suffix}-l${from + index}`, name: `Runner ${from + index + 1}` },
      score: String(1_000_000 - (from + index) * 3),
    }));
    await submit(ask, items);
  }
}

export async function submit(ask, items) {
  const { submitScores } = await ask(SUBMIT, { items });
  if (submitScores.failedCount) {
    throw new Error(JSON.stringify(submitScores.results.find(({ errors }) => errors.length)));
  }
  return submitScores;
}

/** A token for the participant. */
export async function tokenOf(ask, externalId) {
  const { createPlayerToken } = await ask(
    `mutation ($input: CreatePlayerTokenInput!) { createPlayerToken(input: $input) { token errors { code message } } }`,
    { input: { participant: { externalId } } },
  );
  return createPlayerToken.token;
}

async function create(ask, input) {
  await ask(CREATE, { input });
}
