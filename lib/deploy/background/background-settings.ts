/** What osls gets to know of functions that no request calls: what triggers them, and where failures go. */

import type { FunctionPlan, Trigger } from '../../shared/plan/function-plan.ts';

/** In serverless.yml. */
export const tableId = 'Table';
export const deadLettersId = 'DeadLetters';

export const deadLettersArn = { 'Fn::GetAtt': [deadLettersId, 'Arn'] };
export const tableStreamArn = { 'Fn::GetAtt': [tableId, 'StreamArn'] };

const toDeadLetters = { onFailure: { type: 'sqs', arn: deadLettersArn } };

/** The members of functions.json for the failures of invocations that nobody waits for. */
export function failureSettings({ kind }: FunctionPlan): object {
  // The next run is the next attempt; a late one would only meet it.
  return kind === 'schedule'
    ? { maximumRetryAttempts: 0, maximumEventAge: 60, destinations: toDeadLetters }
    : {};
}

/** @example scheduleEvent({ kind: 'schedule', everyMinutes: 1 }) // { schedule: { rate: ['rate(1 minute)'] } } */
export function scheduleEvent({ everyMinutes }: Trigger<'schedule'>): object {
  return { schedule: { rate: [`rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`] } };
}

/**
 * Lambda repeats a batch from its first failure, halves it, and gives up after some minutes: a consumer has a schedule
 * beside it, and one change must not hold up the others for a day.
 */
export function tableStreamEvent({ sortKeyPrefix }: Trigger<'table-stream'>): object {
  const written = {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { Keys: { sk: { S: [{ prefix: sortKeyPrefix }] } } },
  };
  return {
    stream: {
      type: 'dynamodb',
      arn: tableStreamArn,
      batchSize: 100,
      // Nothing is lost between a deployment and its first batch.
      startingPosition: 'TRIM_HORIZON',
      filterPatterns: [written],
      functionResponseType: 'ReportBatchItemFailures',
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: 4,
      maximumRecordAgeInSeconds: 3_600,
      destinations: toDeadLetters,
    },
  };
}
