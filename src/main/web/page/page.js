// The leaderboard page: reads the address, loads what it names, and shows it.

import { createClient } from '/laurel-client.js';
import { Address } from './address.js';
import { Format } from './format.js';
import { Identity, participantOf } from './identity.js';
import { describeError } from './messages.js';
import { BOARD, MORE_BOARDS, START } from './operations.js';
import { RankingView } from './table/ranking-view.js';
import { defaultGroup } from './controls/scope-picker.js';
import { icon } from './element.js';
import { nextTheme, setTheme, theme } from './theme.js';
import { definitionName, inTabOrder } from './window-names.js';
import './controls/board-picker.js';
import './controls/period-picker.js';
import './controls/settings-dialog.js';
import './controls/window-tabs.js';

const RETRY = 5_000;
/** Time until the page looks again whether a leaderboard exists. */
const ABSENT = 15_000;
/** A ranking whose subscription ends twice within this time is shown again only after it. */
const STABLE = 30_000;
/** Number of boards that a picker can offer. */
const MOST_BOARDS = 1_000;

class Page {
  #address = new Address();
  #identity = new Identity(this.#address.app);
  #format = new Format(this.#address.parameter('lang') ?? undefined);
  #client = createClient({ url: this.#address.graphql, token: this.#identity.token });
  #view = new RankingView(this.#client, this.#format);
  #start = null;
  #boards = new Map();
  #turn = 0;
  #retry = null;
  #endedAt = 0;
  #picker = document.querySelector('laurel-boards');
  #tabs = document.querySelector('laurel-tabs');
  #scope = document.querySelector('laurel-scope');
  #periods = document.querySelector('laurel-periods');
  #settings = document.querySelector('laurel-settings');
  #themeButton = document.getElementById('theme');

  constructor() {
    const parts = { client: this.#client, format: this.#format };
    Object.assign(this, parts);
    this.#picker.addEventListener('choose', ({ detail }) => this.#goToBoard(detail));
    this.#tabs.addEventListener('choose', ({ detail }) => this.#address.go({ window: detail, period: null }));
    this.#scope.addEventListener('choose', ({ detail }) => this.#address.go({ ...detail, period: null }));
    this.#periods.addEventListener('choose', ({ detail }) => this.#address.go({ period: detail }));
    this.#settings.addEventListener('token', ({ detail }) => this.#useToken(detail));
    this.#settings.addEventListener('theme', () => this.#showTheme());
    this.#view.addEventListener('token', ({ detail }) => this.#useToken(detail));
    this.#view.addEventListener('settings', () => this.#openSettings());
    this.#view.addEventListener('retry', () => this.#again());
    this.#view.addEventListener('failure', ({ detail }) => this.#failed(detail));
    this.#view.addEventListener('ended', () => this.#ended());
    this.#view.addEventListener('windowended', () => this.#periods.reload().catch(() => {}));
    this.#address.addEventListener('change', () => this.show());
    addEventListener('hashchange', () => this.#identity.take() && this.#identity.restart());
    const settings = document.getElementById('settings');
    settings.append(icon('settings'));
    settings.addEventListener('click', () => this.#openSettings());
    this.#themeButton.addEventListener('click', () => {
      setTheme(nextTheme());
      this.#showTheme();
    });
    this.#showTheme();
  }

  /** Shows what the address names. */
  async show() {
    const turn = ++this.#turn;
    clearTimeout(this.#retry);
    try {
      const { board: asked } = this.#address.state;
      const early = asked && this.#board(asked);
      early?.catch(() => {});
      const start = await this.#started();
      const key = asked ?? (await this.#firstBoard(start));
      const board = key ? await (early ?? this.#board(key)) : null;
      const choice = board && (await this.#choice(start, board));
      if (turn === this.#turn) {
        this.#showBoard(start, choice, key);
      }
    } catch (error) {
      if (turn === this.#turn) {
        this.#failed(error);
      }
    }
  }

  #showBoard(start, choice, key) {
    const { nodes: boards } = start.leaderboards;
    this.#picker.show(boards, key, choice?.board.name);
    this.#readMoreBoards(start.leaderboards);
    if (!choice) {
      this.#tabs.show([], null, 'standings');
      this.#view.nothing(
        key
          ? describeError({ code: 'LEADERBOARD_NOT_FOUND' }, false)
          : { title: 'No leaderboard yet', text: 'Create a public leaderboard with the API, and it appears here.' },
      );
      this.#forget();
      this.#later(ABSENT, () => this.show());
      return;
    }
    const { board } = choice;
    const definitions = inTabOrder(board.windowDefinitions);
    const tabs = definitions.map((one) => ({ value: one.key, name: definitionName(one) }));
    this.#tabs.show(tabs, choice.definition.key, 'standings');
    document.title = `${board.name} · ${definitionName(choice.definition)}`;
    const { scope, friends, viewerGroup, group } = choice;
    this.#scope.show(this.#client, { groupings: board.groupings, viewerGroup, group, scope, friends });
    this.#showPeriods(choice);
    this.#view.show(choice);
  }

  /** What the address chooses of the board, with defaults for the rest. */
  async #choice({ viewer, service }, board) {
    const state = this.#address.state;
    const definitions = inTabOrder(board.windowDefinitions);
    const definition = definitions.find(({ key }) => key === state.window) ?? definitions[0];
    const friends = state.friends?.map((text) => participantOf(text, board.entityTypes)) ?? null;
    const scope = friends && state.scope === 'friends' ? 'friends' : null;
    const viewerGroup = viewer?.participant?.group ?? null;
    const group = scope ? null : (state.group ?? (await defaultGroup(this.#client, board.groupings, viewerGroup)));
    const named = state.me ? participantOf(state.me, board.entityTypes) : null;
    const self = viewer ? { entityType: viewer.entityType, externalId: viewer.externalId } : null;
    return {
      board,
      definition,
      scope,
      friends,
      followedCount: service.limits.watchedParticipantCount,
      group,
      viewerGroup,
      period: state.period,
      viewer,
      me: named ?? self,
      isViewer: !named && Boolean(self),
    };
  }

  async #showPeriods({ board, definition, group, period }) {
    const { key, kind } = definition;
    const relative = board.clock === 'SYSTEM';
    const state = { board: board.key, definition: key, kind, group, period, format: this.#format, relative };
    try {
      await this.#periods.show(this.#client, state);
    } catch {
      // The current window is still shown; the list is read again with the next choice.
    }
  }

  /** Reads the rest of a long list of boards after the first ranking is on its way. */
  async #readMoreBoards(list) {
    if (!list.pageInfo.hasNextPage || list.isReading || list.nodes.length > MOST_BOARDS) {
      return;
    }
    list.isReading = true;
    try {
      const { leaderboards } = await this.#client.query(MORE_BOARDS, { after: list.pageInfo.endCursor });
      list.nodes = [...list.nodes, ...leaderboards.nodes];
      list.pageInfo = leaderboards.pageInfo;
      list.isReading = false;
      this.#picker.offer(list.nodes);
      this.#readMoreBoards(list);
    } catch {
      // The picker offers what has been read.
    }
  }

  /** The leaderboard of the setting, or the demo in which rows move, or the first one. */
  async #firstBoard({ demo, leaderboards }) {
    const configured = document.documentElement.dataset.leaderboard;
    if (configured && (await this.#board(configured))) {
      return configured;
    }
    return demo?.key ?? leaderboards.nodes[0]?.key ?? null;
  }

  #started() {
    this.#start ??= this.#client.query(START);
    this.#start.catch(() => {
      this.#start = null;
    });
    return this.#start;
  }

  #board(key) {
    if (!this.#boards.has(key)) {
      const board = this.#client.query(BOARD, { board: key }).then(({ leaderboard }) => leaderboard);
      const forget = () => this.#boards.delete(key);
      board.then((found) => found ?? forget(), forget);
      this.#boards.set(key, board);
    }
    return this.#boards.get(key);
  }

