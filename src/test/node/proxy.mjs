// A proxy whose connections a test can cut.
import { connect, createServer } from 'node:net';

/** Listens on a new port, and forwards connections to the port of the URL until `cut` is called. */
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
    /** Drops all connections without a close message. Later connections are forwarded. */
    cut: () => lines.forEach((line) => line.destroy()),
    /** Forwards later connections to this URL. */
    aim: (other) => (target = new URL(other)),
    close: () => {
      server.close();
      lines.forEach((line) => line.destroy());
    },
  };
}
