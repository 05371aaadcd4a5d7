// The frames of a bar race, `[{time, rows: [{id, name, rank, score}]}]`, read from the service or from submissions.

/** The window of a bar race, and the limits of what is read of it. */
const RACE_WINDOW = /* GraphQL */ `
  query RaceWindow($board: String! = "drivers", $window: WindowSelector = {name: {name: "2010"}}) {
    leaderboard(key: $board) {
      name
      createdAt
      window(select: $window) { id name startsAt endsAt }
    }
    service { limits { pageSize pastTimeCount } }
  }
`;

/** First standings of a window as they were at four earlier times. */
const RACE_FRAMES = /* GraphQL */ `
  query RaceFrames(
    $board: String! = "drivers"
    $window: WindowSelector = {name: {name: "2010"}}
    $group: GroupValues
    $first: Int = 10
    $time1: DateTime! = "2010-05-01T00:00:00Z"
    $time2: DateTime! = "2010-07-01T00:00:00Z"
    $time3: DateTime! = "2010-09-01T00:00:00Z"
    $time4: DateTime! = "2010-11-01T00:00:00Z"
  ) {
    leaderboard(key: $board) {
      window(select: $window) {
        ranking(group: $group) {
          frame1: asOf(time: $time1) {
            standings(first: $first) { nodes { rank score participant { id externalId name } } }
          }
          frame2: asOf(time: $time2) {
            standings(first: $first) { nodes { rank score participant { id externalId name } } }
          }
          frame3: asOf(time: $time3) {
            standings(first: $first) { nodes { rank score participant { id externalId name } } }
          }
          frame4: asOf(time: $time4) {
            standings(first: $first) { nodes { rank score participant { id externalId name } } }
          }
        }
      }
    }
  }
`;

/** All submissions that count in a window, for a bar race by the times at which scores were achieved. */
const RACE_SUBMISSIONS = /* GraphQL */ `
  query RaceSubmissions(
    $board: String! = "drivers"
    $window: WindowSelector = {name: {name: "2010"}}
    $group: GroupValues
    $first: Int = 100
    $submissions: Int = 500
    $after: String
  ) {
    leaderboard(key: $board) {
      decimals
      sortOrder
      updateMode
      groupOverrides { group { values } sortOrder updateMode }
      window(select: $window) {
        ranking(group: $group) {
          standings(first: $first, after: $after) {
            nodes {
              id
              participant { id externalId name }
              submissions(first: $submissions) {
                nodes { score status achievedAt group }
                pageInfo { hasNextPage }
              }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
`;

const MOST_TIMES = 4; // Times of one request: the frames of its document.
const MOST_SUBMISSIONS = 500; // Of one participant.

/** What a race needs to know about its window before it reads frames. */
export async function raceWindow(client, board, window, signal) {
  const { leaderboard, service } = await client.query(RACE_WINDOW, { board, window }, { signal });
  return leaderboard?.window ? { leaderboard, window: leaderboard.window, limits: service.limits } : null;
}

/** Frames at equal distances, each with the scores that the service had received by then. */
export async function receivedFrames(client, race, signal, progress) {
  const { board, leaderboard, window, limits, group, bars, count } = race;
  const start = Date.parse(window.startsAt ?? leaderboard.createdAt);
  const end = Math.min(window.endsAt ? Date.parse(window.endsAt) : Date.now(), Date.now());
  const times = Array.from({ length: count }, (_, index) =>
    new Date(start + ((end - start) * (index + 1)) / count).toISOString(),
  );
  const frames = [];
  const size = Math.min(MOST_TIMES, limits.pastTimeCount);
  for (let at = 0; at < times.length; at += size) {
    progress(at, times.length);
    const batch = times.slice(at, at + size);
    const [time1, time2 = time1, time3 = time2, time4 = time3] = batch;
    const variables = { board, window: { id: window.id }, group, first: bars, time1, time2, time3, time4 };
    const { leaderboard: read } = await client.query(RACE_FRAMES, variables, { signal });
    const ranking = read?.window?.ranking ?? {};
    batch.forEach((time, index) => {
      const nodes = ranking[`frame${index + 1}`]?.standings.nodes ?? [];
      frames.push({ time, rows: rowsOf(nodes) });
    });
  }
  const first = frames.findIndex(({ rows }) => rows.length > 0);
  return first < 0 ? [] : frames.slice(first);
}

