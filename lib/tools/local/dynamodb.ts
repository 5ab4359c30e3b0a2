/** The local DynamoDB engine: dynalite in this process. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AbstractIterator } from 'abstract-level';
import dynalite from 'dynalite';

interface LocalDynamodb {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the engine on a free port of 127.0.0.1, with its data in the folder, or in memory if none is given. */
export async function startDynamodb(folder?: string): Promise<LocalDynamodb> {
  letStreamsEnd();
  const server = dynalite({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { port, close };
}

/**
 * dynalite 4 ends a stream with `return()` of its iterator, as generators have it.
 * Iterators of abstract-level only have `close()`, so every query would leave one
 * open, with 0.1 MB of memory.
 */
function letStreamsEnd(): void {
  // The prototype of the iterators of entries, of keys and of values.
  const common = Object.getPrototypeOf(AbstractIterator.prototype);
  common.return = function close(this: { close(): Promise<void> }) {
    return this.close();
  };
}
