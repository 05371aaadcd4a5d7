// Runs the audits of graphql-http on a URL, and prints one line of JSON per audit.
import { serverAudits } from 'graphql-http';

const [url] = process.argv.slice(2);
for (const audit of serverAudits({ url, fetchFn: fetch })) {
  const { status, reason } = await audit.fn();
  console.log(JSON.stringify({ id: audit.id, name: audit.name, status, reason: reason ?? '' }));
}
