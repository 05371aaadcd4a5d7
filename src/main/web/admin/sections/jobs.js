// All jobs of the app.
import { Form } from '../form.js';
import { words } from '../format.js';
import { jobsTable } from '../jobs-table.js';

const KINDS = [
  'BACKFILL_WINDOWS',
  'BACKFILL_BADGE',
  'CHECK_RANKINGS',
  'RESCORE_DAYS',
  'RECOUNT_STREAKS',
  'BACKFILL_STREAK',
  'REMOVE_ENTRIES',
  'ERASE_PARTICIPANT',
];
const STATES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'];
const choice = (all, values) => [['', all], ...values.map((value) => [value, words(value)])];

export const jobs = {
  id: 'jobs',
  title: 'Jobs',
  render(context) {
    const filter = new Form({
      name: 'Filter jobs',
      inline: true,
      label: 'Show',
      fields: [
        { name: 'kind', label: 'Kind', type: 'select', options: choice('All kinds', KINDS) },
        { name: 'state', label: 'State', type: 'select', options: choice('All states', STATES) },
      ],
      submit: () => table.reset(),
    });
    const table = jobsTable(context, 'Jobs', () => ({ kind: filter.values.kind || null, state: filter.values.state || null }));
    table.refresh();
    return {
      title: 'Jobs',
      description: 'Long work in the background, newest first. The list follows unfinished jobs.',
      content: [filter.element, table.element],
    };
  },
};
