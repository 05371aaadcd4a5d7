// Parts of widget.mjs: failures, connections and tokens of the element, and the page /embed in an iframe.
import {
  bearers, createToken, elsewhere, events, laps, open, points, rows, see, sends, service, settle, shot, shows, site, submit, tag,
  text, unused, until, violations, violationsOf,
} from './widget-site.mjs';

const message = (page, expected) =>
  shows(page, (root, wanted) => root.querySelector('[part=message] span').textContent === wanted, expected);
/** The codes of the errors, at least one of which is expected. */
async function codes(page) {
  await until(page, () => window.seen.events.some(([name]) => name === 'error'));
  return (await events(page)).filter(([name]) => name === 'error').map(([, { code }]) => code);
}

const change = (page, properties) =>
  page.locator('laurel-leaderboard').evaluate((board, values) => Object.assign(board, values), properties);

/** Leaderboards that do not exist or cannot be read. */
export async function failures() {
  const page = await open(tag('widget-missing'));
  see('failures', 'message', await message(page, 'This leaderboard is not available.'));
  see('failures', 'code', await codes(page), ['LEADERBOARD_NOT_FOUND']);
  await settle(page);
  await shot(page, 'error');
  await change(page, { board: laps });
  see('failures', 'recovers', await rows(page, 10));
  await change(page, { board: unused, window: 'daily' });
  see('failures', 'empty', await message(page, 'No scores yet'));
  await change(page, { window: 'season' });
  see('failures', 'noWindow', await message(page, 'Not open at present'));
  await submit(unused, 2, '5');
  await change(page, { window: 'daily', participant: 'p13' });
  see('failures', 'participantWithoutScore', await rows(page, 1));
  await submit(unused, 13, '4');
  see('failures', 'participantEnters', await shows(page, (root) => root.querySelectorAll('.row')[1]?.ariaCurrent === 'true'));
  await change(page, { participant: 'unknown' });
  see('failures', 'unknownParticipant', await shows(page, (root) =>
    root.querySelectorAll('.row').length === 2 && !root.querySelector('[aria-current]')));
  see('failures', 'noFurtherErrors', await codes(page), ['LEADERBOARD_NOT_FOUND']);
  const group = await open(tag(laps, 'group="north"'));
  see('failures', 'invalidGroup', await codes(group), ['INVALID_ARGUMENT']);
  const key = await open(tag(laps, 'token="laurel_0123456789abcdef"'));
  see('failures', 'apiKey', await codes(key), ['INVALID_ARGUMENT']);
  see('failures', 'apiKeyNotSent', [bearers(key), key.record.sockets.length], [[], 0]);
  const other = await open(tag(laps), { origin: elsewhere });
  see('failures', 'originNotAllowed', await message(other, 'This leaderboard is not available.'));
}

/** Elements share a connection, end it, and show that it is interrupted. */
export async function connections() {
  const page = await open(tag(laps, 'first="3"') + tag(laps, 'first="4" window="all-time"'));
  await rows(page, 3);
  see('connections', 'shared', page.record.sockets.length, 1);
  await page.evaluate(() => document.body.append(document.querySelector('laurel-leaderboard')));
  see('connections', 'survivesMove', page.record.sockets.every((socket) => !socket.isClosed()));
  const closed = page.record.sockets[0].waitForEvent('close').then(() => true);
  await page.evaluate(() => document.querySelectorAll('laurel-leaderboard').forEach((board) => board.remove()));
  see('connections', 'endsWithElement', await closed);

  let down = false;
  const sockets = [];
  let readable = false;
  const before = async (opened) => {
    await opened.routeWebSocket('**/graphql', (socket) => {
      sockets.push(socket);
      down ? socket.close({ code: 1013 }) : socket.connectToServer();
    });
    await opened.route('**/graphql', (route) =>
      !readable && route.request().postData()?.includes('WidgetLeaderboard') ? route.abort() : route.fallback());
  };
  const cut = await open(tag(laps, 'first="3"'), { before });
  await rows(cut, 3);
  see('connections', 'titleLost', await text(cut, 'title'), '');
  down = true;
  await sockets[0].close({ code: 1001 });
  const state = (wanted) =>
    shows(cut, (root, expected) => root.querySelector('[part=status]').dataset.state === expected, wanted);
  see('connections', 'offlineShown', await state('offline') && await text(cut, 'status'), 'Reconnecting…');
  see('connections', 'rowsStay', await rows(cut, 3));
  await settle(cut);
  await shot(cut, 'offline');
  await submit(laps, 6, '2600.25');
  down = false;
  readable = true;
  see('connections', 'liveAgain', await state('live'));
  see('connections', 'titleReadAgain', await shows(cut, (root) =>
    root.querySelector('[part=title]').textContent === 'Campus laps'));
  see('connections', 'missesNothing', await shows(cut, (root) => root.textContent.includes('2,600.25')));
  await refusedName();
  await endings();
  await betweenWindows();
}

