// What is shown of one ranking: the table with its status line, the viewer's card, notices and announcements.

import { ownChange } from '../announcer.js';
import { icon } from '../element.js';
import { FriendsSource } from './friends-source.js';
import { RankingSource } from './ranking-source.js';
import { previousName } from '../window-names.js';
import '../announcer.js';
import '../controls/connection-banner.js';
import '../controls/countdown.js';
import '../notice.js';
import '../controls/participant-dialog.js';
import '../controls/search-box.js';
import './standings-table.js';
import '../controls/viewer-card.js';

const find = (selector) => document.querySelector(selector);

/** Least time before the next window is opened: the nodes of the service may not agree on the time. */
const PAUSE = 1_000;

/** Emits `token`, `settings`, `retry`, `failure`, `windowended` and `ended` for the page. */
export class RankingView extends EventTarget {
  #client;
  #format;
  #choice = null;
  #source = null;
  #key = null;
  #own = undefined;
  #reopening = null;
  #table = find('laurel-standings');
  #notice = find('laurel-notice');
  #countdown = find('laurel-countdown');
  #viewer = find('laurel-viewer');
  #announcer = find('laurel-announcer');
  #participant = find('laurel-participant');
  #search = find('laurel-search');
  #connection = find('laurel-connection');
  #ownButton = find('#own');

  constructor(client, format) {
    super();
    this.#client = client;
    this.#format = format;
    this.#table.addEventListener('choose', ({ detail }) => this.#open(detail));
    this.#search.addEventListener('choose', ({ detail }) => this.#table.jump(detail.position));
    this.#viewer.addEventListener('find', () => this.#table.showOwn());
    this.#viewer.addEventListener('settings', () => this.dispatchEvent(new Event('settings')));
    this.#notice.addEventListener('retry', () => this.dispatchEvent(new Event('retry')));
    this.#notice.addEventListener('token', ({ detail }) => this.dispatchEvent(new CustomEvent('token', { detail })));
    this.#ownButton.addEventListener('click', () => this.#source?.own && this.#open(this.#source.own));
    this.#connection.addEventListener('restored', () => this.#restored());
    this.#connection.follow(client);
  }

  /** Shows a ranking; the same ranking stays as it is. */
  show(choice) {
    const { board, definition, scope, friends, group, period, me } = choice;
    const key = JSON.stringify([board.key, definition.key, scope, scope && friends, group, period, me]);
    this.#choice = choice;
    if (key !== this.#key) {
      this.#key = key;
      this.#openSource();
    }
  }

  /** There is no ranking to show. */
  nothing(notice) {
    this.#close();
    this.#countdown.show(null, this.#format);
    find('#entry-count').textContent = '';
    find('#legend').textContent = '';
    document.body.classList.add('is-bare');
    this.#notice.show(notice);
  }

  /** The page, or the ranking, could not be read. Rows that are shown already stay. */
  fail(notice) {
    if (!this.#source?.isLoaded || notice.needsToken) {
      document.body.classList.toggle('is-bare', !this.#choice);
      this.#notice.show(notice);
    }
  }

  /** The next `show` reads everything again. */
  forget() {
    if (!this.#source?.isLoaded) {
      this.#key = null;
    }
  }

  /** The next `show` reads everything again, also if rows are shown. */
  reset() {
    this.#key = null;
  }

  #close() {
    this.#stopSource();
    this.#source = null;
    this.#key = null;
  }

  #stopSource() {
    clearTimeout(this.#reopening);
    this.#reopening = null;
    this.#source?.close();
  }

  #openSource() {
    this.#stopSource();
    const { board, definition, scope, friends, followedCount, group, period, me } = this.#choice;
    const selector = period ? { name: { name: period } } : { relative: { definitionKey: definition.key } };
    const base = this.#client.leaderboard(board.key).window(selector);
    const ranking = group ? base.group(group) : base;
    const source =
      scope === 'friends'
        ? new FriendsSource({ participants: friends, me, selector, followedCount }, ranking)
        : new RankingSource({ client: this.#client, board: board.key, selector, group, me }, ranking);
    this.#source = source;
    this.#own = undefined;
    const failed = (detail) => source === this.#source && this.dispatchEvent(new CustomEvent('failure', { detail }));
    source.addEventListener('change', ({ detail }) => this.#changed(detail.live));
    source.addEventListener('windowended', ({ detail }) => this.#windowEnded(detail));
    source.addEventListener('ended', () => this.dispatchEvent(new Event('ended')));
    source.addEventListener('failure', ({ detail }) => failed(detail));
    this.#notice.show(null);
    document.body.classList.remove('is-bare');
    this.#table.show(source, this.#options());
    this.#search.show((text) => this.#findRows(ranking, text), {
      format: this.#format,
      decimals: board.decimals,
      entryCount: () => source.entryCount,
    });
    source.open().catch(failed);
    this.#changed(false);
  }

  #options() {
    const { board, definition, isViewer } = this.#choice;
    return {
      format: this.#format,
      decimals: board.decimals,
      comparison: this.#comparison(),
      label: `${board.name}, ${definition.key}`,
      ownLabel: isViewer ? 'You' : 'Chosen',
    };
  }

