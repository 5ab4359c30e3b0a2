/** The local DynamoDB engine: dynalite in this process, with transactions. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { AbstractIterator } from 'abstract-level';
import type Dynalite from 'dynalite';
import { getValidation, writeValidation } from './transaction-requests.ts';
import { transactGetItems, transactWriteItems } from './transactions.ts';

interface LocalDynamodb {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the engine on a free port of 127.0.0.1, with its data in the folder, or in memory if none is given. */
export async function startDynamodb(folder?: string): Promise<LocalDynamodb> {
  letStreamsEnd();
  const dynalite = loadWithTransactions();
  const server = dynalite({ createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) });
  server.on('request', renameCommand);
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
 * dynalite's list of commands is fixed. So transactions run in the place of commands that no table here needs, and their
 * requests are received, checked and answered like all others.
 */
const replaced = {
  TransactWriteItems: 'TagResource',
  TransactGetItems: 'UntagResource',
} as const;

/** Must replace the modules of the commands before dynalite loads them. */
function loadWithTransactions(): typeof Dynalite {
  const require = createRequire(import.meta.url);
  const replace = (path: string, exports: unknown) => {
    const id = require.resolve(`dynalite/${path}.js`);
    require(id);
    Object.assign(require.cache[id] ?? {}, { exports });
  };
  replace('actions/tagResource', transactWriteItems);
  replace('validations/tagResource', writeValidation);
  replace('actions/untagResource', transactGetItems);
  replace('validations/untagResource', getValidation);
  return require('dynalite');
}

const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries(replaced).flatMap(([name, other]) => [
    [name, other],
    [other, name],
  ]),
);

function renameCommand({ headers }: IncomingMessage): void {
  const target = String(headers['x-amz-target']);
  headers['x-amz-target'] = target.replace(/\w+$/, (name) => otherNames.get(name) ?? name);
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
