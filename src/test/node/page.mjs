// Opens the leaderboard page in a headless Chromium, and checks what it promises, with leaderboards that it creates.
// Arguments: the browser, the address of the service, a folder for screenshots, or '' for none and fewer sizes of the window,
// and the key of an administrator, or ''.
// The variable ONLY may name some of the checks, separated by commas.
// Prints one JSON object of what was seen. Fails if any of its booleans is false.
import { Session } from './page/session.mjs';
import { createBoards, earn, fill, playCup, tokenOf } from './page/boards.mjs';
import { serviceOf } from './page/service.mjs';
import { checkFirstVisit, checkLooks } from './page/looks.mjs';
import { checkAccess } from './page/access.mjs';
import { checkChoices } from './page/choices.mjs';
import { checkConnection } from './page/connection.mjs';
import { checkList } from './page/list.mjs';
import { checkLive } from './page/live.mjs';
import { checkModules } from './page/modules.mjs';
import { checkTable } from './page/table.mjs';

const [executablePath, base, folder, key = ''] = process.argv.slice(2);
const ask = serviceOf(base, key);
const suffix = Date.now().toString(36);
if (key) {
  await ask('mutation { updateApp(input: {appKey: "default", anonymousReading: true}) { errors { code message } } }');
}
const boards = await createBoards(ask, suffix);
const cup = await playCup(ask, boards.keys.cup, suffix);
await earn(ask, boards.me, suffix);
await fill(ask, boards.keys.large, suffix, 5_000);
const session = await Session.open({ executablePath, base, folder, key, ask, ...boards, token: await tokenOf(ask, boards.me) });
const checks = {
  firstVisit: checkFirstVisit,
  choices: checkChoices,
  table: checkTable,
  list: checkList,
  modules: checkModules,
  live: checkLive,
  connection: checkConnection,
  access: checkAccess,
  looks: checkLooks,
};
const seen = { cup };
const only = process.env.ONLY?.split(',') ?? Object.keys(checks);
for (const [name, check] of Object.entries(checks).filter(([name]) => only.includes(name))) {
  try {
    seen[name] = await check(session);
  } catch (error) {
    console.error(error);
    seen[name] = { completed: false, message: String(error.message).split('\n')[0] };
  }
}
seen.policy = { violations: session.violations, none: session.violations.length === 0 };
seen.errors = { uncaught: session.uncaught, none: session.uncaught.length === 0 };
await session.close();
console.log(JSON.stringify(seen));
const failed = namesOfFalse(seen);
if (failed.length) {
  console.error(`The page does not keep: ${failed.join(', ')}`);
  process.exit(1);
}

function namesOfFalse(value, path = '') {
  if (value === false) {
    return [path];
  }
  const isObject = value && typeof value === 'object';
  return isObject ? Object.entries(value).flatMap(([name, part]) => namesOfFalse(part, path ? `${path}.${name}` : name)) : [];
}
