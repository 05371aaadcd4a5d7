// The page that asks for a key. The key stays in the session storage of the tab, and is never part of an address.
import { Api } from './api.js';
import { element } from './dom.js';
import { Form } from './form.js';

const KEY = 'laurel-admin-key';
const APP = 'laurel-admin-app';

/** Key of the app in the address of the page, such as `/apps/game/admin`. */
const appOfPage = document.documentElement.dataset.app ?? null;

export const remembered = () => ({ key: sessionStorage.getItem(KEY), app: appOfPage ?? sessionStorage.getItem(APP) });

/** Changes to another app. The page of an app has an address of its own. */
export function changeApp(app, start) {
  remember({ app });
  if (appOfPage) {
    location.assign(`/apps/${encodeURIComponent(app)}/admin${location.hash}`);
  } else {
    start();
  }
}

export function remember({ key, app }) {
  if (key) {
    sessionStorage.setItem(KEY, key);
  }
  if (app) {
    sessionStorage.setItem(APP, app);
  }
}

export function forget() {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(APP);
}

/** Asks for a key until the service accepts it for an administrator. */
export function signIn(open, signedOut, note) {
  const form = new Form({
    name: 'Sign in',
    label: 'Sign in',
    fields: [
      {
        name: 'key',
        label: 'API key',
        type: 'password',
        required: true,
        hint: 'A key of the role ADMIN. It is kept until this tab is closed.',
      },
    ],
    submit: async ({ key }) => {
      const session = await Api.session(key, appOfPage, signedOut);
      remember({ key });
      open(session);
    },
  });
  const status = element('p', { class: 'hint', role: 'status' }, note ?? '');
  const card = element('div', { class: 'card' }, element('h1', {}, 'Laurel administration'), status, form.element);
  document.body.replaceChildren(element('main', { class: 'sign-in' }, card));
  document.title = 'Sign in · Laurel';
  form.focus();
}
