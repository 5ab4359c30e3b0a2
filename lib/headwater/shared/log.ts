/** One line of JSON per event: CloudWatch Logs can search its members. */

import { metricNamespace } from './project-names.ts';

/** Looked up at each line: tests and runtimes replace the methods. */
const writers = {
  ERROR: (line: unknown) => console.error(line),
  WARN: (line: unknown) => console.warn(line),
  INFO: (line: unknown) => console.info(line),
};

/**
 * @param members An object that can be written as JSON.
 * @example writeLog('ERROR', { operation: 'bookmark-list', message: 'boom' }) // {"level":"ERROR","operation":"bookmark-list",…}
 */
export function writeLog(level: keyof typeof writers, members: object): void {
  const write = writers[level];
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
