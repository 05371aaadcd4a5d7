// Creates vectors of src/main/web/client/vectors with random changes: top-random, around-random and ranks-random.
// The expected rows come from a ranking that is sorted and counted as a whole, not from splicing. Without arguments it writes
// the files; client.mjs compares them with what it creates. The other vectors are written by hand.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../main/web/client/vectors/', import.meta.url);
const STEPS = 60;
const NAMES = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ian', 'joy', 'kim', 'leo'];

/** Numbers from 0 to below a limit. The sequence is the same in every run. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** A small leaderboard: high scores first, then high subscores, then the earlier submission. */
class Board {
  #entries = new Map();
  #submissions = 0;

  submit(name, score, subscore) {
    this.#entries.set(name, { name, score, subscore, submission: ++this.#submissions });
  }

  remove(name) {
    this.#entries.delete(name);
  }

  /** All rows. The rank of each is one more than the number of better entries. `version` changes with each submission. */
  rows() {
    const entries = [...this.#entries.values()];
    const isBetter = (a, b) => a.score > b.score || (a.score === b.score && a.subscore > b.subscore);
    entries.sort((a, b) => b.score - a.score || b.subscore - a.subscore || a.submission - b.submission);
    return entries.map((entry, index) => ({
      version: entry.submission,
      row: {
        id: `standing-${entry.name}`,
        rank: 1 + entries.filter((other) => isBetter(other, entry)).length,
        position: index + 1,
        score: String(entry.score),
        subscore: String(entry.subscore),
        participant: { id: `participant-${entry.name}`, name: entry.name },
      },
    }));
  }
}

/** Changes a few entries. Scores have few values, so that many are tied. */
function change(board, random) {
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const name = NAMES[random(NAMES.length)];
    if (random(6) === 0) {
      board.remove(name);
    } else {
      board.submit(name, random(7), random(2));
    }
  }
}

/**
 * The steps of a list. `select` selects the part of all rows that is in the list, and `eventOf` makes the event without cursors
 * from the part before and after. Now and then the changes apply to a list that the client does not have, and the next event is a
 * whole list.
 */
function steps(seed, select, eventOf) {
  const random = randomNumbers(seed);
  const board = new Board();
  const result = [];
  let before = null;
  for (let step = 1; step <= STEPS; step++) {
    change(board, random);
    const mismatch = before !== null && random(15) === 0;
    const base = before !== null && random(12) > 0 ? before : null;
    const after = select(board.rows());
    const event = { cursor: `cursor-${step}`, baseCursor: base && `cursor-${step - 1}`, ...eventOf(base ?? [], after) };
    if (mismatch) {
      result.push({ event: { ...event, baseCursor: 'another-cursor' }, expect: { resubscribe: true } });
      before = null;
    } else {
      result.push({ event, expect: { rows: after.map(({ row }) => row) } });
      before = after;
    }
  }
  return result;
}

function patches(before, after) {
  const versions = new Map(before.map(({ row, version }) => [row.id, version]));
  const ids = new Set(after.map(({ row }) => row.id));
  return {
    removedStandingIds: [...versions.keys()].filter((id) => !ids.has(id)),
    upserted: after
      .filter(({ row, version }) => versions.get(row.id) !== version)
      .map(({ row: { id, ...row } }) => ({ standingId: id, ...row })),
  };
}

/** Changes of followed participants. Their positions are those of the last change of their ranks and entries. */
function rankChanges(before, after) {
  const old = new Map(before.map((item) => [item.row.id, item]));
  const changes = [];
  after.forEach((item) => {
    const was = old.get(item.row.id);
    old.delete(item.row.id);
    if (was && was.version === item.version && was.row.rank === item.row.rank) {
      item.row = was.row;
    } else {
      changes.push({ participant: { id: item.row.participant.id }, standing: item.row });
    }
  });
  after.sort((a, b) => a.row.rank - b.row.rank || a.row.position - b.row.position);
  const removed = [...old.values()].map(({ row }) => ({ participant: { id: row.participant.id }, standing: null }));
  return { changes: [...removed, ...changes] };
}

export function randomVectors() {
  const around = (rows) => {
    const own = rows.findIndex(({ row }) => row.participant.name === 'fay');
    return own < 0 ? [] : rows.slice(Math.max(0, own - 2), own + 3);
  };
  return {
    'top-random': {
      name: 'top-random',
      description: 'Random changes of a ranking of twelve participants. The list is its first five.',
      list: 'top',
      steps: steps(11, (rows) => rows.slice(0, 5), patches),
    },
    'around-random': {
      name: 'around-random',
      description: 'Random changes of a ranking of twelve participants. The list is Fay with two neighbours on each side.',
      list: 'around',
      steps: steps(22, around, (before, after) => ({
        startPosition: after[0]?.row.position ?? null,
        startRank: after[0]?.row.rank ?? null,
        ...patches(before, after),
      })),
    },
    'ranks-random': {
      name: 'ranks-random',
      description: 'Random changes of a ranking of twelve participants. Ann, Cid, Eve and Gus are followed.',
      list: 'ranks',
      steps: steps(33, (rows) => rows.filter(({ row }) => /ann|cid|eve|gus/.test(row.participant.name)), rankChanges),
    },
  };
}

/** The vectors in the folder, by name. */
export function storedVectors() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, FOLDER)))]));
}

/** JSON with one line for each row, patch and change. */
function format(value, indent = '') {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || indent.length > 8 || line === '[]') {
    return line;
  }
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + (item.event ? format(item, inner) : JSON.stringify(item)))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${format(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, vector] of Object.entries({ ...storedVectors(), ...randomVectors() })) {
    writeFileSync(new URL(`${name}.json`, FOLDER), `${format(vector)}\n`);
  }
}
