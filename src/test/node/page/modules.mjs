// Modules of the page by themselves, in the page, with a client that responds as a check wants.

export async function checkModules(session) {
  const page = await session.page(`/?board=${session.keys.single}`);
  const seen = {
    liveRows: await page.evaluate(liveRows),
    friends: await page.evaluate(manyFriends),
    named: await page.evaluate(participants),
    periods: await periods(page),
    late: await page.evaluate(lateEvent),
  };
  await session.done(page);
  return seen;
}

/** A ranking of one participant that is followed, and whose pages are read. */
async function liveRows() {
  const { RankingSource } = await import('/web/page/table/ranking-source.js');
  const me = { entityType: 'ACCOUNT', externalId: 'ann' };
  const window = { id: 'monday', kind: 'DAILY', state: 'OPEN' };
  const row = (name) => ({ id: 'standing', rank: 1, position: 1, score: '5', participant: { ...me, name } });
  let name = 'Ann';
  const ranking = () => ({ window, entryCount: 1, standings: { nodes: [row(name)] }, standing: row(name) });
  const client = { query: async () => ({ leaderboard: { ranking: ranking() } }) };
  const events = {};
  const follow = (kind, listener) => {
    events[kind] = listener;
    return { close: () => {} };
  };
  const followed = {
    followTop: (count, listener) => follow('top', listener),
    followAround: (participant, listener) => follow('around', listener),
  };
  const source = new RankingSource({ client, board: 'board', selector: undefined, group: undefined, me }, followed);
  await source.open();
  const [top, around] = [[row('Ann')], [row('Ann')]];
  const emit = () => {
    events.top(top, { window, entryCount: 1 });
    events.around(around, { window });
  };
  emit();
  name = 'Wolf';
  const isRenamed = () => source.row(1).participant.name === name;
  const read = new Promise((resolve) => source.addEventListener('change', () => isRenamed() && resolve()));
  source.refresh();
  const renamed = await Promise.race([read.then(() => true), new Promise((resolve) => setTimeout(resolve, 2_000, false))]);
  emit();
  const keepsName = isRenamed();
  let ended = 0;
  source.addEventListener('windowended', () => ended++);
  events.around([], { window: { ...window, id: 'tuesday' } });
  const keepsWindow = ended === 1 && source.own?.id === 'standing' && source.row(1)?.id === 'standing';
  source.close();
  return { renamed, keepsName, keepsWindow };
}

/** A viewer and 100 friends: a service that allows 40 participants in each subscription follows all of them. */
async function manyFriends() {
  const { FriendsSource } = await import('/web/page/table/friends-source.js');
  const limit = 40;
  const window = { id: 'monday', kind: 'DAILY', state: 'OPEN' };
  const followed = [];
  const ranking = {
    page: async () => ({ window }),
    standingsOf: async () => [],
    followParticipants: (participants, listener, { onError }) => {
      followed.push(...participants.map(({ externalId }) => externalId));
      if (participants.length > limit) {
        onError({ code: 'INVALID_ARGUMENT' });
      }
      return { close: () => {} };
    },
  };
  const [me, ...participants] = Array.from({ length: 101 }, (_, index) => ({ entityType: 'ACCOUNT', externalId: `p${index}` }));
  const source = new FriendsSource({ participants, me, selector: undefined, followedCount: limit }, ranking);
  let ended = 0;
  source.addEventListener('ended', () => ended++);
  await source.open();
  source.close();
  return { stays: ended === 0, followsAll: followed.length === 101 && new Set(followed).size === 101 };
}

/** A window ends without a next one, and an event of an earlier window arrives after that. */
async function lateEvent() {
  const { RankingView } = await import('/web/page/table/ranking-view.js');
  const { Format } = await import('/web/page/format.js');
  const window = { id: 'spring', kind: 'SEASON', state: 'OPEN' };
  let emit;
  const followTop = (count, listener) => {
    emit ??= (next) => listener([], { window: next, entryCount: 0 });
    return { close: () => {} };
  };
  const client = {
    onStatus: () => {},
    query: async () => ({ leaderboard: { ranking: { window, entryCount: 0, standings: { nodes: [] } } } }),
    leaderboard: () => ({ window: () => ({ followTop }) }),
  };
  const view = new RankingView(client, new Format('en-GB'));
  const board = { key: 'late', name: 'Late', clock: 'SYSTEM', decimals: 0 };
  view.show({ board, definition: { key: 'season', kind: 'SEASON' }, scope: '', group: null, period: null, me: null });
  while (!emit) {
    await new Promise(requestAnimationFrame);
  }
  const ended = new Promise((resolve) => view.addEventListener('windowended', resolve));
  emit(null);
  emit({ ...window, id: 'winter' });
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 50)); // The announcer speaks in a task of its own.
  const said = document.querySelector('laurel-announcer').textContent;
  return { said, onlyEnd: said === 'The window has ended.' };
}

