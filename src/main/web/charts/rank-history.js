// <laurel-rank-history board="drivers" window="yearly" participant="lewis-hamilton" entity-type="DRIVER">
import { Chart, html, participantRef, svg } from './chart.js';

/** Ranks of a participant in the last windows of a definition. */
const PARTICIPANT_RANK_HISTORY = /* GraphQL */ `
  query ParticipantRankHistory(
    $board: String! = "drivers"
    $definition: String = "yearly"
    $group: GroupValues
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}
    $first: Int = 20
  ) {
    leaderboard(key: $board) {
      name
      rankHistory(participant: $participant, windowDefinitionKey: $definition, group: $group, first: $first) {
        nodes {
          window { name startsAt endsAt state }
          standing { rank score participant { name externalId } ranking { entryCount } }
        }
      }
    }
  }
`;

/**
 * The rank of a participant in the last windows of a definition as a line, the first rank on top. The data are
 * `data = {leaderboard, participant, points: [{window, state, rank, score, entryCount}]}`, oldest window first; `rank` is null in a
 * window without an entry. Attributes: `board`, `window` (key of the definition), `participant`, `entity-type`, `windows` (20).
 */
export class RankHistory extends Chart {
  static observedAttributes = ['board', 'window', 'participant', 'entity-type', 'windows'];

  async read(signal) {
    const { leaderboard } = await this.client.query(
      PARTICIPANT_RANK_HISTORY,
      {
        board: this.getAttribute('board'),
        definition: this.getAttribute('window'),
        group: this.group ?? null,
        participant: participantRef(this.participant ?? this.getAttribute('participant'), this.getAttribute('entity-type')),
        first: Number(this.getAttribute('windows') ?? 20),
      },
      { signal },
    );
    const nodes = leaderboard?.rankHistory.nodes.toReversed() ?? [];
    const known = nodes.findLast(({ standing }) => standing)?.standing.participant;
    return nodes.some(({ standing }) => standing)
      ? {
          leaderboard: leaderboard.name,
          participant: known?.name ?? known?.externalId ?? 'Participant',
          points: nodes.map(({ window, standing }) => ({
            window: window.name,
            state: window.state,
            rank: standing?.rank ?? null,
            score: standing?.score ?? null,
            entryCount: standing?.ranking.entryCount ?? null,
          })),
        }
      : null;
  }

  draw({ leaderboard, participant, points }) {
    const ranked = points.filter(({ rank }) => rank !== null);
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const title = `${participant}: rank in ${leaderboard}`;
    const when = ranked.filter(({ rank }) => rank === best).map(({ window }) => window);
    const summary =
      `Best rank ${best} in ${when.slice(0, 3).join(', ')}${when.length > 3 ? ' and others' : ''}; ` +
      `${ranked.length} of ${points.length} windows with a score.`;
    const height = 220;
    const area = { left: 34, right: this.width - 16, top: 26, bottom: height - 30 };
    const marks = ticks(Math.max(...ranked.map(({ rank }) => rank)));
    const x = (index) => area.left + 16 + ((area.right - area.left - 32) * index) / Math.max(points.length - 1, 1);
    const y = (rank) => area.top + ((area.bottom - area.top) * (rank - 1)) / Math.max(marks.at(-1) - 1, 1);
    const tip = html('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
    const shapes = points.map((point, index) => (point.rank === null ? null : this.#point(point, x(index), y(point.rank))));
    const drawn = shapes.filter(Boolean);
    this.walk(drawn, drawn.length - 1, (index) => place(tip, index === null ? null : drawn[index], this.width));
    const picture = this.picture(
      this.width,
      height,
      title,
      summary,
      ...marks.map((rank) => gridLine(rank, area, y(rank))),
      ...runs(points).map((run) => trace(run, x, y, area)),
      ...windowNames(points, x, height),
      ...drawn,
    );
    return {
      title,
      summary,
      parts: [html('div', { class: 'frame' }, picture), tip],
      table: {
        head: ['Window', 'Rank', 'Participants', 'Score'],
        rows: points.map(({ window, rank, entryCount, score }) => [window, rank ?? 'no score', entryCount ?? '', score ?? '']),
      },
    };
  }

  #point({ window, rank, entryCount, score, state }, x, y) {
    const place = `rank ${rank}${entryCount ? ` of ${entryCount}` : ''}`;
    const label = `${window}: ${place}${score === null ? '' : `, score ${score}`}${state === 'OPEN' ? ', not final' : ''}`;
    const point = svg('g', { class: 'point', role: 'img', 'aria-label': label, transform: `translate(${x} ${y})` });
    point.append(svg('circle', { class: 'hit', r: 14 }), svg('circle', { r: 4 }), svg('text', { y: -11 }, rank));
    point.dataset.x = x;
    point.dataset.y = y;
    return point;
  }
}

/** A few whole ranks from 1 to at least the worst. */
function ticks(worst) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 100_000].find((one) => worst / one <= 5) ?? worst;
  const marks = [1];
  for (let rank = step === 1 ? 2 : step; marks.at(-1) < worst; rank += step) {
    marks.push(rank);
  }
  return marks;
}

/** Consecutive windows with a score: the line breaks at the others. */
function runs(points) {
  const all = [[]];
  points.forEach(({ rank }, index) => (rank === null ? all.push([]) : all.at(-1).push({ rank, index })));
  return all.filter((run) => run.length > 0);
}

function trace(run, x, y, { bottom }) {
  const path = run.map(({ rank, index }, at) => `${at ? 'L' : 'M'}${x(index)} ${y(rank)}`).join('');
  const closed = `${path}L${x(run.at(-1).index)} ${bottom}L${x(run[0].index)} ${bottom}Z`;
  return svg('g', {}, svg('path', { class: 'area', d: closed }), svg('path', { class: 'trace', d: path }));
}

function gridLine(rank, { left, right }, y) {
  const line = svg('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y });
  return svg('g', { 'aria-hidden': 'true' }, line, svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, rank));
}

/** Names below the axis, as many as there is room for; the last one always. */
function windowNames(points, x, height) {
  const room = Math.max(...points.map(({ window }) => window.length)) * 7 + 16;
  const every = Math.max(1, Math.ceil(room / Math.max(x(1) - x(0), 1)));
  return points
    .map(({ window }, index) => ({ window, index }))
    .filter(({ index }) => (points.length - 1 - index) % every === 0)
    .map(({ window, index }) =>
      svg('text', { x: x(index), y: height - 8, 'text-anchor': 'middle', 'aria-hidden': 'true' }, window),
    );
}

/** Shows the label of a point above it. */
export function place(tip, point, width) {
  tip.hidden = !point;
  if (point) {
    tip.textContent = point.getAttribute('aria-label');
    const picture = point.closest('svg');
    const frame = picture.getBoundingClientRect();
    const figure = tip.parentElement.getBoundingClientRect();
    const scale = frame.width / picture.viewBox.baseVal.width;
    const left = frame.left - figure.left + Number(point.dataset.x) * scale;
    const top = frame.top - figure.top + Number(point.dataset.y) * scale;
    const [halfWidth, height] = [tip.offsetWidth / 2, tip.offsetHeight];
    tip.style.translate = `${Math.min(Math.max(left - halfWidth, 0), width - 2 * halfWidth)}px ${Math.max(top - height - 26, 0)}px`;
  }
}

customElements.define('laurel-rank-history', RankHistory);
