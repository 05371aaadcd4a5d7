// Records of administrative acts.
import { element } from '../dom.js';
import { Form } from '../form.js';
import { json, stacked, time, toTime, words } from '../format.js';
import { Table } from '../table.js';

/** Records of administrative acts, newest first. */
const ADMIN_AUDIT = /* GraphQL */ `
  query AdminAudit($filter: AuditRecordFilter = {}, $first: Int = 20, $after: String) {
    auditRecords(filter: $filter, first: $first, after: $after) {
      nodes { id recordedAt actor role action subjectType subjectKey before after }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

const FIELDS = [
  { name: 'actor', label: 'Actor' },
  { name: 'action', label: 'Act', placeholder: 'updateLeaderboard' },
  { name: 'subjectType', label: 'Type of object', placeholder: 'Leaderboard' },
  { name: 'subjectKey', label: 'Key of object' },
  { name: 'startTime', label: 'From', type: 'datetime-local' },
  { name: 'endTime', label: 'Before', type: 'datetime-local' },
];

export const audit = {
  id: 'audit',
  title: 'Audit',
  render({ api, signal }) {
    const filter = new Form({ name: 'Filter records', inline: true, label: 'Show', fields: FIELDS, submit: () => table.reset() });
    const table = new Table({
      caption: 'Records',
      empty: 'No record matches.',
      columns: [
        { name: 'Time', cell: ({ recordedAt }) => time(recordedAt) },
        { name: 'Actor', cell: ({ actor, role }) => stacked(actor, words(role)) },
        { name: 'Act', cell: ({ action }) => action },
        { name: 'Object', cell: ({ subjectType, subjectKey }) => stacked(subjectKey ?? '–', subjectType) },
        { name: 'Change', cell: change },
      ],
      load: async (page) => (await api.query(ADMIN_AUDIT, { filter: selected(filter.values), ...page }, { signal })).auditRecords,
    });
    table.refresh();
    return {
      title: 'Audit',
      description: 'Acts of administrators, newest first. Records are stored with the change, and never change.',
      content: [filter.element, table.element],
    };
  },
};

function selected({ startTime, endTime, ...texts }) {
  const given = Object.entries(texts).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), startTime: toTime(startTime), endTime: toTime(endTime) };
}

function change({ before, after }) {
  const kind = before === null ? 'Created' : after === null ? 'Deleted' : 'Changed';
  return element('details', {}, element('summary', {}, kind), before && part('Before', before), after && part('After', after));
}

const part = (name, value) => element('div', {}, element('span', { class: 'detail' }, name), json(value));
