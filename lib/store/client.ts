/**
 * The DynamoDB client: one per container, kept between invocations.
 *
 * The plain client, and not DynamoDBDocumentClient: a source is stored as JSON
 * in one attribute (source-items.ts), so that there is nothing to marshal.
 * Measured with bench/client.ts, three runs: the document client with
 * attributes takes 6 % more bundle and 3 to 6 % more CPU for each request. To
 * start it takes 0.96 to 1.04 times as long, which is no difference.
 */

import type { IncomingMessage } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { readSettings } from '../settings.ts';
import { maxAttemptMs } from './invocation-time.ts';

type Handled = ReturnType<NodeHttpHandler['handle']>;

/** `requestTimeout` ends with the headers and `socketTimeout` begins anew at each byte: this ends the body too. */
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

/** Region, endpoint and credentials come from the environment, as Lambda sets it. */
export function containerDatabase(): Database {
  database ??= { client: makeClient(), tableName: readSettings(process.env).tableName };
  return database;
}

/** Three attempts, with the SDK's pauses between them; how long each may take is said with each command. */
function makeClient(): DynamoDBClient {
  // Kept between invocations; to wait for one that is free would count as time to connect.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const requestHandler = new AttemptHandler({
    httpAgent: agent,
    httpsAgent: agent,
    connectionTimeout: 1_000,
    requestTimeout: maxAttemptMs,
    // Without this one a request that takes too long is only warned of.
    throwOnRequestTimeout: true,
    // The default is 300 s.
    socketTimeout: maxAttemptMs,
  });
  return new DynamoDBClient({ maxAttempts: 3, requestHandler });
}
