// Search for participants, and what can be done about one.
import { askToAct, showContent } from '../dialog.js';
import { Form } from '../form.js';
import { participant, participantName, stacked, state, time } from '../format.js';
import { restrict } from '../restrict.js';
import { Table } from '../table.js';

/** Participants by entity type and the beginning of their external ID. */
const ADMIN_PARTICIPANTS = /* GraphQL */ `
  query AdminParticipants($filter: ParticipantFilter = {}, $first: Int = 20, $after: String) {
    participants(filter: $filter, first: $first, after: $after) {
      nodes { id name pseudonym externalId entityType state timeZone createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Standings of a participant in the current windows. */
const ADMIN_STANDINGS = /* GraphQL */ `
  query AdminStandings(
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}
    $first: Int = 10
    $after: String
  ) {
    participant(ref: $participant) {
      standings(filter: {visibility: ALL}, first: $first, after: $after) {
        nodes {
          id rank score achievedAt
          ranking { entryCount group { name } window { name state leaderboard { key name } } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** Starts a job that removes the entries of a participant from all open windows. */
const ADMIN_REMOVE_ENTRIES = /* GraphQL */ `
  mutation AdminRemoveEntries($participant: ParticipantRef!, $reason: String, $allowIrreversible: Boolean = false) {
    removeEntries(input: {participant: $participant, reason: $reason, allowIrreversible: $allowIrreversible}) {
      job { id }
      errors { code message path }
    }
  }
`;

export const participants = {
  id: 'participants',
  title: 'Participants',
  render({ api, signal }) {
    const filter = new Form({
      name: 'Search participants',
      inline: true,
      label: 'Search',
      fields: [
        { name: 'externalIdPrefix', label: 'ID begins with' },
        { name: 'entityType', label: 'Entity type', placeholder: 'All types', hint: 'ACCOUNT if only an ID is given.' },
      ],
      submit: () => table.reset(),
    });
    const table = new Table({
      caption: 'Participants',
      empty: 'No participant matches.',
      columns: [
        { name: 'Participant', cell: participant },
        { name: 'Pseudonym', cell: ({ pseudonym }) => pseudonym },
        { name: 'State', cell: (row) => state(row.state) },
        { name: 'Created', cell: ({ createdAt }) => time(createdAt) },
      ],
      rowName: participantName,
      actions: () => [
        { label: 'Standings', run: (row) => standings({ api, signal }, row) },
        { label: 'Hide', danger: true, run: (row) => restrict(api, 'HIDE', row) },
        { label: 'Ban', danger: true, run: (row) => restrict(api, 'BAN', row) },
        { label: 'Remove entries', danger: true, run: (row) => removeEntries(api, row) },
      ],
      load: async (page) =>
        (await api.query(ADMIN_PARTICIPANTS, { filter: selected(filter.values), ...page }, { signal })).participants,
    });
    table.refresh();
    return {
      title: 'Participants',
      description: 'Ordered by entity type and external ID.',
      content: [filter.element, table.element],
    };
  },
};

const selected = ({ externalIdPrefix, entityType }) => ({
  entityType: entityType || (externalIdPrefix ? 'ACCOUNT' : null),
  externalIdPrefix: externalIdPrefix || null,
});

function standings({ api, signal }, { id, ...who }) {
  const table = new Table({
    caption: 'Standings in windows that have not expired',
    empty: 'No standings.',
    first: 10,
    columns: [
      { name: 'Leaderboard', cell: ({ ranking: { window } }) => stacked(window.leaderboard.name, window.name) },
      { name: 'Group', cell: ({ ranking: { group } }) => group?.name ?? 'Everyone' },
      { name: 'Rank', cell: ({ rank, ranking }) => `${rank} of ${ranking.entryCount}` },
      { name: 'Score', cell: ({ score }) => score },
      { name: 'Achieved', cell: ({ achievedAt }) => time(achievedAt) },
    ],
    load: async (page) => {
      const { participant: found } = await api.query(ADMIN_STANDINGS, { participant: { id }, ...page }, { signal });
      return found?.standings ?? { nodes: [], pageInfo: null };
    },
  });
  showContent(participantName(who), table.element);
  table.refresh();
}

function removeEntries(api, who) {
  askToAct({
    title: `Remove the entries of ${participantName(who)}?`,
    text: 'A job removes them from the open windows of all leaderboards. Final windows stay as they are. See Jobs for its result.',
    fields: [
      { name: 'reason', label: 'Reason' },
      { name: 'allowIrreversible', label: 'Also remove entries that cannot be restored', type: 'checkbox' },
    ],
    label: 'Remove entries',
    danger: true,
    run: ({ reason, allowIrreversible }) =>
      api.act(ADMIN_REMOVE_ENTRIES, { participant: { id: who.id }, reason: reason || null, allowIrreversible }),
    done: 'The job has started.',
  });
}
