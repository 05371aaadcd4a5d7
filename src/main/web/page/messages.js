// Errors in plain words.

const MESSAGES = {
  NETWORK: ['The service cannot be reached', 'Check your connection. The page tries again by itself.'],
  UNAVAILABLE: ['The service takes a short break', 'It is not available at the moment. The page tries again by itself.'],
  TIMEOUT: ['That took too long', 'The service is busy. The page tries again by itself.'],
  RATE_LIMITED: ['Too many requests', 'Wait a moment. The page tries again by itself.'],
  APP_NOT_FOUND: ['This app does not exist', 'Check the address: the part after /apps/ is the key of the app.'],
  LEADERBOARD_NOT_FOUND: ['This leaderboard does not exist', 'It may have been deleted, or is not public. Choose another one.'],
  UNKNOWN_GROUPING: ['This leaderboard has no such groups', 'Choose everyone, or another group.'],
  UNKNOWN_WINDOW_DEFINITION: ['This leaderboard has no such window', 'Choose one of the tabs.'],
  INVALID_ARGUMENT: ['The address of this page is not valid', 'It names a window or a group that cannot exist.'],
  FORBIDDEN: ['You may not read this', 'The token or key is for another app, or allows less than this page reads.'],
};
/** Codes of errors that only the reader can resolve, with another token. */
export const REFUSALS = ['UNAUTHENTICATED', 'FORBIDDEN'];
const TEMPORARY = ['NETWORK', 'UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED', 'INTERNAL'];
const REFUSED = {
  title: 'Sign in to see this leaderboard',
  text:
    'This app shows its rankings only to players and servers that it knows. ' +
    'Open the link that your game gave you, or enter a player token or an API key.',
};
const EXPIRED = {
  title: 'Your token is no longer valid',
  text:
    'It has expired, or belongs to another app. Open the link that your game gave you again, or enter another token. ' +
    'Settings can also forget it; without a token you see what is public.',
};

/** `{title, text, needsToken, repeats}` for an error of the client. */
export function describeError({ code, message }, hasToken) {
  if (code === 'UNAUTHENTICATED') {
    return { ...(hasToken ? EXPIRED : REFUSED), needsToken: true, repeats: false };
  }
  const [title, text] = MESSAGES[code] ?? ['Something went wrong', message];
  return { title, text, needsToken: code === 'FORBIDDEN', repeats: TEMPORARY.includes(code) };
}