/** Participants that the address names, on a board of accounts and drivers. */
async function participants() {
  const { participantOf } = await import('/web/page/identity.js');
  const isRead = (text, type, id) => {
    const { entityType, externalId } = participantOf(text, ['DRIVER', 'ACCOUNT']);
    return entityType === type && externalId === id;
  };
  return {
    withType: isRead('DRIVER:lewis-hamilton', 'DRIVER', 'lewis-hamilton'),
    withoutType: isRead('ann', 'ACCOUNT', 'ann'),
    colonInId: isRead('STEAM_1:0:11101', 'ACCOUNT', 'STEAM_1:0:11101'),
    typeAndColonInId: isRead('ACCOUNT:STEAM_1:0:11101', 'ACCOUNT', 'STEAM_1:0:11101'),
  };
}

/** The list of windows between two seasons, after days without a window, and after the last window has ended. */
async function periods(page) {
  const season = { kind: 'SEASON', name: 'SEASON-1', state: 'FINAL' };
  const between = await page.evaluate(listOf, { windows: [season] });
  const earlier = await page.evaluate(listOf, { windows: [season], period: 'SEASON-1' });
  const replayed = await page.evaluate(listOf, { windows: [season], relative: false });
  const day = (date, state) => ({
    ...{ kind: 'DAILY', name: `2026-03-0${date}`, timeZone: 'UTC', state },
    ...{ startsAt: `2026-03-0${date}T00:00:00Z`, endsAt: `2026-03-0${date + 1}T00:00:00Z` },
  });
  const follows = await page.evaluate(listOf, { windows: [day(5, 'OPEN'), day(4, 'FINAL')] });
  const afterGap = await page.evaluate(listOf, { windows: [day(5, 'OPEN'), day(3, 'FINAL')] });
  const archived = await page.evaluate(listOf, { windows: [day(5, 'FINAL'), day(4, 'FINAL')] });
  const unknown = await page.evaluate(listOf, { windows: [{ ...day(5, 'FINAL'), timeZone: 'Mars/Phobos' }] });
  const replayedDays = await page.evaluate(listOf, { windows: [day(5, 'GRACE'), day(4, 'FINAL')], relative: false });
  return {
    ...{ between, earlier, replayed, follows, afterGap, archived, unknown, replayedDays },
    betweenSeasons: [between, replayed].every(({ shown, chosen }) => shown === 'Current' && `${chosen}` === ',SEASON-1'),
    backToCurrent: earlier.shown === 'Season 1' && earlier.chosen[0] === null,
    yesterday: `${follows.names}` === 'Today,Yesterday' && `${follows.chosen}` === ',2026-03-04',
    notYesterday: /^Today,.*3 Mar/.test(afterGap.names) && /^Current,.*5 Mar.*,.*4 Mar/.test(archived.names),
    inUnknownTimeZone: `${unknown.names}` === 'Current,2026-03-05',
    endedIsNotCurrent: replayedDays.shown === 'Current' && `${replayedDays.chosen}` === ',2026-03-05,2026-03-04',
  };
}

/** Runs in the page: the options, the one that is shown, and the periods that they choose. */
async function listOf({ windows, period = null, relative = true }) {
  const { Format } = await import('/web/page/format.js');
  const nodes = windows.map((one) => ({ id: one.name, ...one }));
  const leaderboard = { windows: { nodes, pageInfo: { hasNextPage: false } }, seasons: { nodes: [] } };
  const picker = document.createElement('laurel-periods');
  document.body.append(picker);
  const chosen = [];
  picker.addEventListener('choose', ({ detail }) => chosen.push(detail));
  const [{ kind }] = windows;
  const state = { board: 'b', definition: 'd', kind, group: null, period, format: new Format('en-GB'), relative };
  await picker.show({ query: async () => ({ leaderboard }) }, state);
  const names = [...picker.select.options].map(({ textContent }) => textContent);
  const [shown] = [...picker.select.options].filter((option) => option.hasAttribute('selected'));
  [...picker.select.options].forEach((option) => {
    picker.select.value = option.value;
    picker.select.dispatchEvent(new Event('change'));
  });
  picker.remove();
  return { names, shown: shown?.textContent, chosen };
}
