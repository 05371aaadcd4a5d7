// Acts of the administration on leaderboards, submissions and participants.
import assert from 'node:assert/strict';
import { ATTACK, until, violations } from './pages.mjs';

/** A leaderboard with seasons, 21 others, and participants with names that must stay texts. */
export async function create(ask) {
  await ask(`mutation {
    createLeaderboard(
      input: {key: "arena", name: "Arena", updateMode: INCREMENT, windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]}
    ) {
      errors { code }
    }
  }`);
  const one = (index) => `l${index}: createLeaderboard(input: {key: "board-${index}", name: $name}) { errors { code } }`;
  const more = Array.from({ length: 21 }, (_, index) => one(index));
  await ask(`mutation ($name: String!) { ${more.join('\n')} }`, { name: `Board ${ATTACK}` });
  for (const who of ['ann', 'bob', 'cid']) {
    await ask(`mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code message } } }`, {
      input: { leaderboardKey: 'arena', participant: { externalId: who, name: `${who} ${ATTACK}` }, score: '10' },
    });
  }
}

const arena = async (ask, fields) => (await ask(`{ leaderboard(key: "arena") { ${fields} } }`)).leaderboard;

async function leaderboards({ page, ask, go, dialog, button, row, confirm }) {
  const rows = page.locator('tbody tr');
  await until('a page has 20 rows', async () => (await rows.count()) === 20);
  await page.getByLabel('Key begins with').fill('aren'); // It applies with the button, not with the next page.
  await page.getByRole('button', { name: 'Next page' }).click();
  await until('the last page has 2 rows', async () => (await rows.count()) === 2);
  const pages = [await page.getByText('Page 2').isVisible()];
  await page.getByRole('button', { name: 'Previous page' }).click();
  await until('the first page is back', async () => (await rows.count()) === 20);
  pages.push(await page.getByText('Page 1').isVisible());
  await page.getByRole('button', { name: 'Show' }).click();
  await until('the filter applies', async () => (await rows.count()) === 1);

  await button('Archive Arena').click();
  const named = await dialog().getByRole('heading').textContent();
  await page.keyboard.press('Escape');
  const kept = (await arena(ask, 'archivedAt')).archivedAt === null;
  await button('Archive Arena').click();
  await confirm('Archive');
  const archived = (await arena(ask, 'archivedAt')).archivedAt !== null;
  await page.getByText('No leaderboard matches.').waitFor();
  await page.getByLabel('State').selectOption('INCLUDE');
  await page.getByRole('button', { name: 'Show' }).click();
  await button('Unarchive Arena').click();
  await confirm('Unarchive');
  const unarchived = (await arena(ask, 'archivedAt')).archivedAt === null;

  await page.getByLabel('Key begins with').fill('board-20');
  await page.getByRole('button', { name: 'Show' }).click();
  await button(`Delete Board ${ATTACK}`).click();
  await dialog().getByLabel('Key of the leaderboard').fill('board-2');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('The key is board-20.').waitFor();
  await dialog().getByLabel('Key of the leaderboard').fill('board-20');
  await confirm('Delete');
  const deleted = (await ask('{ leaderboard(key: "board-20") { id } }')).leaderboard === null;
  await row('board-20').waitFor({ state: 'detached' });
  const seen = { pages, named, kept, archived, unarchived, deleted };
  assert.deepEqual(seen, {
    pages: [true, true],
    named: 'Archive Arena?',
    kept: true,
    archived: true,
    unarchived: true,
    deleted: true,
  });
  return seen;
}

