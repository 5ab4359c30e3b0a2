/** The local DynamoDB engine: dynalite in this process, with transactions. */

/// <reference path="./dynalite.d.ts" />

import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { AbstractIterator } from 'abstract-level';
import type Dynalite from 'dynalite';
import database from 'dynalite/db/index.js';
import { updateIndexesValidation, updateTableWithIndexes } from './index-updates.ts';
import { type OnChange, watchStore } from './table-stream.ts';
import { getValidation, writeValidation } from './transaction-requests.ts';
import { transactGetItems, transactWriteItems } from './transactions.ts';

interface LocalDynamodb {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the engine on a free port of 127.0.0.1, with its data in the folder, or in memory if none is given.
 *
 * @param onChange gets each change of an item.
 */
export async function startDynamodb(folder?: string, onChange?: OnChange): Promise<LocalDynamodb> {
  const server = makeDynamodb(folder, onChange);
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

/** The engine as a server that does not listen yet. It also accepts streams, as connections. */
export function makeDynamodb(folder?: string, onChange?: OnChange): Server {
  letStreamsEnd();
  const dynalite = loadWithTransactions();
  const options = { createTableMs: 0, ...(folder === undefined ? {} : { path: folder }) };
  const { create } = database;
  // dynalite keeps the store that it creates for its server.
  if (onChange) database.create = (given) => watchStore(create(given), onChange);
  const server = dynalite(options);
  database.create = create;
  return server.on('request', renameCommand);
}

/**
 * dynalite's list of commands is fixed. So each command that it lacks takes the place of one that no table here needs. Then
 * dynalite receives, checks and answers its requests like all others.
 */
const additions = [
  {
    name: 'TransactWriteItems',
    place: 'TagResource',
    action: transactWriteItems,
    validation: writeValidation,
  },
  {
    name: 'TransactGetItems',
    place: 'UntagResource',
    action: transactGetItems,
    validation: getValidation,
  },
] as const;

/** Replaces modules of dynalite before it loads them. */
function loadWithTransactions(): typeof Dynalite {
  const require = createRequire(import.meta.url);
  const replace = (path: string, exports: unknown) => {
    const id = require.resolve(`dynalite/${path}.js`);
    require(id);
    Object.assign(require.cache[id] ?? {}, { exports });
  };
  replace('actions/updateTable', updateTableWithIndexes);
  replace('validations/updateTable', updateIndexesValidation);
  for (const { place, action, validation } of additions) {
    const module = place.charAt(0).toLowerCase() + place.slice(1);
    replace(`actions/${module}`, action);
    replace(`validations/${module}`, validation);
  }
  return require('dynalite');
}

/** The names of additions and of their places, each with the other one. */
const otherNames: ReadonlyMap<string, string> = new Map(
  additions.flatMap(({ name, place }): [string, string][] => [
    [name, place],
    [place, name],
  ]),
);

function renameCommand({ headers }: IncomingMessage): void {
  const target = String(headers['x-amz-target']);
  headers['x-amz-target'] = target.replace(/\w+$/, (command) => otherNames.get(command) ?? command);
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
