import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { RuntimeConsumer } from '../../shared/plan/background-plan.ts';
import { logBackgroundFailure } from './failure-record.ts';

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
