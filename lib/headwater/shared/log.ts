/** One line of JSON per event: CloudWatch Logs can search its members. */

import { metricNamespace } from './project-names.ts';

/**
 * @param members An object that can be written as JSON.
 * @example writeLog('ERROR', { operation: 'bookmark-list', message: 'boom' }) // {"level":"ERROR","operation":"bookmark-list",…}
 */
export function writeLog(level: 'ERROR' | 'INFO', members: object): void {
  const write = level === 'ERROR' ? console.error : console.info;
  // With this format, Lambda's runtime makes the line: time, level, its own request id, and the members as `message`.
  if (process.env['AWS_LAMBDA_LOG_FORMAT'] === 'JSON') write(members);
  else write(JSON.stringify({ level, ...members }));
}

/**
 * Writes metrics for alarms in CloudWatch's embedded metric format, which costs nothing while nothing is written. Each has
 * the dimension `TableName`, which separates the stages. Outside of Lambda it does nothing.
 *
 * @param values The values by the names of the metrics.
 */
export function writeMetrics(values: Readonly<Record<string, number>>): void {
  if (process.env['AWS_LAMBDA_LOG_FORMAT'] !== 'JSON') return;
  const Timestamp = Date.now();
  const Metrics = Object.keys(values).map((Name) => ({ Name }));
  const CloudWatchMetrics = [{ Namespace: metricNamespace, Dimensions: [['TableName']], Metrics }];
  const line = {
    timestamp: new Date(Timestamp).toISOString(),
    // Not ERROR, since the failure itself has a line. Not INFO, which a stage with the level WARN drops.
    level: 'WARN',
    TableName: process.env['TABLE_NAME'],
    ...values,
    _aws: { Timestamp, CloudWatchMetrics },
  };
  // The runtime would wrap console output, and CloudWatch reads metrics only at the root of a line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