/** The service refuses to read the name at first, and follows the ranking. */
async function refusedName() {
  let refused = 0;
  const error = { message: 'Too many requests.', extensions: { code: 'RATE_LIMITED', retryAfter: 400 } };
  const refuse = { status: 429, headers: { 'Access-Control-Allow-Origin': site }, json: { errors: [error] } };
  const before = async (opened) => {
    await opened.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = (action, pause) => setTimeout(action, pause >= 400_000 && pause <= 600_000 ? 0 : pause);
    });
    // The second request may be that of the connection, which is there after the first refusal.
    await opened.route('**/graphql', (route) =>
      route.request().postData()?.includes('WidgetLeaderboard') && ++refused <= 2 ? route.fulfill(refuse) : route.fallback());
  };
  const page = await open(tag(laps, 'first="3"'), { before });
  see('connections', 'nameReadAfterRefusal', await shows(page, (root) =>
    root.querySelector('[part=title]').textContent === 'Campus laps'));
  see('connections', 'nameReadOnce', refused, 3);
}

/** A page whose messages from the service pass through `receive(send, message)`, and which speaks without its pause of 2 s. */
async function observed(attributes, receive) {
  const seen = { subscriptions: [], send: null };
  const before = (opened) => opened.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer();
    seen.send = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const { type, id } = JSON.parse(text);
      if (type === 'subscribe') {
        seen.subscriptions.push(id);
      }
      server.send(text);
    });
    server.onMessage((text) => receive(seen.send, JSON.parse(text)));
  });
  const speakAtOnce = (opened) =>
    opened.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = (action, pause) => setTimeout(action, pause === 2_000 ? 0 : pause);
    });
  const page = await open(tag(laps, attributes), { before: (opened) => Promise.all([before(opened), speakAtOnce(opened)]) });
  return { page, seen };
}

/** The service ends a subscription, or refuses it later; and a new window starts, of which the neighbours arrive first. */
async function endings() {
  const firsts = new Map();
  const receive = (send, message) => {
    if (message.type === 'next' && !firsts.has(message.id)) {
      firsts.set(message.id, message);
    }
    send(message);
  };
  const { page, seen } = await observed('window="weekly" first="3" participant="p9"', receive);
  see('endings', 'shown', await rows(page, 4));
  await page.evaluate(() => (Math.random = () => -0.2)); // The element waits for 0.2 s instead of 1-5 s.
  const [top, neighbours] = ['topStandingsChanged', 'aroundChanged'].map((field) =>
    structuredClone([...firsts.values()].find(({ payload }) => payload.data[field])));
  for (const message of [neighbours, top]) {
    Object.values(message.payload.data)[0].window.id = 'next';
    seen.send(message);
  }
  see('endings', 'newWindow', await until(page, () => window.seen.events.at(-1)[1].window?.id === 'next'));
  see('endings', 'ownRowStays', [await page.locator('.row').count(), await page.locator('.own').count()], [4, 1]);
  await change(page, { labels: '[1]' });
  see('endings', 'labelsRefused', await codes(page), ['INVALID_ARGUMENT']);
  await change(page, { labels: {} });
  see('endings', 'labelsAccepted', await rows(page, 4));
  const started = seen.subscriptions.length;
  seen.send({ type: 'complete', id: seen.subscriptions.at(-1) });
  seen.send({ type: 'complete', id: seen.subscriptions.at(-2) });
  see('endings', 'rowsStay', await page.locator('.row').count(), 4);
  see('endings', 'followsAgain', await shows(page, (root) => root.querySelector('[data-state=live]:not([hidden])')));
  const payload = [{ message: 'There is no leaderboard.', extensions: { code: 'LEADERBOARD_NOT_FOUND' } }];
  seen.send({ type: 'error', id: seen.subscriptions.at(-1), payload });
  see('endings', 'errorShown', await message(page, 'This leaderboard is not available.'));
  see('endings', 'followsAfterError', await rows(page, 4));
  see('endings', 'startedAgain', seen.subscriptions.length - started, 4);
}

/** A window ends without a next one, which is no new window for screen readers; then a new one starts. */
async function betweenWindows() {
  let first = null;
  const receive = (send, message) => {
    first ??= message.type === 'next' ? message : null;
    send(message);
  };
  const { page, seen } = await observed('window="weekly" first="3"', receive);
  await rows(page, 3);
  const emit = (fields) => {
    const message = structuredClone(first);
    Object.assign(message.payload.data.topStandingsChanged, fields);
    seen.send(message);
  };
  const shown = (id) => until(page, (wanted) => window.seen.events.at(-1)[1].window?.id === wanted, id);
  const spoken = () => page.evaluate(() =>
    document.querySelector('laurel-leaderboard').shadowRoot.querySelector('[role=status]').textContent);
  emit({ window: null, entryCount: 0, upserted: [] });
  see('betweenWindows', 'noWindow', await message(page, 'Not open at present'));
  see('betweenWindows', 'silent', (await spoken()) !== 'A new ranking has started');
  emit({ window: { ...first.payload.data.topStandingsChanged.window, id: 'next' }, entryCount: 0, upserted: [] });
  see('betweenWindows', 'newWindow', await shown('next') && (await spoken()), 'A new ranking has started');
}

