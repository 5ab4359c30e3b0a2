/** The local DynamoDB engine: dynalite in this process, with transactions. */

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { AbstractIterator } from 'abstract-level';
import dynalite from 'dynalite';
import database, { type Store } from 'dynalite/db/index.js';
import { transactions } from './transactions.ts';

interface LocalDynamodb {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the engine on a free port of 127.0.0.1, with its data in the folder, or in memory if none is given. */
export async function startDynamodb(folder?: string): Promise<LocalDynamodb> {
  letStreamsEnd();
  const server = withTransactions({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
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

/** dynalite passes its store to nobody, so the store is noted while dynalite makes it. */
function withTransactions(options: Parameters<typeof dynalite>[0]): Server {
  const { create } = database;
  const stores: Store[] = [];
  database.create = (its) => {
    const store = create(its);
    stores.push(store);
    return store;
  };
  const server = dynalite(options);
  database.create = create;
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const command = transactions[String(request.headers['x-amz-target']).replace(/^.*\./, '')];
    const [store] = stores;
    if (command && store) void answer(response, async () => command(store, Object(await json(request))));
    else for (const listener of others) listener(request, response);
  });
  return server;
}

async function answer(response: ServerResponse, run: () => Promise<unknown>): Promise<void> {
  const { status, body } = await run().then(
    (output) => ({ status: 200, body: output }),
    (error: unknown) => {
      const { statusCode = 500, body: its = { message: String(error) } } = Object(error);
      return { status: statusCode, body: its };
    },
  );
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
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
