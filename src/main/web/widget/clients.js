/** The clients of the leaderboards of a page. */
import { createClient } from '../../laurel-client.js';
import { failure } from './attributes.js';

/** API keys act for all players, so a page must not have one. */
function checked(token) {
  if (token?.startsWith('laurel_')) {
    throw failure('INVALID_ARGUMENT', 'A page must not have an API key; use the token of a player.');
  }
  return token;
}

/** Elements with the same service, app and token share a client, and so a WebSocket. */
const shared = [];

/** The shared client of an element. `fail` receives the refusal of a token that the page's function returns. */
export function acquire(url, app, token, fail) {
  let entry = shared.find((one) => one.url === url && one.app === app && one.token === token);
  if (!entry) {
    entry = { url, app, token, users: new Set() };
    entry.client = createClient({ url, app, token: typeof token === 'function' ? () => requested(entry) : checked(token) });
    shared.push(entry);
  }
  entry.users.add(fail);
  return entry;
}

async function requested({ token, users }) {
  const value = await token();
  try {
    return checked(value);
  } catch (error) {
    users.forEach((fail) => fail(error));
    throw error;
  }
}

export function release(entry, fail) {
  entry.users.delete(fail);
  if (entry.users.size === 0) {
    shared.splice(shared.indexOf(entry), 1);
    entry.client.close();
  }
}