  #goToBoard(board) {
    this.#address.go({ board, window: null, period: null, group: null, scope: null });
  }

  #failed(error) {
    const notice = describeError(error, Boolean(this.#identity.token));
    this.#view.fail({ ...notice, isError: true, canRetry: !notice.needsToken });
    if (notice.repeats) {
      this.#later(RETRY, () => this.#again());
    } else if (error.code === 'LEADERBOARD_NOT_FOUND') {
      this.#ended();
    }
  }

  /** The leaderboard may be another one now, or none. All readers notice it together, so they do not ask together. */
  #ended() {
    const isRepeated = Date.now() - this.#endedAt < STABLE;
    this.#endedAt = Date.now();
    this.#view.reset();
    this.#forget();
    this.#later((isRepeated ? STABLE : 1_000) + Math.random() * 4_000, () => this.show());
  }

  #forget() {
    this.#start = null;
    this.#boards.clear();
  }

  /** Only the last of several attempts that are planned takes place. */
  #later(milliseconds, attempt) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(attempt, milliseconds);
  }

  #again() {
    this.#view.forget();
    this.show();
  }

  /** Everything that was read may depend on the caller, so the page starts again. */
  #useToken(token) {
    this.#identity.token = token ?? undefined;
    this.#identity.restart();
  }

  async #openSettings() {
    const { viewer = null } = (await this.#start?.catch(() => null)) ?? {};
    this.#settings.open({ viewer, hasToken: Boolean(this.#identity.token) }, this.#format);
  }

  #showTheme() {
    const names = { auto: 'Appearance: as the system', light: 'Appearance: light', dark: 'Appearance: dark' };
    this.#themeButton.replaceChildren(icon(theme()));
    this.#themeButton.setAttribute('aria-label', names[theme()]);
    this.#themeButton.title = names[theme()];
  }
}

new Page().show();
