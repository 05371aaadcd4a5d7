// Leaderboards and their lifecycle.
import { askToAct } from '../dialog.js';
import { Form } from '../form.js';
import { stacked, state, time, words } from '../format.js';
import { Table } from '../table.js';
import { leaderboard } from './leaderboard.js';

/** Leaderboards with their windows and the time of the next reset. */
const ADMIN_LEADERBOARDS = /* GraphQL */ `
  query AdminLeaderboards($filter: LeaderboardFilter = {archived: INCLUDE}, $first: Int = 20, $after: String) {
    leaderboards(filter: $filter, first: $first, after: $after) {
      nodes {
        id key name updateMode sortOrder visibility version archivedAt resetsAt
        windowDefinitions { key }
        currentSeason { number name state }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Archives a leaderboard. */
const ADMIN_ARCHIVE = /* GraphQL */ `
  mutation AdminArchive($leaderboardKey: String! = "arena", $expectedVersion: Int) {
    archiveLeaderboard(input: {leaderboardKey: $leaderboardKey, expectedVersion: $expectedVersion}) {
      leaderboard { id archivedAt version }
      errors { code message path }
    }
  }
`;

/** Unarchives a leaderboard. */
const ADMIN_UNARCHIVE = /* GraphQL */ `
  mutation AdminUnarchive($leaderboardKey: String! = "arena", $expectedVersion: Int) {
    unarchiveLeaderboard(input: {leaderboardKey: $leaderboardKey, expectedVersion: $expectedVersion}) {
      leaderboard { id archivedAt version }
      errors { code message path }
    }
  }
`;

/** Deletes a leaderboard with its scores. */
const ADMIN_DELETE = /* GraphQL */ `
  mutation AdminDelete($leaderboardKey: String! = "arena", $expectedVersion: Int) {
    deleteLeaderboard(input: {leaderboardKey: $leaderboardKey, expectedVersion: $expectedVersion}) {
      deletedLeaderboardId
      errors { code message path }
    }
  }
`;

const FIELDS = [
  { name: 'nameContains', label: 'Name contains' },
  { name: 'keyPrefix', label: 'Key begins with' },
  {
    name: 'archived',
    label: 'State',
    type: 'select',
    options: [
      ['EXCLUDE', 'Not archived'],
      ['ONLY', 'Archived'],
      ['INCLUDE', 'All'],
    ],
  },
];

function list({ api, signal }) {
  const filter = new Form({
    name: 'Filter leaderboards',
    inline: true,
    label: 'Show',
    fields: FIELDS,
    submit: () => table.reset(),
  });
  const table = new Table({
    caption: 'Leaderboards',
    empty: 'No leaderboard matches.',
    columns: [
      { name: 'Leaderboard', cell: ({ name, key }) => stacked(name, key) },
      { name: 'State', cell: ({ archivedAt }) => state(archivedAt ? 'ARCHIVED' : 'ACTIVE') },
      { name: 'Scores', cell: ({ updateMode, sortOrder }) => stacked(words(updateMode), words(sortOrder)) },
      { name: 'Windows', cell: ({ windowDefinitions }) => windowDefinitions.map(({ key }) => key).join(', ') },
      { name: 'Season', cell: ({ currentSeason }) => currentSeason && stacked(currentSeason.name, words(currentSeason.state)) },
      { name: 'Next reset', cell: ({ resetsAt }) => time(resetsAt) },
    ],
    rowName: ({ name }) => name,
    actions: ({ key, archivedAt }) => [
      { label: 'Open', href: `#/leaderboards/${encodeURIComponent(key)}` },
      archivedAt ? { label: 'Unarchive', run: unarchive } : { label: 'Archive', danger: true, run: archive },
      { label: 'Delete', danger: true, run: remove },
    ],
    load: async (page) =>
      (await api.query(ADMIN_LEADERBOARDS, { filter: selected(filter.values), ...page }, { signal })).leaderboards,
  });
  const after = () => table.refresh();
  const named = ({ key, version }) => ({ leaderboardKey: key, expectedVersion: version });
  const archive = (row) =>
    askToAct({
      title: `Archive ${row.name}?`,
      text: 'It accepts no more scores, and is only listed with archived ones. It can be unarchived.',
      label: 'Archive',
      danger: true,
      run: () => api.act(ADMIN_ARCHIVE, named(row)),
      done: `${row.name} is archived.`,
      after,
    });
  const unarchive = (row) =>
    askToAct({
      title: `Unarchive ${row.name}?`,
      text: 'It accepts scores again.',
      label: 'Unarchive',
      run: () => api.act(ADMIN_UNARCHIVE, named(row)),
      done: `${row.name} is active again.`,
      after,
    });
  const remove = (row) =>
    askToAct({
      title: `Delete ${row.name}?`,
      text: 'Its scores, windows and final standings are deleted for good.',
      fields: [{ name: 'key', label: `Key of the leaderboard: ${row.key}`, required: true, hint: 'Write the key to confirm.' }],
      label: 'Delete',
      danger: true,
      run: async ({ key }) => {
        if (key !== row.key) {
          throw new Error(`The key is ${row.key}.`);
        }
        return api.act(ADMIN_DELETE, named(row));
      },
      done: `${row.name} is deleted.`,
      after,
    });
  table.refresh();
  return {
    title: 'Leaderboards',
    description: 'Leaderboards of the app by key, with the time at which the first of their windows ends.',
    content: [filter.element, table.element],
  };
}

const selected = ({ nameContains, keyPrefix, archived }) => ({
  archived,
  nameContains: nameContains || null,
  keyPrefix: keyPrefix || null,
});

export const leaderboards = {
  id: 'leaderboards',
  title: 'Leaderboards',
  render: (context) => (context.argument ? leaderboard(context) : list(context)),
};
