/** The table of the service, as the functions of a container use it. A function that contains this module has rights on that table. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readSettings, type Settings } from '../../shared/settings.ts';
import '../../shared/rights/service-table.ts';
import '../../shared/rights/settings-rights.ts';
import { containerClient } from './client.ts';
import { sendGet } from './send-get.ts';
import { checkShards, getShards } from './shard-epochs.ts';

export interface Database extends Settings {
  readonly client: DynamoDBDocumentClient;
}

let database: Database | undefined;

/** @throws Error naming the variable if one of the environment is missing or wrong. */
export function containerDatabase(): Database {
  database ??= { client: containerClient(), ...readSettings(process.env) };
  return database;
}

/** Longer than a connection takes: a start that is slower than this is slow for another reason. */
const maxPrimingMs = 1_000;

/**
 * Reads the shards that the table knows, which also opens a connection, so that the first request finds it open. If the read
 * fails, the first request that needs the database says what is wrong.
 *
 * @throws Error when INDEX_SHARDS contradicts the table.
 */
async function prime({ client, tableName, shards }: Database): Promise<void> {
  const options = { abortSignal: AbortSignal.timeout(maxPrimingMs), requestTimeout: maxPrimingMs };
  const read = sendGet(client, { TableName: tableName, ...getShards }, options);
  const found = await read.then((item) => ({ item })).catch(() => undefined);
  if (found) checkShards(shards, found.item);
}

// While a function starts in Lambda, it has a whole CPU; with 512 MB, a request has a third of one.
// Only Lambda sets the variable. A wrong setting ends the start here, and not the first request.
if (process.env['AWS_LAMBDA_INITIALIZATION_TYPE'] !== undefined) await prime(containerDatabase());
