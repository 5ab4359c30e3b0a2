/** The queue of events that functions could not process without a waiting caller, and its alarm. */

import { deadLettersArn, deadLettersId } from '../background/background-settings.ts';
import { onFailures } from './on-failures.ts';
import type { WatchedFunction } from './watched.ts';

/** In seconds: the maximum of SQS. */
const retentionSeconds = 1_209_600;

/** No resources if no function sends anything there. @param hasTopic Whether alarms can notify somebody. */
export function deadLetters(functions: readonly WatchedFunction[], hasTopic: boolean) {
  const arn = JSON.stringify(deadLettersArn);
  if (!functions.some(({ settings }) => JSON.stringify(settings).includes(arn))) return {};
  const queue = { MessageRetentionPeriod: retentionSeconds, SqsManagedSseEnabled: true };
  const alarm = {
    AlarmDescription: 'Events that a function could not process: docs/operations.md#alarms says what to do.',
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [deadLettersId, 'QueueName'] } }],
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
    ...onFailures,
  };
  return {
    [deadLettersId]: { Type: 'AWS::SQS::Queue', Properties: queue },
    ...(hasTopic ? { DeadLettersAlarm: { Type: 'AWS::CloudWatch::Alarm', Properties: alarm } } : {}),
  };
}
