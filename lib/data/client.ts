/**
 * The DynamoDB client: one per container, kept between invocations.
 *
 * The plain client, and not DynamoDBDocumentClient: a source is stored as JSON
 * in one attribute (source-items.ts), so that there is nothing to marshal.
 * Measured with bench/client.ts, three runs: the document client with
 * attributes takes 6 % more bundle and 3 to 6 % more CPU for each request. To
 * start it takes 0.96 to 1.04 times as long, which is no difference.
 */

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { readSettings } from '../settings.ts';

/** The default socket time-out is 300 s, and `requestTimeout` alone only warns. */
const clientConfig: DynamoDBClientConfig = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 2_500,
    throwOnRequestTimeout: true,
    socketTimeout: 2_500,
  },
};

export interface Database {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

let database: Database | undefined;

/** Region, endpoint and credentials come from the environment, as Lambda sets it. */
export function containerDatabase(): Database {
  database ??= { client: new DynamoDBClient(clientConfig), tableName: readSettings(process.env).tableName };
  return database;
}
