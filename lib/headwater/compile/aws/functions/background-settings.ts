/** The settings for osls of functions that no request calls: their triggers, and the destination of failures. */

import type { FunctionPlan, Trigger } from '../../../shared/plan/function-plan.ts';

/** The logical id of the table in serverless.yml. */
export const tableId = 'Table';
export const deadLettersId = 'DeadLetters';

export const deadLettersArn = { 'Fn::GetAtt': [deadLettersId, 'Arn'] };
export const tableStreamArn = { 'Fn::GetAtt': [tableId, 'StreamArn'] };

const toDeadLetters = { onFailure: { type: 'sqs', arn: deadLettersArn } };

/** The members of functions.json for failures of invocations without a waiting caller. */
export function failureSettings({ kind }: FunctionPlan): object {
  // The next run is the next attempt; a repeated one would only coincide with it.
  return kind === 'schedule'
    ? { maximumRetryAttempts: 0, maximumEventAge: 60, destinations: toDeadLetters }
    : {};
}

/** @example scheduleEvent({ kind: 'schedule', everyMinutes: 1 }) // { schedule: { rate: ['rate(1 minute)'] } } */
export function scheduleEvent({ everyMinutes }: Trigger<'schedule'>): object {
  return { schedule: { rate: [`rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`] } };
}

/** The most changes of a call of a consumer, and how often they are delivered again. */
export const streamBatch = { batchSize: 100, maximumRetryAttempts: 4 } as const;

/**
 * Lambda repeats a batch from its first failure, halves it, and gives up after some minutes: the consumer's schedule does
 * the work later, and one change must not delay the others for a day.
 */
export function tableStreamEvent({ sortKeyPrefixes, deletions }: Trigger<'table-stream'>): object {
  const written = {
    eventName: ['INSERT', 'MODIFY', ...(deletions ? ['REMOVE'] : [])],
    dynamodb: { Keys: { sk: { S: sortKeyPrefixes.map((prefix) => ({ prefix })) } } },
  };
  return {
    stream: {
      type: 'dynamodb',
      arn: tableStreamArn,
      batchSize: streamBatch.batchSize,
      // Changes between a deployment and its first batch are not lost.
      startingPosition: 'TRIM_HORIZON',
      filterPatterns: [written],
      functionResponseType: 'ReportBatchItemFailures',
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: streamBatch.maximumRetryAttempts,
      maximumRecordAgeInSeconds: 3_600,
      destinations: toDeadLetters,
    },
  };
}
