// Jobs with their progress, for the sections that start jobs.
import { askToAct } from './dialog.js';
import { element } from './dom.js';
import { json, number, state, time, words } from './format.js';
import { Table } from './table.js';

/** Jobs, newest first, with what they did. */
const ADMIN_JOBS = /* GraphQL */ `
  query AdminJobs($filter: JobFilter = {}, $first: Int = 20, $after: String) {
    jobs(filter: $filter, first: $first, after: $after) {
      nodes {
        id kind state progress cancellable createdAt startedAt finishedAt
        errors { code message }
        result {
          __typename
          ... on CheckRankingsResult {
            checkedCount wrongCount repairedCount entryCount indexRowCount
            wrongRankings {
              window { name leaderboard { key } }
              group { name }
              entryCount indexRowCount differenceCount examples repaired
            }
          }
          ... on BackfillWindowsResult { windowCount submissionCount entryCount }
          ... on BackfillBadgeResult { badge { key } awardedCount }
          ... on RescoreDaysResult { scoringPolicy { key } scoredDayCount remainingDayCount }
          ... on RecountStreaksResult { streak { key } recountedCount remainingCount }
          ... on BackfillStreakResult { streak { key } dayCount }
          ... on RemoveEntriesResult { leaderboardCount removedCount: entryCount dryRun }
          ... on EraseParticipantResult { standings partCount }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Cancels a job. */
const CANCEL_ADMIN_JOB = /* GraphQL */ `
  mutation CancelAdminJob($jobId: ID!) {
    cancelJob(input: {jobId: $jobId}) {
      job { id state }
      errors { code message path }
    }
  }
`;

const UNFINISHED = new Set(['QUEUED', 'RUNNING']);
const LOOK_EVERY = 1000;

/** A table of jobs that reads itself again while one of them is not finished. `filter()` returns a JobFilter. */
export function jobsTable({ api, signal }, caption, filter) {
  const table = new Table({
    caption,
    empty: 'No jobs.',
    columns: [
      { name: 'Job', cell: ({ kind }) => words(kind) },
      { name: 'State', cell: progress },
      { name: 'Created', cell: ({ createdAt }) => time(createdAt) },
      { name: 'Finished', cell: ({ finishedAt }) => time(finishedAt) },
      { name: 'Result', cell: outcome },
    ],
    rowName: ({ kind }) => words(kind),
    actions: (job) => (job.cancellable && UNFINISHED.has(job.state) ? [{ label: 'Cancel', danger: true, run: cancel }] : []),
    load: async (page) => (await api.query(ADMIN_JOBS, { filter: filter(), ...page }, { signal })).jobs,
  });

  function cancel({ id, kind }) {
    askToAct({
      title: `Cancel the job ${words(kind)}?`,
      text: 'What it has done so far stays done.',
      label: 'Cancel job',
      danger: true,
      run: () => api.act(CANCEL_ADMIN_JOB, { jobId: id }),
      done: 'The job is cancelled.',
      after: () => table.refresh(),
    });
  }
  const timer = setInterval(() => {
    if (table.rows.some((job) => UNFINISHED.has(job.state)) && !document.hidden) {
      table.refresh();
    }
  }, LOOK_EVERY);
  signal.addEventListener('abort', () => clearInterval(timer));
  return table;
}

function progress(job) {
  const badge = state(job.state);
  if (job.state !== 'RUNNING') {
    return badge;
  }
  const share = job.progress === null ? null : Math.round(job.progress * 100);
  const bar = element('progress', { max: 100, value: share, 'aria-label': `Progress of ${words(job.kind)}` });
  return element('span', {}, badge, ' ', bar, share === null ? null : ` ${share} %`);
}

function outcome({ result, errors }) {
  if (errors.length > 0) {
    return element('span', { class: 'error' }, errors.map(({ code, message }) => `${message} (${code})`).join(' '));
  }
  if (!result) {
    return null;
  }
  const { __typename: type, wrongRankings, ...values } = result;
  const parts = Object.entries(values).filter(([, value]) => value !== null);
  const counts = parts.map(([name, value]) => `${label(name)}: ${text(value)}`).join(', ');
  if (type !== 'CheckRankingsResult') {
    return counts;
  }
  return element(
    'div',
    {},
    counts,
    wrongRankings.length > 0 && element('details', {}, element('summary', {}, 'Rankings that differ'), wrongRankings.map(wrong)),
  );
}

const LABELS = {
  checkedCount: 'rankings',
  wrongCount: 'wrong',
  repairedCount: 'repaired',
  entryCount: 'entries',
  indexRowCount: 'index rows',
  windowCount: 'windows',
  submissionCount: 'submissions',
  awardedCount: 'awarded',
  scoredDayCount: 'days',
  remainingDayCount: 'remaining days',
  recountedCount: 'recounted',
  remainingCount: 'remaining',
  dayCount: 'days',
  leaderboardCount: 'leaderboards',
  removedCount: 'entries',
  partCount: 'parts',
  dryRun: 'dry run',
  scoringPolicy: 'policy',
};

const label = (name) => LABELS[name] ?? name;

function text(value) {
  switch (typeof value) {
    case 'number':
      return number(value);
    case 'object':
      return value.key;
    case 'string':
      return words(value);
    default:
      return String(value);
  }
}

function wrong({ window, group, ...ranking }) {
  const name = window ? `${window.leaderboard.key}, ${window.name}${group ? `, ${group.name}` : ''}` : 'Deleted window';
  return element('div', {}, element('p', {}, name), json(ranking));
}
