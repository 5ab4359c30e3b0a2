import { once } from 'node:events';
import { createServer } from 'node:net';
import { LocalError } from './local-error.ts';

/** @throws LocalError if the port is in use or not permitted. */
export async function requireFreePort(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
    throw new LocalError(
      `Port ${port} ${reason}; choose another, for example: npm start -- --port ${port + 1}`,
      { cause },
    );
  }
}

/** A port that nothing listens on. */
export function findFreePort(): Promise<number> {
  return listenOnce(0);
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}
