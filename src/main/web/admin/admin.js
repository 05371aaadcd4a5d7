// The administration: signing in, the navigation, and the section that the address names.
import { Api } from './api.js';
import { announce, button, element } from './dom.js';
import { apiKeys } from './sections/api-keys.js';
import { audit } from './sections/audit.js';
import { deadLetters } from './sections/dead-letters.js';
import { indexCheck } from './sections/index-check.js';
import { jobs } from './sections/jobs.js';
import { leaderboards } from './sections/leaderboards.js';
import { participants } from './sections/participants.js';
import { quarantine } from './sections/quarantine.js';
import { rates } from './sections/rates.js';
import { restrictions } from './sections/restrictions.js';
import { webhooks } from './sections/webhooks.js';
import { changeApp, forget, remembered, signIn } from './sign-in.js';

const GROUPS = [
  ['Rankings', [leaderboards, rates, indexCheck]],
  ['Fair play', [quarantine, restrictions, participants]],
  ['Connections', [webhooks, deadLetters, apiKeys]],
  ['Operation', [jobs, audit]],
];
const SECTIONS = GROUPS.flatMap(([, sections]) => sections);

let leave = new AbortController();

/** Shows the page for a caller that has the role ADMIN. */
function open({ api, apps, app, key }) {
  const links = new Map(SECTIONS.map(({ id, title }) => [id, element('a', { href: `#/${id}` }, title)]));
  const groups = GROUPS.map(([name, sections]) =>
    element(
      'div',
      { class: 'group' },
      element('p', {}, name),
      element(
        'ul',
        {},
        sections.map(({ id }) => element('li', {}, links.get(id))),
      ),
    ),
  );
  const main = element('main', { id: 'main' });
  const out = key && button('Sign out', () => close(api), { class: 'quiet' });
  const skip = element('a', { class: 'skip', href: '#main', onclick: (event) => jump(event, main) }, 'Skip to content');
  const header = element('header', {}, element('p', { class: 'brand' }, 'Laurel'), apps.length > 1 && chooser(apps, app), out);
  document.body.replaceChildren(
    skip,
    header,
    element('div', { class: 'layout' }, element('nav', { 'aria-label': 'Sections' }, groups), main),
  );
  const show = (focus) => {
    leave.abort();
    leave = new AbortController();
    const [id, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
    const section = SECTIONS.find((one) => one.id === id) ?? leaderboards;
    links.forEach((link, own) =>
      own === section.id ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current'),
    );
    const context = { api, app, apps, signal: leave.signal, argument: rest.join('/') || null };
    const { title, description, content } = section.render(context);
    const heading = element('h1', { tabindex: -1 }, title);
    main.replaceChildren(heading, element('p', { class: 'description' }, description), ...content);
    document.title = `${title} · Laurel`;
    if (focus) {
      heading.focus();
      scrollTo(0, 0);
    }
  };
  onhashchange = () => show(true);
  show(false);
}

function jump(event, main) {
  event.preventDefault();
  main.querySelector('h1').focus();
}

/** A choice of the app in which everything happens. */
function chooser(apps, app) {
  const options = apps.map(({ key, name }) => element('option', { value: key, selected: key === app }, name));
  const change = ({ target }) => changeApp(target.value, start);
  const select = element('select', { id: 'app', onchange: change }, options);
  return element('div', { class: 'app' }, element('label', { for: 'app' }, 'App'), select);
}

function close(api) {
  leave.abort();
  onhashchange = null;
  api.close();
  forget();
  signIn(open, signedOut, 'You are signed out.');
}

function signedOut(error) {
  leave.abort();
  onhashchange = null;
  forget();
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  signIn(open, signedOut, error.message);
  announce('You are signed out.');
}

async function start() {
  const { key, app } = remembered();
  try {
    open(await Api.session(key, app, signedOut));
  } catch (error) {
    if (['UNAUTHENTICATED', 'FORBIDDEN', 'APP_NOT_FOUND'].includes(error.code)) {
      forget();
    }
    signIn(open, signedOut, key || error.code !== 'UNAUTHENTICATED' ? error.message : null);
  }
}

start();