async function seasons({ page, ask, go, dialog, button, confirm: confirmOnly }) {
  const quiet = () => until('all tables are read', () => page.evaluate(() => !document.querySelector('[aria-busy]')));
  const confirm = async (label) => {
    await confirmOnly(label);
    await quiet(); // The next act sends the version that is then shown.
  };
  await go('Leaderboards');
  await page.getByRole('link', { name: 'Open Arena' }).click();
  await button('Start or plan a season').click();
  await dialog().getByLabel('Name').fill('Spring');
  await dialog().getByLabel('Starts at').fill('2040-01-02T00:00');
  await dialog().getByLabel('Ends at').fill('2040-01-01T00:00');
  await dialog().getByRole('button', { name: 'Start season' }).click();
  const error = dialog().locator('[data-field="endsAt"] .error');
  await until('the error is at its field', async () => (await error.textContent()).length > 0);
  const atField = await dialog()
    .getByLabel('Ends at')
    .evaluate((input) => input.matches('[aria-invalid]') && input === document.activeElement);
  await dialog().getByLabel('Starts at').fill('');
  await dialog().getByLabel('Ends at').fill('2040-01-01T00:00');
  await confirm('Start season');
  const started = (await arena(ask, 'currentSeason { name state endsAt }')).currentSeason;
  await button('Edit Spring').click();
  await dialog().getByLabel('Name').fill('Long spring');
  await confirm('Save');
  const edited = (await arena(ask, 'currentSeason { name endsAt }')).currentSeason;
  await button('Start or plan a season').click();
  await dialog().getByLabel('Name').fill('Summer');
  await dialog().getByLabel('Starts at').fill('2041-01-01T00:00');
  await confirm('Start season');
  const planned = (await arena(ask, 'season(number: 2) { state }')).season.state;
  const { id } = (await arena(ask, 'season(number: 2) { id }')).season;
  const stale = {};
  for (const [act, label, name] of [
    ['Start or plan a season', 'Start season', 'Late summer'],
    ['Edit Long spring', 'Save', 'Hot summer'],
    ['Cancel Hot summer', 'Cancel season', 'Summer'],
    ['End Long spring', 'End season', 'Last summer'],
  ]) {
    await button(act).click();
    // Meanwhile another administrator changes a season.
    await ask('mutation ($input: UpdateSeasonInput!) { updateSeason(input: $input) { errors { code } } }', {
      input: { seasonId: id, name },
    });
    const isRefused = async () => {
      await dialog().getByRole('button', { name: label, exact: true }).click();
      await quiet();
      return dialog().getByText(/version/i).first().isVisible();
    };
    stale[label] = (await isRefused()) && (await isRefused()); // The dialog still shows the season as it was.
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }
  await button('Cancel Last summer').click();
  await confirm('Cancel season');
  const cancelled = (await arena(ask, 'season(number: 2) { state }')).season === null;
  await page.getByRole('row').filter({ hasText: 'Long spring' }).first().waitFor();
  await button('End Long spring').click();
  await confirm('End season');
  const ended = (await arena(ask, 'season(number: 1) { state }')).season.state;
  await page.getByRole('row').filter({ hasText: 'Grace' }).first().waitFor();
  const seen = { atField, started, edited, planned, stale, cancelled, ended };
  const endsAt = '2040-01-01T00:00:00Z';
  assert.deepEqual(seen, {
    atField: true,
    started: { name: 'Spring', state: 'OPEN', endsAt },
    edited: { name: 'Long spring', endsAt },
    planned: 'PLANNED',
    stale: { 'Start season': true, Save: true, 'Cancel season': true, 'End season': true },
    cancelled: true,
    ended: 'GRACE',
  });
  return seen;
}

async function rates({ page, ask, go, dialog, button, confirm }) {
  await go('Rates');
  await button('Change limits Arena').click();
  await dialog().getByLabel('Submissions of a participant').fill('3');
  await dialog().getByLabel('In', { exact: true }).fill('P1Y');
  await dialog().getByLabel('Step').fill('100');
  await dialog().getByRole('button', { name: 'Save limits' }).click();
  const error = dialog().locator('[data-field="duration"] .error');
  const atField = await until('the error is at its field', async () => (await error.textContent()).length > 0);
  await dialog().getByLabel('In', { exact: true }).fill('PT1H');
  await confirm('Save limits');
  const limits = await arena(ask, 'maxStep maxSubmissionRate { submissionCount duration }');
  await page.getByRole('row', { name: 'laurel_jobs_unfinished' }).waitFor();
  await page.getByRole('row', { name: 'requestSize' }).waitFor();
  assert.deepEqual(limits, { maxStep: '100', maxSubmissionRate: { submissionCount: 3, duration: 'PT1H' } });
  return { atField, limits };
}

