// Limits of submissions and requests, and the metrics of this node.
import { askToAct } from '../dialog.js';
import { button, element } from '../dom.js';
import { number, stacked } from '../format.js';
import { Table } from '../table.js';

/** Leaderboards with their limits of plausible submissions. */
const ADMIN_RATES = /* GraphQL */ `
  query AdminRates($first: Int = 20, $after: String) {
    leaderboards(first: $first, after: $after) {
      nodes { id key name version maxStep maxSubmissionRate { submissionCount duration } minScore maxScore }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Changes the limits of plausible submissions of a leaderboard. */
const ADMIN_SET_RATE = /* GraphQL */ `
  mutation AdminSetRate($input: UpdateLeaderboardInput! = {leaderboardKey: "arena"}) {
    updateLeaderboard(input: $input) {
      leaderboard { id version maxStep maxSubmissionRate { submissionCount duration } }
      errors { code message path }
    }
  }
`;

/** The limits of the service. */
const ADMIN_LIMITS = /* GraphQL */ `
  query AdminLimits {
    service {
      version
      limits {
        requestSize requestTime querySize queryTokenCount queryDepth queryFieldCount queryCost querySelectionCount
        responseValueCount responseSize pageSize batchSize liveTick liveRetention eventRetention
        watchedParticipantCount subscriptionCount connectionCount connectionInitTime messageSize idempotencyRetention
        submissionRetention queuedSubmissionCount pastTimeCount backfillWindowCount activityAge queuedEventCount
        optInAfter streakCount amnestyParticipantCount scoringPolicyCount previewDayCount hourlyEventCount
        badgeCount badgeCandidateCount webhookCount webhookDeliveryRetention deadLetterCount jobCount jobRetention
      }
    }
  }
`;

export const rates = {
  id: 'rates',
  title: 'Rates',
  render({ api, signal }) {
    const table = new Table({
      caption: 'Plausible submissions',
      empty: 'No leaderboards.',
      columns: [
        { name: 'Leaderboard', cell: ({ name, key }) => stacked(name, key) },
        {
          name: 'Submissions of a participant',
          cell: ({ maxSubmissionRate: rate }) => (rate ? `${rate.submissionCount} in ${rate.duration}` : 'No limit'),
        },
        { name: 'Step', cell: ({ maxStep }) => maxStep ?? 'No limit' },
        {
          name: 'Score bounds',
          cell: ({ minScore, maxScore }) => ((minScore ?? maxScore) ? `${minScore ?? '–'} to ${maxScore ?? '–'}` : 'None'),
        },
      ],
      rowName: ({ name }) => name,
      actions: () => [{ label: 'Change limits', run: change }],
      load: async (page) => (await api.query(ADMIN_RATES, page, { signal })).leaderboards,
    });

    function change({ key, name, version, maxStep, maxSubmissionRate: rate }) {
      askToAct({
        title: `Limits of ${name}`,
        text: 'Submissions beyond a limit are quarantined until an administrator approves them.',
        fields: [
          {
            name: 'submissionCount',
            label: 'Submissions of a participant',
            type: 'number',
            value: rate?.submissionCount ?? '',
            path: 'maxSubmissionRate.submissionCount',
            hint: 'Empty for no limit.',
          },
          {
            name: 'duration',
            label: 'In',
            value: rate?.duration ?? 'PT1M',
            path: 'maxSubmissionRate.duration',
            hint: 'Such as PT1M for a minute.',
          },
          { name: 'maxStep', label: 'Step', value: maxStep ?? '', hint: 'Largest change of a score. Empty for no limit.' },
        ],
        label: 'Save limits',
        run: ({ submissionCount, duration, maxStep: step }) =>
          api.act(ADMIN_SET_RATE, {
            input: {
              leaderboardKey: key,
              expectedVersion: version,
              maxStep: step || null,
              maxSubmissionRate: submissionCount ? { submissionCount: Number(submissionCount), duration } : null,
            },
          }),
        done: 'The limits are changed.',
        after: () => table.refresh(),
      });
    }
    const limits = new Table({
      caption: 'Limits of the service',
      columns: [
        { name: 'Limit', cell: ({ id }) => id },
        { name: 'Value', cell: ({ value }) => (typeof value === 'number' ? number(value) : (value ?? 'No limit')) },
      ],
      load: async () => {
        const { service } = await api.query(ADMIN_LIMITS, {}, { signal });
        return { nodes: Object.entries(service.limits).map(([id, value]) => ({ id, value })), pageInfo: null };
      },
    });
    const metrics = new Table({
      caption: 'Metrics of the node that responds',
      empty: 'No metrics.',
      columns: [
        { name: 'Metric', cell: ({ name, labels }) => stacked(name, labels) },
        { name: 'Value', cell: ({ value }) => number(value) },
      ],
      load: async () => ({ nodes: parse(await api.metrics()), pageInfo: null }),
    });
    const again = button('Refresh metrics', () => metrics.refresh(), { class: 'small' });
    [table, limits, metrics].forEach((one) => one.refresh());
    return {
      title: 'Rates',
      description:
        'Limits of leaderboards can be changed here. Those of the service are settings. Metrics count since the start of a node.',
      content: [table.element, element('div', { class: 'bar' }, again), metrics.element, limits.element],
    };
  },
};

/** Laurel's own metrics in the text format of Prometheus. Buckets of histograms are left out. */
export function parse(text) {
  return text
    .split('\n')
    .map((line) => /^((?:laurel|lb)_\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((found) => found && !found[1].endsWith('_bucket'))
    .map(([, name, labels, value]) => ({
      id: `${name}{${labels ?? ''}}`,
      name,
      labels: labels?.replaceAll('"', ''),
      value: Number(value),
    }));
}