/** Tokens of players: by a property, and by an attribute, which does not stay in the page. */
export async function tokens() {
  const token = await createToken(12);
  const page = await open(tag(laps, `token="${token}" first="3"`));
  await rows(page, 3);
  see('tokens', 'attributeSent', sends(page, token));
  see('tokens', 'attributeRemoved', await page.locator('laurel-leaderboard').getAttribute('token'), null);
  see('tokens', 'cannotBeRead', await page.evaluate(() => document.querySelector('laurel-leaderboard').token === undefined));
  const late = await open('', {});
  await late.evaluate(([board, value]) => {
    const element = document.createElement('laurel-leaderboard');
    Object.assign(element, { board, first: 3, token: async () => value });
    document.querySelector('main').append(element);
  }, [laps, token]);
  await rows(late, 3);
  const refused = await open(tag(points));
  await refused.locator('laurel-leaderboard').evaluate((board) => (board.token = () => 'laurel_0123456789abcdef'));
  see('tokens', 'functionWithApiKey', [await codes(refused), bearers(refused)], [['INVALID_ARGUMENT'], []]);
  see('tokens', 'functionSent', sends(late, token));
}

/** The page of an iframe: in pages of the allowed origin only, with a token by messages. */
export async function frames() {
  const token = await createToken(12);
  const address = (query) => `${service}/embed/${laps}?${new URLSearchParams(query)}`;
  const frame = (query, hash = '') => `<iframe title="Laps" src="${address(query).replaceAll('&', '&amp;')}${hash}"></iframe>`;
  const shown = (page) => page.frameLocator('iframe').locator('[part~=row]').nth(2).waitFor().then(() => true, () => false);
  const received = (page, type) => page.evaluate((wanted) => window.seen.messages.filter((one) => one.type === wanted), type);

  const look = { window: 'weekly', first: '5', participant: 'p9', theme: 'dark', accent: '#ff8800', parent: site };
  const page = await open(frame(look));
  see('frames', 'allowed', await shown(page));
  const [widget] = page.frames().filter((one) => one.url().startsWith(service));
  const styleOf = (one) => one.evaluate(() => document.querySelector('laurel-leaderboard').style.cssText);
  see('frames', 'accent', await styleOf(widget), '--laurel-accent: #ff8800;');
  see('frames', 'height', await until(page, () =>
    window.seen.messages.some(({ type, height }) => type === 'laurel-height' && height > 300)));
  see('frames', 'messageOrigins', [...new Set((await received(page, 'laurel-height')).map(({ origin }) => origin))], [service]);
  see('frames', 'anonymous', bearers(page), []);
  see('frames', 'title', await widget.title(), 'Campus laps');
  await shot(page, 'frame');
  see('frames', 'violations', await violations(page), []);

  const asks = await open('');
  await asks.evaluate((value) => (window.frameToken = value), token);
  await put(asks, address({ first: '3', token: 'parent', parent: site }));
  see('frames', 'tokenByMessage', await shown(asks) && sends(asks, token));
  const stranger = await open('');
  await stranger.evaluate((value) => (window.frameToken = value), token);
  await put(stranger, address({ first: '3', token: 'parent', parent: elsewhere }));
  await stranger.frameLocator('iframe').locator('[part=skeleton]').waitFor();
  await stranger.evaluate((value) => window.frames[0].postMessage({ type: 'laurel-token', token: value }, '*'), token);
  await stranger.frames()[1].evaluate(() => new Promise((done) => {
    addEventListener('message', () => setTimeout(() => fetch('/laurel-client.js').then(done))); // After any other request.
    window.postMessage('last', '*');
  }));
  see('frames', 'otherOriginReceivesNothing', await stranger.evaluate(() => window.seen.messages), []);
  see('frames', 'tokenOfOtherOriginIgnored', bearers(stranger), []);
  const fragment = await open(frame({ first: '3' }, `#token=${token}`));
  see('frames', 'tokenByFragment', await shown(fragment) && sends(fragment, token));
  see('frames', 'fragmentRemoved', !fragment.frames()[1].url().includes('token'));
  const strange = await open(frame({ first: '3', accent: 'red;--row:0', theme: 'x' }));
  await shown(strange);
  see('frames', 'otherAccentIgnored', await styleOf(strange.frames()[1]), '');

  const refused = await open(frame({ first: '3' }), { origin: elsewhere });
  see('frames', 'refusedElsewhere', refused.frames()[1].url(), 'chrome-error://chromewebdata/');
  await page.goto(address(look));
  see('axe', 'embed', await rows(page, 6) && await violationsOf(page), []);
  await page.goto(`${service}/apps/default/embed/${laps}?first=3`);
  const apps = page.record.requests.map((request) => request.headers()['laurel-app']);
  see('frames', 'app', await rows(page, 3) && apps.includes('default'));
}

/** Adds an iframe to a page. */
function put(page, src) {
  return page.evaluate((value) => {
    const frame = document.createElement('iframe');
    frame.src = value;
    document.querySelector('main').append(frame);
  }, src);
}
