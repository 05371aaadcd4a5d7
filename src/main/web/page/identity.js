// The token of the caller. It comes in the fragment of the address, which browsers do not send, or from the settings.

const STORED = 'laurel.token';

/** The token or key that requests send. Kept for this tab only. */
export class Identity {
  #prefix;
  #token;

  constructor(app) {
    this.#prefix = app ? `${STORED}.${app}` : STORED;
    this.#token = stored(this.#prefix);
    this.take();
  }

  /**
   * Takes a token out of the address at once, so that it is in no bookmark, history or shared link. Returns whether there was
   * one.
   */
  take() {
    const fragment = new URLSearchParams(location.hash.slice(1));
    const token = fragment.get('token');
    if (token) {
      fragment.delete('token');
      const rest = fragment.toString();
      history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
      this.token = token;
    }
    return Boolean(token);
  }

  /** Starts the page again as this caller. Without storage, the token goes through the address, which gives it up at once. */
  restart() {
    if (this.#token && stored(this.#prefix) !== this.#token) {
      const { pathname, search } = location;
      history.replaceState(history.state, '', `${pathname}${search}#token=${encodeURIComponent(this.#token)}`);
    }
    location.reload();
  }

  get token() {
    return this.#token;
  }

  /** Undefined removes it. */
  set token(token) {
    this.#token = token?.trim() || undefined;
    try {
      if (this.#token) {
        sessionStorage.setItem(this.#prefix, this.#token);
      } else {
        sessionStorage.removeItem(this.#prefix);
      }
    } catch {
      // The browser stores nothing for this page, so the token is known until the page is left.
    }
  }
}

function stored(key) {
  try {
    return sessionStorage.getItem(key) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The participant that `text` names: an external ID, or `TYPE:external-id` with a type that the board accepts, because external
 * IDs may have colons, too. Without a type, it is an account, or of the first type.
 */
export function participantOf(text, entityTypes) {
  const [, named, rest] = /^([A-Z][A-Z0-9_]{0,31}):(.+)$/.exec(text) ?? [];
  if (entityTypes.includes(named)) {
    return { entityType: named, externalId: rest };
  }
  const usual = entityTypes.includes('ACCOUNT') ? 'ACCOUNT' : entityTypes[0];
  return { entityType: usual, externalId: text };
}

/** Whether a participant of a row is this one. */
export function isSame(participant, reference) {
  const { externalId, entityType } = participant ?? {};
  return Boolean(externalId && reference) && externalId === reference.externalId && entityType === reference.entityType;
}