/** Past standings have no ID: those of hidden participants are distinguished by their order only. */
function rowsOf(nodes) {
  let hidden = 0;
  return nodes.map(({ participant, rank, score }) => ({ ...named(participant, participant ? null : `hidden-${++hidden}`), rank, score }));
}

/** A frame for each time at which scores of the group were achieved. Needs the role READER. */
export async function achievedFrames(client, { board, window, limits, group, bars }, signal) {
  const series = [];
  let rules;
  let after = null;
  do {
    const submissions = Math.min(MOST_SUBMISSIONS, limits.pageSize);
    const variables = { board, window: { id: window.id }, group, first: 100, submissions, after };
    const { leaderboard } = await client.query(RACE_SUBMISSIONS, variables, { signal });
    rules = leaderboard;
    const { nodes, pageInfo } = leaderboard.window.ranking.standings;
    nodes.forEach(({ id, participant, submissions }) => series.push(seriesOf(named(participant, id), submissions, group)));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return framesOf(series, rulesOf(rules, group), bars);
}

/** The rules of a group: those of its override, otherwise the leaderboard's. */
function rulesOf({ decimals, sortOrder, updateMode, groupOverrides }, group) {
  const own = groupOverrides.find((one) => sameValues(one.group.values, group ?? {}));
  return { decimals, sortOrder: own?.sortOrder ?? sortOrder, updateMode: own?.updateMode ?? updateMode };
}

const sameValues = (one, other) =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([key, value]) => other[key] === value);

/** The submissions of one participant, first received first. A race with some of them only would be wrong. */
function seriesOf(participant, { nodes, pageInfo }, group) {
  if (pageInfo.hasNextPage) {
    throw new Error(`${participant.name} has more than ${nodes.length} submissions, too many for a race by achieved times.`);
  }
  const wanted = Object.entries(group ?? {});
  const submissions = nodes.filter((one) => wanted.every(([key, value]) => one.group[key] === value)).toReversed();
  return { ...participant, submissions };
}

/** A participant; a hidden one has the ID of its entry. */
const named = (participant, entryId) => ({
  id: participant?.id ?? entryId,
  name: participant?.name ?? participant?.externalId ?? 'Hidden',
});

/**
 * Frames from submissions: `series` has `[{id, name, submissions: [{score, status, achievedAt}]}]`. Removed submissions are left
 * out. Scores are decimal strings, and are added exactly, as whole numbers of the smallest unit.
 */
export function framesOf(series, { decimals, sortOrder, updateMode }, bars) {
  const removes = (status) => status === 'NO_SCORE' && updateMode === 'REPLACE';
  const counted = series.flatMap(({ id, name, submissions }) =>
    submissions
      .filter(({ status }) => status === 'COUNTED' || removes(status))
      .map(({ score, achievedAt }) => ({ id, name, time: achievedAt, more: score === null ? null : units(score, decimals) })),
  );
  counted.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const scores = new Map();
  const frames = [];
  counted.forEach(({ id, name, time, more }, index) => {
    const old = scores.get(id)?.units;
    if (more === null) {
      scores.delete(id);
    } else {
      scores.set(id, { id, name, units: old === undefined ? more : combined(old, more, updateMode) });
    }
    if (counted[index + 1]?.time !== time) {
      frames.push({ time, rows: ranked([...scores.values()], sortOrder, decimals).slice(0, bars) });
    }
  });
  return frames;
}

function combined(old, more, updateMode) {
  switch (updateMode) {
    case 'INCREMENT':
      return old + more;
    case 'MAX':
      return more > old ? more : old;
    case 'MIN':
      return more < old ? more : old;
    default:
      return more;
  }
}

function ranked(entries, sortOrder, decimals) {
  const sign = sortOrder === 'ASCENDING' ? 1 : -1;
  const sorted = entries.toSorted((a, b) => sign * (a.units < b.units ? -1 : a.units > b.units ? 1 : 0));
  let rank = 1;
  return sorted.map(({ id, name, units: value }, index) => {
    rank = index > 0 && sorted[index - 1].units === value ? rank : index + 1;
    return { id, name, rank, score: decimal(value, decimals) };
  });
}

/** 12.5 with 1 decimal is 125n. */
export function units(score, decimals) {
  const [whole, fraction = ''] = score.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  return score.startsWith('-') ? -value : value;
}

/** 125n with 1 decimal is 12.5. */
export function decimal(value, decimals) {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  return value < 0n ? `-${text}` : text;
}
