/**
 * A leaderboard in an iframe. The query string selects what it shows. A token comes from the fragment, or from the embedding
 * page by messages, never from the query string, which servers log. src/docs/widget.md describes parameters and messages.
 */
import '/laurel-leaderboard.js';

const ATTRIBUTES = {
  window: 'window',
  windowName: 'window-name',
  group: 'group',
  first: 'first',
  participant: 'participant',
  entityType: 'entity-type',
  around: 'around',
  heading: 'heading',
  labels: 'labels',
};
const FLAGS = ['avatars', 'selectable'];
const THEMES = ['auto', 'light', 'dark'];
const COLOR = /^#?((?:[\da-f]{3}){1,2})$/i;
const TOKEN_WAIT = 10_000;

const page = document.documentElement;
const parameters = new URLSearchParams(location.search);
const embedder = window.parent === window ? null : window.parent;
const parentOrigin = originOf(parameters.get('parent'));
let waiting = [];

/** The origin of an address of the embedding page. Null if there is none. */
function originOf(address) {
  try {
    const { origin } = new URL(address);
    return /^https?:/.test(origin) ? origin : null;
  } catch {
    return null;
  }
}

/** Sends a message to the embedding page. Without a known origin only what is not confidential. */
function send(message, confidential) {
  if (embedder && (parentOrigin || !confidential)) {
    embedder.postMessage(message, parentOrigin ?? '*');
  }
}

/** Asks the embedding page for a token. */
function askForToken() {
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    send({ type: 'laurel-token-request' }, true);
    setTimeout(() => reject(new Error('The embedding page has sent no token.')), TOKEN_WAIT);
  });
}

/** Takes a token of the embedding page: of this window and of this origin only. */
function receive({ source, origin, data }) {
  if (source === embedder && origin === parentOrigin && data?.type === 'laurel-token' && typeof data.token === 'string') {
    waiting.forEach((resolve) => resolve(data.token));
    waiting = [];
  }
}

/** The token of the fragment, which is removed from the address. */
function fragmentToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

function createBoard() {
  const board = document.createElement('laurel-leaderboard');
  board.setAttribute('board', page.dataset.leaderboard);
  board.setAttribute('heading-level', '1');
  if (page.dataset.app) {
    board.setAttribute('app', page.dataset.app);
  }
  for (const [parameter, attribute] of Object.entries(ATTRIBUTES)) {
    if (parameters.has(parameter)) {
      board.setAttribute(attribute, parameters.get(parameter));
    }
  }
  FLAGS.forEach((flag) => board.toggleAttribute(flag, parameters.get(flag) === 'true'));
  board.token = fragmentToken() ?? (parameters.get('token') === 'parent' && embedder && parentOrigin ? askForToken : undefined);
  return board;
}

function applyLook(board) {
  const theme = parameters.get('theme');
  const [, accent] = COLOR.exec(parameters.get('accent') ?? '') ?? [];
  page.dir = parameters.get('dir') === 'rtl' ? 'rtl' : 'ltr';
  page.lang = parameters.get('lang') || navigator.language;
  if (THEMES.includes(theme)) {
    board.setAttribute('theme', theme);
    page.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
  }
  if (accent) {
    board.style.setProperty('--laurel-accent', `#${accent}`);
  }
}

const board = createBoard();
applyLook(board);
window.addEventListener('message', receive);
board.addEventListener('laurel-update', ({ detail }) => {
  document.title = detail.name ?? document.title;
});
board.addEventListener('laurel-error', ({ detail: { code, message } }) => send({ type: 'laurel-error', code, message }, false));
board.addEventListener('laurel-select', ({ detail: { row } }) => send({ type: 'laurel-select', row }, true));
const sizes = new ResizeObserver(() => {
  send({ type: 'laurel-height', height: Math.ceil(board.getBoundingClientRect().height) }, false);
});
sizes.observe(board);
document.querySelector('main').append(board);
