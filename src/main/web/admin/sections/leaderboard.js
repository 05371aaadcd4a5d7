// One leaderboard: its windows and its seasons.
import { element, facts } from '../dom.js';
import { Form } from '../form.js';
import { number, stacked, state, time, words } from '../format.js';
import { Table } from '../table.js';
import { seasons } from './seasons.js';

/** A leaderboard with its window definitions and their current windows. */
const ADMIN_LEADERBOARD = /* GraphQL */ `
  query AdminLeaderboard($key: String! = "drivers") {
    leaderboard(key: $key) {
      id name description updateMode sortOrder tieRule decimals minScore maxScore timeZone clock visibility entityTypes
      gracePeriod archiveAfter version createdAt archivedAt
      windowDefinitions {
        id key kind retainCount resetsAt
        current { id name state startsAt endsAt ranking { entryCount } }
      }
    }
  }
`;

/** Windows of a leaderboard, newest first. */
const ADMIN_WINDOWS = /* GraphQL */ `
  query AdminWindows($key: String! = "drivers", $definitionKey: String, $first: Int = 20, $after: String) {
    leaderboard(key: $key) {
      windows(definitionKey: $definitionKey, first: $first, after: $after) {
        nodes {
          id name definitionKey startsAt endsAt finalizesAt finalizedAt revision state
          ranking { entryCount }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** The section of one leaderboard. */
export function leaderboard(context) {
  const { api, signal, argument: key } = context;
  const title = key;
  const summary = element('div', { class: 'card' }, 'Loading ...');
  const definitions = new Table({
    caption: 'Window definitions',
    empty: 'No window definitions.',
    columns: [
      { name: 'Definition', cell: (row) => stacked(row.key, words(row.kind)) },
      { name: 'Current window', cell: ({ current }) => current && stacked(current.name, words(current.state)) },
      { name: 'Entries', cell: ({ current }) => number(current?.ranking?.entryCount) },
      { name: 'Next reset', cell: ({ resetsAt }) => time(resetsAt) },
      { name: 'Final windows kept', cell: ({ retainCount }) => (retainCount === null ? 'All' : number(retainCount)) },
    ],
    load: async () => {
      const { leaderboard: found } = await api.query(ADMIN_LEADERBOARD, { key }, { signal });
      if (!found) {
        summary.replaceChildren('No leaderboard has this key.');
        throw new Error('No leaderboard has this key.');
      }
      summary.replaceChildren(describe(found));
      if (found.windowDefinitions.some(({ kind }) => kind === 'SEASON') && !seasonPart.hasChildNodes()) {
        seasonPart.replaceChildren(
          ...seasons(context, found.name, () => Promise.all([definitions.refresh(), windows.refresh()])),
        );
      }
      return { nodes: found.windowDefinitions, pageInfo: null };
    },
  });
  const filter = new Form({
    name: 'Filter windows',
    inline: true,
    label: 'Show',
    fields: [{ name: 'definitionKey', label: 'Window definition', placeholder: 'All' }],
    submit: () => windows.reset(),
  });
  const windows = new Table({
    caption: 'Windows',
    empty: 'No windows.',
    columns: [
      { name: 'Window', cell: ({ name, definitionKey }) => stacked(name, definitionKey) },
      { name: 'State', cell: (row) => stacked(state(row.state), row.revision > 1 && `revision ${row.revision}`) },
      { name: 'Entries', cell: ({ ranking }) => number(ranking?.entryCount) },
      { name: 'Starts', cell: ({ startsAt }) => time(startsAt) },
      { name: 'Ends', cell: ({ endsAt }) => time(endsAt) },
      {
        name: 'Final',
        cell: ({ finalizedAt, finalizesAt }) =>
          finalizedAt ? time(finalizedAt) : finalizesAt && stacked(time(finalizesAt), 'planned'),
      },
    ],
    load: async (page) => {
      const variables = { key, definitionKey: filter.values.definitionKey || null, ...page };
      const { leaderboard: found } = await api.query(ADMIN_WINDOWS, variables, { signal });
      return found?.windows ?? { nodes: [], pageInfo: null };
    },
  });
  const seasonPart = element('section', {});
  const back = element('div', { class: 'bar' }, element('a', { class: 'small', href: '#/leaderboards' }, 'All leaderboards'));
  definitions.refresh();
  windows.refresh();
  return {
    title,
    description: 'Windows open and close by themselves; seasons are started and ended here.',
    content: [back, summary, definitions.element, seasonPart, filter.element, windows.element],
  };
}

function describe(found) {
  return facts([
    ['Name', found.name],
    ['State', state(found.archivedAt ? 'ARCHIVED' : 'ACTIVE')],
    ['Update mode', words(found.updateMode)],
    ['Sort order', words(found.sortOrder)],
    ['Ties', words(found.tieRule)],
    ['Decimals', found.decimals],
    ['Score bounds', (found.minScore ?? found.maxScore) ? `${found.minScore ?? '–'} to ${found.maxScore ?? '–'}` : null],
    ['Time zone', found.timeZone],
    ['Clock', words(found.clock)],
    ['Visibility', words(found.visibility)],
    ['Entity types', found.entityTypes.join(', ')],
    ['Grace period', found.gracePeriod],
    ['Archived after', found.archiveAfter],
    ['Version', found.version],
    ['Created', time(found.createdAt)],
    ['Archived', found.archivedAt && time(found.archivedAt)],
  ]);
}