async function quarantine({ page, ask, go, dialog, button, confirm }) {
  const ids = [];
  for (const score of ['500', '900']) {
    const { submitScore } = await ask(
      `mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { receipt { submission { id } } errors { code } } }`,
      { input: { leaderboardKey: 'arena', participant: { externalId: 'ann' }, score } },
    );
    ids.push(submitScore.receipt.submission.id);
  }
  await go('Quarantine');
  await button(`Approve 500 of ann ${ATTACK}`).click();
  await confirm('Approve');
  await button(`Reject 900 of ann ${ATTACK}`).click();
  await dialog().getByLabel('Reason').fill('Too good');
  await confirm('Reject');
  await page.getByText('No submission waits for a decision.').waitFor();
  const { nodes } = await ask(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ScoreSubmission { status quarantine { decision decisionReason } } } }`,
    { ids },
  );
  assert.deepEqual(nodes, [
    { status: 'COUNTED', quarantine: { decision: 'APPROVED', decisionReason: null } },
    { status: 'REJECTED', quarantine: { decision: 'REJECTED', decisionReason: 'Too good' } },
  ]);
  return { approved: true, rejected: true };
}

const restrictionsOf = async (ask, externalId) =>
  (
    await ask(
      `query ($id: String!) { participantRestrictions(filter: {participant: {external: {externalId: $id}}}) {
        nodes { kind reason expiresAt endedAt leaderboard { key } } } }`,
      { id: externalId },
    )
  ).participantRestrictions.nodes;

async function restrictions({ page, ask, go, dialog, button, confirm }) {
  await go('Restrictions');
  await button('Ban a participant').click();
  await dialog().getByRole('button', { name: 'Ban' }).click();
  const required = await dialog().locator('[data-field="externalId"] .error').textContent();
  await dialog().getByLabel('External ID').fill('does-not-exist');
  await dialog().getByRole('button', { name: 'Ban' }).click();
  const error = dialog().locator('[data-field="externalId"] .error');
  await until('the error of the service is at its field', async () =>
    /does not exist|no participant/i.test(await error.textContent()),
  );
  const axe = await violations(page); // With a dialog, and an error in it.
  await dialog().getByLabel('External ID').fill('bob');
  await dialog().getByLabel('Reason').fill('Used a bot');
  await dialog().getByLabel('Ends at').fill('2040-05-06T07:08');
  await confirm('Ban');
  const [ban] = await restrictionsOf(ask, 'bob');
  await button(`End ban of bob ${ATTACK}`).click();
  await confirm('End ban');
  await page.getByText('No restrictions.').waitFor();
  const unbanned = (await restrictionsOf(ask, 'bob'))[0].endedAt !== null;
  await page.getByLabel('State').selectOption('false');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('ended by').waitFor();
  assert.deepEqual(ban, {
    kind: 'BAN',
    reason: 'Used a bot',
    expiresAt: '2040-05-06T07:08:00Z',
    endedAt: null,
    leaderboard: null,
  });
  assert.ok(unbanned);
  assert.deepEqual(axe, []);
  return { required, axe, banned: true, unbanned };
}

async function participants({ page, ask, go, dialog, button, confirm }) {
  await go('Participants');
  await page.getByLabel('ID begins with').fill('ci');
  await page.getByRole('button', { name: 'Search' }).click();
  await until('the search applies', async () => (await page.locator('tbody tr').count()) === 1);
  await button(`Standings cid ${ATTACK}`).click();
  await dialog().getByRole('row', { name: 'Arena' }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await button(`Hide cid ${ATTACK}`).click();
  await dialog().getByLabel('Leaderboard').fill('arena');
  await confirm('Hide');
  const [hidden] = await restrictionsOf(ask, 'cid');
  await go('Restrictions');
  await button(`End hiding of cid ${ATTACK}`).click();
  await confirm('End hiding');
  const shown = (await restrictionsOf(ask, 'cid'))[0].endedAt !== null;
  await go('Participants');
  await button(`Ban ann ${ATTACK}`).click();
  await confirm('Ban');
  const banned = (await restrictionsOf(ask, 'ann')).length === 1;
  await button(`Remove entries cid ${ATTACK}`).click();
  await dialog().getByLabel('Reason').fill('Left');
  await confirm('Remove entries');
  const removed = await until('the entries are removed', async () => {
    const standing = 'standing(participant: {external: {externalId: "cid"}}) { rank }';
    const { ranking } = await arena(ask, `ranking(window: {relative: {definitionKey: "all-time"}}) { ${standing} }`);
    return ranking.standing === null;
  });
  assert.deepEqual([hidden.kind, hidden.leaderboard.key], ['HIDE', 'arena']);
  assert.ok(shown && banned);
  return { hidden: true, shown, banned, removed };
}

async function indexCheck({ page, ask, go }) {
  await go('Index check');
  await page.getByLabel('Leaderboard').fill('no-such-board');
  await page.getByRole('button', { name: 'Start check' }).click();
  const error = page.locator('[data-field="leaderboardKey"] .error');
  const atField = await until('the error is at its field', async () => (await error.textContent()).length > 0);
  await page.getByLabel('Leaderboard').fill('arena');
  await page.getByLabel('Rebuild the index').check();
  await page.getByRole('button', { name: 'Start check' }).click();
  await page.getByRole('row').filter({ hasText: 'Succeeded' }).waitFor();
  const { jobs } = await ask(`{ jobs(filter: {kind: CHECK_RANKINGS}) {
    nodes { state result { ... on CheckRankingsResult { checkedCount wrongCount } } } } }`);
  assert.equal(jobs.nodes.length, 1);
  assert.ok(jobs.nodes[0].result.checkedCount > 0 && jobs.nodes[0].result.wrongCount === 0);
  return { atField, ...jobs.nodes[0] };
}

async function jobs({ page, ask, go, dialog, button }) {
  await go('Jobs');
  await page.getByRole('row').filter({ hasText: 'Remove entries' }).waitFor();
  await page.getByLabel('Kind').selectOption('CHECK_RANKINGS');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('row').filter({ hasText: 'Remove entries' }).waitFor({ state: 'detached' });
  // Many jobs at once, of which the last wait.
  const many = Array.from({ length: 40 }, (_, index) => `j${index}: checkRankings(input: {}) { job { id } errors { code } }`);
  await ask(`mutation { ${many.join('\n')} }`);
  await page.getByRole('button', { name: 'Show' }).click();
  await button('Cancel Check rankings').first().click();
  await dialog().getByRole('button', { name: 'Cancel job' }).click();
  await dialog().waitFor({ state: 'detached' });
  const { jobs: cancelled } = await ask('{ jobs(filter: {state: CANCELLED}) { nodes { id } } }');
  assert.equal(cancelled.nodes.length, 1);
  await page.getByRole('row').filter({ hasText: 'Cancelled' }).waitFor();
  return { cancelled: true };
}

export const acts = { leaderboards, seasons, rates, quarantine, restrictions, participants, indexCheck, jobs };
