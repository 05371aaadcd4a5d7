// A line to the server that can be cut.
import { connect, createServer } from 'node:net';

/** Listens on a port of its own and passes everything on to that of the URL, until `cut`. */
export async function openProxy(url) {
  let target = new URL(url);
  const lines = new Set();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: target.port });
    for (const [line, other] of [[near, far], [far, near]]) {
      lines.add(line);
      line.on('error', () => {});
      line.on('close', () => {
        lines.delete(line);
        other.destroy();
      });
      line.pipe(other);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = server.address().port;
  return {
    url: through.toString(),
    /** Ends what is connected without a word; who comes then is let through again. */
    cut: () => lines.forEach((line) => line.destroy()),
    /** Who comes from now on is let through to this one. */
    aim: (other) => (target = new URL(other)),
    close: () => {
      server.close();
      lines.forEach((line) => line.destroy());
    },
  };
}
