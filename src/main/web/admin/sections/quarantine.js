// Submissions that wait for a decision.
import { askToAct } from '../dialog.js';
import { Form } from '../form.js';
import { participant, participantName, stacked, time, words } from '../format.js';
import { Table } from '../table.js';

/** Quarantined submissions with the limits that they exceeded. */
const ADMIN_QUARANTINE = /* GraphQL */ `
  query AdminQuarantine($leaderboardKey: String, $first: Int = 20, $after: String) {
    submissions(filter: {status: QUARANTINED, leaderboardKey: $leaderboardKey}, first: $first, after: $after) {
      nodes {
        id score achievedAt receivedAt
        leaderboard { key name maxStep maxSubmissionRate { submissionCount duration } }
        participant { name externalId entityType }
        quarantine { reasons }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Approves a quarantined submission. */
const ADMIN_APPROVE = /* GraphQL */ `
  mutation AdminApprove($submissionId: ID!) {
    approveSubmission(input: {submissionId: $submissionId}) {
      submission { id status }
      errors { code message path }
    }
  }
`;

/** Rejects a quarantined submission. */
const ADMIN_REJECT = /* GraphQL */ `
  mutation AdminReject($submissionId: ID!, $reason: String) {
    rejectSubmission(input: {submissionId: $submissionId, reason: $reason}) {
      submission { id status }
      errors { code message path }
    }
  }
`;

export const quarantine = {
  id: 'quarantine',
  title: 'Quarantine',
  render({ api, signal }) {
    const filter = new Form({
      name: 'Filter submissions',
      inline: true,
      label: 'Show',
      fields: [{ name: 'leaderboardKey', label: 'Leaderboard' }],
      submit: () => table.reset(),
    });
    const name = ({ score, participant: who }) => `${score} of ${participantName(who)}`;
    const table = new Table({
      caption: 'Quarantined submissions',
      empty: 'No submission waits for a decision.',
      columns: [
        { name: 'Participant', cell: (row) => participant(row.participant) },
        { name: 'Leaderboard', cell: ({ leaderboard }) => stacked(leaderboard.name, leaderboard.key) },
        { name: 'Score', cell: ({ score }) => score },
        {
          name: 'Reasons',
          cell: ({ quarantine: { reasons }, leaderboard }) => reasons.map((one) => limit(one, leaderboard)).join(', '),
        },
        { name: 'Received', cell: ({ receivedAt }) => time(receivedAt) },
      ],
      rowName: name,
      actions: () => [
        { label: 'Approve', run: approve },
        { label: 'Reject', danger: true, run: reject },
      ],
      load: async (page) =>
        (await api.query(ADMIN_QUARANTINE, { leaderboardKey: filter.values.leaderboardKey || null, ...page }, { signal }))
          .submissions,
    });

    function approve(row) {
      askToAct({
        title: `Approve ${name(row)}?`,
        text: `It then counts on ${row.leaderboard.name}, in the order of receipt.`,
        label: 'Approve',
        run: () => api.act(ADMIN_APPROVE, { submissionId: row.id }),
        done: 'The submission is approved.',
        after: () => table.refresh(),
      });
    }

    function reject(row) {
      askToAct({
        title: `Reject ${name(row)}?`,
        text: `It counts nowhere on ${row.leaderboard.name}. The player can read the reason.`,
        fields: [{ name: 'reason', label: 'Reason' }],
        label: 'Reject',
        danger: true,
        run: ({ reason }) => api.act(ADMIN_REJECT, { submissionId: row.id, reason: reason || null }),
        done: 'The submission is rejected.',
        after: () => table.refresh(),
      });
    }
    table.refresh();
    return {
      title: 'Quarantine',
      description:
        'Submissions that exceeded a limit of plausible scores, last received first. They count nowhere until they are approved.',
      content: [filter.element, table.element],
    };
  },
};

function limit(reason, { maxStep, maxSubmissionRate: rate }) {
  if (reason === 'STEP' && maxStep) {
    return `Step of more than ${maxStep}`;
  }
  return reason === 'RATE' && rate ? `More than ${rate.submissionCount} in ${rate.duration}` : words(reason);
}
