// Seasons of a leaderboard.
import { askToAct } from '../dialog.js';
import { button, element } from '../dom.js';
import { fromTime, stacked, state, time, toTime } from '../format.js';
import { Table } from '../table.js';

/** Seasons of a leaderboard, and its version. */
const ADMIN_SEASONS = /* GraphQL */ `
  query AdminSeasons($key: String! = "arena", $first: Int = 20, $after: String) {
    leaderboard(key: $key) {
      version
      seasons(first: $first, after: $after) {
        nodes { id number name startsAt endsAt startedAt retainPrevious carryOver state }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** Starts or plans a season. */
const ADMIN_START_SEASON = /* GraphQL */ `
  mutation AdminStartSeason($input: StartSeasonInput! = {leaderboardKey: "arena"}) {
    startSeason(input: $input) {
      season { id number state }
      errors { code message path }
    }
  }
`;

/** Changes a season. */
const ADMIN_UPDATE_SEASON = /* GraphQL */ `
  mutation AdminUpdateSeason($input: UpdateSeasonInput!) {
    updateSeason(input: $input) {
      season { id name startsAt endsAt }
      errors { code message path }
    }
  }
`;

/** Ends a season, at once or at a time. */
const ADMIN_END_SEASON = /* GraphQL */ `
  mutation AdminEndSeason($input: EndSeasonInput!) {
    endSeason(input: $input) {
      season { id state endsAt }
      errors { code message path }
    }
  }
`;

/** Cancels a planned season. */
const ADMIN_CANCEL_SEASON = /* GraphQL */ `
  mutation AdminCancelSeason($seasonId: ID!, $expectedVersion: Int) {
    cancelSeason(input: {seasonId: $seasonId, expectedVersion: $expectedVersion}) {
      deletedSeasonId
      errors { code message path }
    }
  }
`;

const NAME = { name: 'name', label: 'Name', hint: 'Empty for Season and its number.' };
const START = { name: 'startsAt', label: 'Starts at', type: 'datetime-local', hint: 'In your time zone. Empty for now.' };
const END = { name: 'endsAt', label: 'Ends at', type: 'datetime-local', hint: 'In your time zone. Empty for an open end.' };
const RETAIN = { name: 'retainPrevious', label: 'Keep the standings of the previous season', type: 'checkbox', value: true };
const CARRY = {
  name: 'carryOver',
  label: 'Carry over',
  placeholder: '0.25',
  hint: 'Fraction of the last score with which participants start.',
};

/** The seasons of the leaderboard in the context. `changed` is called after each act. */
export function seasons({ api, signal, argument: key }, leaderboardName, changed) {
  let shownVersion; // Of the leaderboard as shown.
  const table = new Table({
    caption: 'Seasons',
    empty: 'No season yet.',
    columns: [
      { name: 'Season', cell: ({ name, number }) => stacked(name, `number ${number}`) },
      { name: 'State', cell: (row) => state(row.state) },
      { name: 'Starts', cell: ({ startsAt }) => time(startsAt) },
      { name: 'Ends', cell: ({ endsAt }) => (endsAt ? time(endsAt) : 'Open') },
      { name: 'Carry over', cell: ({ carryOver }) => carryOver },
    ],
    rowName: ({ name }) => name,
    actions: (row) => [
      ...(row.state === 'OPEN' ? [{ label: 'End', danger: true, run: end }] : []),
      ...(['OPEN', 'PLANNED'].includes(row.state) ? [{ label: 'Edit', run: edit }] : []),
      ...(row.state === 'PLANNED' ? [{ label: 'Cancel', danger: true, run: cancel }] : []),
    ],
    load: async (page) => {
      const { leaderboard } = await api.query(ADMIN_SEASONS, { key, ...page }, { signal });
      shownVersion = leaderboard?.version;
      return leaderboard?.seasons ?? { nodes: [], pageInfo: null };
    },
  });
  const after = () => Promise.all([table.reset(), changed()]);
  /** Calls `run` with the values, and the version as of when the dialog opened. If that is out of date, reads the table again. */
  const ask = ({ run, ...dialog }) => {
    const expectedVersion = shownVersion;
    const act = async (values) => {
      try {
        return await run(values, expectedVersion);
      } catch (error) {
        if (error.errors?.some(({ code }) => code === 'VERSION_CONFLICT')) {
          await Promise.all([table.refresh(), changed()]);
        }
        throw error;
      }
    };
    askToAct({ ...dialog, run: act, after });
  };
  const start = () =>
    ask({
      title: `Start a season of ${leaderboardName}`,
      text: 'A season that is open-ended ends when this one starts. With a start in the future, the season is planned.',
      fields: [NAME, START, END, RETAIN, CARRY],
      label: 'Start season',
      run: ({ name, startsAt, endsAt, retainPrevious, carryOver }, expectedVersion) =>
        api.act(ADMIN_START_SEASON, {
          input: {
            leaderboardKey: key,
            expectedVersion,
            name: name || null,
            startsAt: toTime(startsAt),
            endsAt: toTime(endsAt),
            retainPrevious,
            carryOver: carryOver || null,
          },
        }),
      done: 'The season is started or planned.',
    });
  const edit = (row) => {
    const fields = [
      { ...NAME, value: row.name, hint: null, required: true },
      ...(row.state === 'PLANNED'
        ? [{ ...START, value: fromTime(row.startsAt), hint: 'In your time zone.', required: true }]
        : []),
      { ...END, value: fromTime(row.endsAt) },
    ];
    ask({
      title: `Edit ${row.name}`,
      fields,
      label: 'Save',
      run: (values, expectedVersion) => api.act(ADMIN_UPDATE_SEASON, { input: { expectedVersion, ...changes(row, values) } }),
      done: 'The season is changed.',
    });
  };
  const end = (row) =>
    ask({
      title: `End ${row.name} of ${leaderboardName}?`,
      text: 'Late scores are accepted during the grace period. Then its standings are final.',
      fields: [{ ...END, hint: 'In your time zone. Empty for now.' }],
      label: 'End season',
      danger: true,
      run: ({ endsAt }, expectedVersion) => {
        const input = { seasonId: row.id, expectedVersion, ...(endsAt && { endsAt: toTime(endsAt) }) };
        return api.act(ADMIN_END_SEASON, { input });
      },
      done: 'The end of the season is set.',
    });
  const cancel = ({ id, name }) =>
    ask({
      title: `Cancel ${name} of ${leaderboardName}?`,
      text: 'The planned season is deleted.',
      label: 'Cancel season',
      danger: true,
      run: (_, expectedVersion) => api.act(ADMIN_CANCEL_SEASON, { seasonId: id, expectedVersion }),
      done: 'The season is cancelled.',
    });
  table.refresh();
  return [element('div', { class: 'bar' }, button('Start or plan a season', start, { class: 'primary' })), table.element];
}

/** Only what differs: the fields of a form have minutes only. */
function changes(row, { name, startsAt, endsAt }) {
  const input = { seasonId: row.id };
  if (name !== row.name) {
    input.name = name;
  }
  if (startsAt !== undefined && startsAt !== fromTime(row.startsAt)) {
    input.startsAt = toTime(startsAt);
  }
  if (endsAt !== fromTime(row.endsAt)) {
    input.endsAt = toTime(endsAt);
  }
  return input;
}
