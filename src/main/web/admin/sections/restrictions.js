// Bans, hidings and opt-outs.
import { button, element } from '../dom.js';
import { Form } from '../form.js';
import { participant, participantName, stacked, state, time } from '../format.js';
import { endRestriction, restrict } from '../restrict.js';
import { Table } from '../table.js';

/** Restrictions of participants, newest first. */
const ADMIN_RESTRICTIONS = /* GraphQL */ `
  query AdminRestrictions($filter: ParticipantRestrictionFilter = {inForce: true}, $first: Int = 20, $after: String) {
    participantRestrictions(filter: $filter, first: $first, after: $after) {
      nodes {
        id kind reason createdAt createdBy expiresAt endedAt endedBy
        participant { id name externalId entityType }
        leaderboard { key name }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

const FIELDS = [
  {
    name: 'kind',
    label: 'Kind',
    type: 'select',
    options: [
      ['', 'All kinds'],
      ['BAN', 'Bans'],
      ['HIDE', 'Hidings'],
      ['OPT_OUT', 'Opt-outs'],
    ],
  },
  {
    name: 'inForce',
    label: 'State',
    type: 'select',
    options: [
      ['true', 'In force'],
      ['false', 'Ended'],
      ['', 'All'],
    ],
  },
  { name: 'leaderboardKey', label: 'Leaderboard' },
  { name: 'externalId', label: 'Participant', placeholder: 'External ID' },
  { name: 'entityType', label: 'Entity type', value: 'ACCOUNT' },
];

export const restrictions = {
  id: 'restrictions',
  title: 'Restrictions',
  render({ api, signal }) {
    const filter = new Form({
      name: 'Filter restrictions',
      inline: true,
      label: 'Show',
      fields: FIELDS,
      submit: () => table.reset(),
    });
    const table = new Table({
      caption: 'Restrictions',
      empty: 'No restrictions.',
      columns: [
        { name: 'Participant', cell: (row) => participant(row.participant) },
        { name: 'Kind', cell: ({ kind }) => state(kind) },
        { name: 'Leaderboard', cell: ({ leaderboard }) => (leaderboard ? stacked(leaderboard.name, leaderboard.key) : 'All') },
        { name: 'Reason', cell: ({ reason }) => reason },
        { name: 'Created', cell: ({ createdAt, createdBy }) => stacked(time(createdAt), createdBy) },
        {
          name: 'Ends',
          cell: ({ expiresAt, endedAt, endedBy }) => (endedAt ? stacked(time(endedAt), ended(endedBy)) : time(expiresAt)),
        },
      ],
      rowName: (row) => `of ${participantName(row.participant)}`,
      actions: (row) =>
        row.endedAt || row.kind === 'OPT_OUT' || !row.participant
          ? []
          : [
              {
                label: row.kind === 'BAN' ? 'End ban' : 'End hiding',
                run: () => endRestriction(api, row, () => table.refresh()),
              },
            ],
      load: async (page) =>
        (await api.query(ADMIN_RESTRICTIONS, { filter: selected(filter.values), ...page }, { signal })).participantRestrictions,
    });
    const create = (kind) => () => restrict(api, kind, null, () => table.reset());
    table.refresh();
    return {
      title: 'Restrictions',
      description: 'Bans, hidings and opt-outs of participants, newest first. Participants end their opt-outs themselves.',
      content: [
        element(
          'div',
          { class: 'bar' },
          button('Ban a participant', create('BAN')),
          button('Hide a participant', create('HIDE')),
        ),
        filter.element,
        table.element,
      ],
    };
  },
};

const ended = (by) => (by ? `ended by ${by}` : 'expired');

function selected({ kind, inForce, leaderboardKey, externalId, entityType }) {
  return {
    kind: kind || null,
    inForce: inForce === '' ? null : inForce === 'true',
    leaderboardKey: leaderboardKey || null,
    participant: externalId ? { external: { externalId, entityType: entityType || 'ACCOUNT' } } : null,
  };
}