  #comparison() {
    const source = this.#source;
    if (source.baselines.kind === 'previous') {
      const { kind, state } = source.window ?? {};
      const name = previousName(kind, state === 'OPEN' && this.#choice.board.clock === 'SYSTEM');
      return { since: name, at: name.startsWith('the ') ? `in ${name}` : name };
    }
    return { since: 'you opened this page', at: 'when you opened this page' };
  }

  #changed(live) {
    const source = this.#source;
    const { board } = this.#choice;
    const format = this.#format;
    this.#table.style.setProperty('--rank-digits', format.whole(Math.max(source.entryCount, 100)).length);
    this.#table.update(live, { comparison: this.#comparison() });
    this.#countdown.show(source.window, format, board.clock);
    this.#showCount();
    this.#showViewer();
    if (source.isLoaded) {
      this.#notice.show(this.#emptyNotice());
      this.#announce();
    }
  }

  #showCount() {
    const source = this.#source;
    const count = source.isLoaded && !source.isMissing ? this.#format.count(source.entryCount, 'participant') : '';
    find('#entry-count').textContent = count;
    find('.status-line').classList.toggle('is-live', source.isLive);
    const { since } = this.#comparison();
    const live = source.isLive ? 'Live: rows move as scores arrive.' : '';
    const hasRows = source.isLoaded && source.entryCount > 0;
    find('#legend').textContent = hasRows ? `Change: ranks gained or lost since ${since}. ${live}` : '';
  }

  #showViewer() {
    const { board, me, viewer, isViewer } = this.#choice;
    const { own, entryCount, isLoaded } = this.#source;
    const label = isViewer ? 'You' : 'Chosen participant';
    const shared = { client: this.#client, format: this.#format, board: board.key, decimals: board.decimals };
    this.#viewer.show({ ...shared, me, viewer: isViewer ? viewer : null, own, entryCount, isLoaded, label });
    this.#ownButton.hidden = !own;
    if (own) {
      const text = `${isViewer ? 'You' : 'Chosen'}: #${this.#format.whole(own.rank)}`;
      this.#ownButton.replaceChildren(icon('target'), text);
    }
  }

  #emptyNotice() {
    const { isMissing, entryCount, isRelative, window } = this.#source;
    const { definition, period } = this.#choice;
    if (isMissing) {
      const season = { title: 'No season at the moment', text: 'The ranking appears here when the next season starts.' };
      const reasons = 'This window does not exist, has not begun, or is no longer kept.';
      const none = { title: 'Nothing to show for this time', text: reasons };
      return definition.kind === 'SEASON' && !period ? season : none;
    }
    if (entryCount > 0) {
      return null;
    }
    if (isRelative) {
      return { title: 'No friends here yet', text: 'None of them has a score in this window.' };
    }
    return window?.state === 'OPEN'
      ? { title: 'No scores yet', text: 'The first score puts its participant in first place.' }
      : { title: 'No scores', text: 'No participant had a score in this window.' };
  }

  /** Says changes of the viewer's own row. */
  #announce() {
    const { own, isOwnKnown } = this.#source;
    const { board, isViewer } = this.#choice;
    const facts = { format: this.#format, decimals: board.decimals, isViewer };
    const text = isOwnKnown && this.#own !== undefined ? ownChange(this.#own, own, facts) : null;
    if (text) {
      this.#announcer.say(text);
    }
    this.#own = isOwnKnown ? own : undefined;
  }

  #open(row) {
    const { board, definition, group } = this.#choice;
    this.#participant.open(row, { client: this.#client, board, definition, group, format: this.#format });
  }

  async #findRows(ranking, text) {
    const source = this.#source;
    if (source.isRelative) {
      const rows = Array.from({ length: source.entryCount }, (_, index) => source.row(index + 1));
      const wanted = text.toLocaleLowerCase();
      return rows.filter(({ participant }) => participant?.name?.toLocaleLowerCase().includes(wanted)).slice(0, 8);
    }
    return ranking.search(text, 8);
  }

  /** Opens the ranking again. Until then further events are of the same change, or are late. */
  #windowEnded({ before, next }) {
    const texts = [before && 'The window has ended.', next && `A new ${before ? 'one' : 'window'} has begun.`];
    this.#reopening ??= setTimeout(
      () => {
        this.#announcer.say(texts.filter(Boolean).join(' '));
        this.#openSource();
        this.dispatchEvent(new Event('windowended'));
      },
      PAUSE * (1 + Math.random() / 2),
    );
  }

  /** Live rows catch up by themselves; the pages around them are read again. */
  #restored() {
    this.#source?.refresh();
    this.#announcer.say('The connection is back. The table is up to date.');
  }
}
