// <laurel-participant>: a dialog about one participant: standings, streaks, badges and the history of its rank.

import { badgeList, streakList } from './achievements.js';
import { Avatar } from '../table/avatar.js';
import { closeButton, element } from '../element.js';
import { nameOf } from '../format.js';
import { PARTICIPANT } from '../operations.js';
import { definitionName, inTabOrder } from '../window-names.js';

/** The charts are optional: without them the dialog has no history. */
const CHART = '/web/charts/rank-history.js';

/** `open(row, state)` shows the dialog; state is `{client, board, definition, group, format}`. */
export class ParticipantDialog extends HTMLElement {
  connectedCallback() {
    this.body = element('div', { class: 'dialog-body' });
    const close = closeButton(() => this.close());
    this.dialog = element('dialog', { class: 'dialog', 'aria-labelledby': 'participant-name' }, close, this.body);
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.close());
    this.dialog.addEventListener('close', () => this.body.replaceChildren());
    this.append(this.dialog);
  }

  close() {
    this.dialog.close();
  }

  async open(row, state) {
    const { participant } = row;
    this.shown = participant.id;
    this.body.replaceChildren(this.#head(row, state), element('div', { class: 'dialog-loading', 'aria-busy': 'true' }));
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    let content;
    try {
      const variables = { board: state.board.key, participant: { id: participant.id } };
      const { participant: found } = await state.client.query(PARTICIPANT, variables);
      content = found ? this.#sections(found, state) : [element('p', { class: 'hint' }, 'This participant no longer exists.')];
    } catch {
      content = [element('p', { class: 'hint' }, 'More could not be loaded. Close and try again.')];
    }
    if (this.shown === participant.id && this.dialog.open) {
      this.body.replaceChildren(this.body.firstElementChild, ...content);
      await this.#addHistory(participant, state);
    }
  }

  #head(row, { format, board }) {
    const avatar = new Avatar(row.participant);
    avatar.root.classList.add('is-large');
    const name = nameOf(row.participant);
    const rank = `Rank ${format.whole(row.rank)} · ${format.score(row.score, board.decimals)}`;
    return element(
      'header',
      { class: 'viewer-head' },
      avatar.root,
      element(
        'div',
        { class: 'viewer-who' },
        element('h2', { class: 'viewer-name', id: 'participant-name', dir: 'auto', title: name }, name),
        element('span', { class: 'hint' }, rank),
      ),
    );
  }

  #sections({ here, currentStandings, streaks, badgeAwards }, { board, format }) {
    const definitions = inTabOrder(board.windowDefinitions);
    const open = here.nodes.filter(({ ranking }) => definitions.some(({ key }) => key === ranking.window.definitionKey));
    const line = (name, { rank, score, ranking }, decimals) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row', dir: 'auto' }, name),
        element('td', { class: 'number' }, `#${format.whole(rank)}`),
        element('td', { class: 'number hint' }, `of ${format.whole(ranking.entryCount)}`),
        element('td', { class: 'number' }, format.score(score, decimals)),
      );
    const byTab = definitions.flatMap((definition) =>
      open
        .filter(({ ranking }) => ranking.window.definitionKey === definition.key)
        .slice(0, 1)
        .map((standing) => line(definitionName(definition), standing, board.decimals)),
    );
    const elsewhere = currentStandings.nodes
      .filter(({ ranking }) => ranking.window.leaderboard.key !== board.key)
      .map((standing) => {
        const { name, decimals } = standing.ranking.window.leaderboard;
        return line(name, standing, decimals);
      });
    return [
      ...titled('Here', byTab.length ? table(byTab) : null),
      ...titled('Streaks', streakList(streaks, format)),
      ...titled('Badges', badgeList(badgeAwards.nodes, format)),
      element('div', { class: 'history' }),
      ...titled('Other leaderboards', elsewhere.length ? table(elsewhere) : null),
    ];
  }

  /** The chart of the ranks in earlier windows, if it is installed. */
  async #addHistory({ id }, { client, board, definition, group }) {
    const place = this.body.querySelector('.history');
    if (!place || definition.kind === 'ALL_TIME') {
      return;
    }
    try {
      await import(CHART);
    } catch {
      return;
    }
    if (this.shown === id && place.isConnected) {
      const chart = element('laurel-rank-history', { board: board.key, window: definition.key });
      Object.assign(chart, { participant: { id }, group, client });
      place.append(chart);
    }
  }
}

function titled(title, content) {
  return content ? [element('h3', { class: 'card-title' }, title), content] : [];
}

function table(rows) {
  return element('table', { class: 'facts' }, element('tbody', {}, rows));
}

customElements.define('laurel-participant', ParticipantDialog);
