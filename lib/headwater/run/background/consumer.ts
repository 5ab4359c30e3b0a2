import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { RuntimeConsumer } from '../../shared/plan/function-plan.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';
import type { Cast, CheckedInput, Step, WithBody } from '../http/steps/step.ts';
import { type BackgroundContext, contextOf, logBackgroundFailure } from './background-context.ts';

/**
 * Makes the state of one change from its record in the table's stream. Its keys, as plain values, take the place of a
 * request's body, so that the same checks apply.
 *
 * @example .use(receiveChange()) // state.body is { pk: 'public/stream/6b…', sk: 'log' }
 */
export function receiveChange(): Step<unknown, Cast & WithBody> {
  return {
    before: (request) => {
      // A direct invocation may contain anything. Without keys the body is absent, which checkRequest reports.
      const record = request.event as Partial<DynamoDBRecord>;
      request.event = {};
      return { input: {}, issues: [], body: keysIn(record) };
    },
  };
}

type HandleChange<Change> = (change: Change, context: BackgroundContext) => void | Promise<void>;

/**
 * Ends the chain of a consumer with a call of its handler.
 *
 * @example middyChain().use(receiveChange()) … .end(callConsumer(consumer, handle)) // handle({ pk, sk }, context)
 */
export function callConsumer<Change>(consumer: RuntimeConsumer, handle: HandleChange<Change>) {
  return async ({ body }: CheckedInput & WithBody, invocation: LambdaInvocation): Promise<void> => {
    // checkRequest has checked it against the declaration that Change is generated from.
    await handle(body as Change, contextOf(consumer, invocation));
  };
}

/** The least remaining time to begin a change. With less, the next attempt processes it. */
const leastMs = 2_000;

type ConsumeOne = (record: DynamoDBRecord, lambda: Context) => Promise<unknown>;

/**
 * Passes the changes of a batch to the handler, one after the other. A failed change leaves a failure record in the log and
 * does not stop the others. Lambda sends the batch again from the first change that failed or for which no time was left,
 * and after some attempts sends it to the dead letters.
 *
 * @example export const handler = consumeChanges(chain, consumer); // { batchItemFailures: [{ itemIdentifier: '300' }] }
 */
export function consumeChanges(chain: ConsumeOne, consumer: RuntimeConsumer) {
  return async (
    { Records: records }: DynamoDBStreamEvent,
    lambda: Context,
  ): Promise<DynamoDBBatchResponse> => {
    const failed: DynamoDBRecord[] = [];
    const least = Math.min(leastMs, lambda.getRemainingTimeInMillis() / 4);
    for (const record of records) {
      if (lambda.getRemainingTimeInMillis() < least) {
        failed.push(record);
        break;
      }
      await chain(record, lambda).catch((error: unknown) => {
        failed.push(record);
        const { dynamodb } = record;
        const change = { sequenceNumber: dynamodb?.SequenceNumber, keys: dynamodb?.Keys };
        logBackgroundFailure(error, consumer, { lambda, change });
      });
    }
    return {
      batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
    };
  };
}

/** Reads the keys of a table: texts, numbers or bytes. Bytes stay unchanged, and no declared type accepts them. */
function keysIn({ dynamodb }: Partial<DynamoDBRecord>): Readonly<Record<string, unknown>> | undefined {
  const keys = dynamodb?.Keys;
  if (!keys) return undefined;
  const plain = Object.entries(keys).map(([name, value]) => [
    name,
    value.S ?? (value.N === undefined ? value.B : Number(value.N)),
  ]);
  return Object.fromEntries(plain);
}
