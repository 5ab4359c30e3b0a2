/**
 * The DynamoDB client: one per container, kept between invocations.
 *
 * This is the plain client, not DynamoDBDocumentClient: a document is stored as
 * JSON in one attribute (search/documents/document-items.ts), so nothing is
 * marshalled. Measured with bench/client.ts, three runs: the document client
 * takes 6 % more bundle and 3 to 6 % more CPU per request. Its start takes 0.96
 * to 1.04 times as long, which is no difference.
 */

import type { IncomingMessage } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { readSettings } from '../settings.ts';
import { maxAttemptMs } from './invocation-time.ts';

type Handled = ReturnType<NodeHttpHandler['handle']>;

/** Limits the time of the body, too: `requestTimeout` ends with the headers, `socketTimeout` restarts at each byte. */
class AttemptHandler extends NodeHttpHandler {
  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>): Handled {
    const handled = await super.handle(request, options);
    endInTime(handled.response.body, options?.requestTimeout ?? maxAttemptMs);
    return handled;
  }
}

function endInTime(body: IncomingMessage, limitMs: number): void {
  const late = Object.assign(new Error(`The body took longer than ${limitMs} ms.`), { name: 'TimeoutError' });
  const timer = setTimeout(() => body.destroy(late), limitMs);
  body.once('close', () => clearTimeout(timer));
}

export interface Database {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

let database: Database | undefined;

/** Region, endpoint and credentials come from the environment that Lambda sets. */
export function containerDatabase(): Database {
  database ??= { client: makeClient(), tableName: readSettings(process.env).tableName };
  return database;
}

/** Three attempts with the SDK's pauses between them. Each command says how long an attempt may take. */
function makeClient(): DynamoDBClient {
  // Connections are kept between invocations. Waiting for a free one would count as time to connect.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const requestHandler = new AttemptHandler({
    httpAgent: agent,
    httpsAgent: agent,
    connectionTimeout: 1_000,
    requestTimeout: maxAttemptMs,
    // Without it the SDK only warns of a request that takes too long.
    throwOnRequestTimeout: true,
    // The default is 300 s.
    socketTimeout: maxAttemptMs,
  });
  return new DynamoDBClient({ maxAttempts: 3, requestHandler });
}
