/**
 * The DynamoDB client: one per container, kept between invocations. It takes and
 * returns plain values, so that items have native attributes, which the console,
 * exports and PartiQL show (search/documents/document-items.ts). Measured with
 * bench/client.ts: that takes 6 % more of a bundle and 3 to 6 % more CPU per
 * request than one attribute with JSON.
 */

import type { IncomingMessage } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import '../../shared/rights/no-gets.ts';
import '../../shared/rights/no-updates.ts';
import { isAnswered, noteUnanswered } from './aws-errors.ts';
import { maxAttemptMs } from './invocation-time.ts';

type HandlerResult = ReturnType<NodeHttpHandler['handle']>;

/** Limits the time of the body, too: `requestTimeout` ends with the headers, `socketTimeout` restarts at each byte. */
class AttemptHandler extends NodeHttpHandler {
  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>): HandlerResult {
    // Logs of AWS have it. Signatures leave it out.
    request.headers['user-agent'] = 'headwater';
    const handled = await super.handle(request, options);
    endInTime(handled.response.body, options?.requestTimeout ?? maxAttemptMs);
    return handled;
  }
}

function endInTime(body: IncomingMessage, limitMs: number): void {
  // Small bodies arrive with the headers.
  if (body.complete) return;
  const late = Object.assign(new Error(`The body took longer than ${limitMs} ms.`), { name: 'TimeoutError' });
  const timer = setTimeout(() => body.destroy(late), limitMs);
  body.once('close', () => clearTimeout(timer));
}

let client: DynamoDBDocumentClient | undefined;

/** Region, endpoint and credentials come from the environment that Lambda sets. */
export function containerClient(): DynamoDBDocumentClient {
  client ??= documentClient(makeClient());
  return client;
}

/** Absent members may be undefined. An integer that a number cannot hold comes back as a bigint. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  const unmarshallOptions = { wrapNumbers: readNumber };
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions,
  });
}

/** Never throws: a number of other software must not make a whole page unreadable. */
function readNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}

/** Three attempts with the SDK's pauses between them. Each command says how long an attempt may take. */
function makeClient(): DynamoDBClient {
  // Connections are kept between invocations. Waiting for a free one would count as time to connect: TableAccess sends no more.
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
  return countUnanswered(
    withoutRepeats(new DynamoDBClient({ maxAttempts: 3, retryMode: 'standard', requestHandler })),
  );
}

const unneededMiddleware = [
  // Copies each input and output for a log.
  'loggerMiddleware',
  // Sends the id of the trace, with which AWS finds functions that call themselves: DynamoDB calls none.
  'recursionDetectionMiddleware',
  // Describes the SDK, its options and the machine in two headers.
  'getUserAgentMiddleware',
];

/** Without what the SDK does for each command, though nobody reads it or it is always the same. */
function withoutRepeats(client: DynamoDBClient): DynamoDBClient {
  for (const name of unneededMiddleware) client.middlewareStack.remove(name);
  const { signer } = client.config;
  let made: ReturnType<typeof signer> | undefined;
  client.config.signer = (scheme) => {
    made ??= signer(scheme);
    return made;
  };
  return client;
}

/**
 * The metadata of its errors say how many attempts got no response.
 * The step runs once for each attempt of a command, since it stands behind that
 * of the retries.
 */
function countUnanswered(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => {
      let unanswered = 0;
      return async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (!isAnswered(error)) unanswered++;
          noteUnanswered(error, unanswered);
          throw error;
        }
      };
    },
    { name: 'countUnanswered', step: 'finalizeRequest', priority: 'low' },
  );
  return client;
}
