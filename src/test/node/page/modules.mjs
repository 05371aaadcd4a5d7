// Modules of the page by themselves, in the page, with a client that responds as a check wants.

export async function checkModules(session) {
  const page = await session.page(`/?board=${session.keys.single}`);
  const seen = { liveRows: await page.evaluate(liveRows) };
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
  const read = new Promise((resolve) => source.addEventListener('change', () => source.row(1).participant.name === name && resolve()));
  source.refresh();
  const renamed = await Promise.race([read.then(() => true), new Promise((resolve) => setTimeout(resolve, 2_000, false))]);
  emit();
  const keepsName = source.row(1).participant.name === name;
  source.close();
  return { renamed, keepsName };
}
