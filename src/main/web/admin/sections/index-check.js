// Checks of the rank index.
import { announce } from '../dom.js';
import { Form } from '../form.js';
import { jobsTable } from '../jobs-table.js';
import { element } from '../dom.js';

/** Starts a check of the rank index, which may repair it. */
const ADMIN_CHECK_RANKINGS = /* GraphQL */ `
  mutation AdminCheckRankings($leaderboardKey: String, $repair: Boolean = false) {
    checkRankings(input: {leaderboardKey: $leaderboardKey, repair: $repair}) {
      job { id state }
      errors { code message path }
    }
  }
`;

export const indexCheck = {
  id: 'index-check',
  title: 'Index check',
  render(context) {
    const table = jobsTable(context, 'Checks', () => ({ kind: 'CHECK_RANKINGS' }));
    const form = new Form({
      name: 'Check rankings',
      label: 'Start check',
      fields: [
        { name: 'leaderboardKey', label: 'Leaderboard', hint: 'Key of a leaderboard. Empty for all of the app.' },
        { name: 'repair', label: 'Rebuild the index of rankings that differ', type: 'checkbox' },
      ],
      submit: async ({ leaderboardKey, repair }) => {
        await context.api.act(ADMIN_CHECK_RANKINGS, { leaderboardKey: leaderboardKey || null, repair });
        announce('The check has started.');
        await table.reset();
      },
    });
    table.refresh();
    return {
      title: 'Index check',
      description: 'Compares the rank index with the entries of every ranking. A check reads only, unless it repairs.',
      content: [element('div', { class: 'card' }, form.element), table.element],
    };
  },
};
