/** One line of JSON per event: CloudWatch Logs can search its members. */

/**
 * @param members Can be written as JSON.
 * @example writeLog('ERROR', { operation: 'source-list', message: 'boom' }) // {"level":"ERROR","operation":"source-list",…}
 */
export function writeLog(level: 'ERROR' | 'INFO', members: object): void {
  const write = level === 'ERROR' ? console.error : console.info;
  // With this format, the runtime of Lambda makes the line: time, level, its own request id, and the members as `message`.
  if (process.env['AWS_LAMBDA_LOG_FORMAT'] === 'JSON') write(members);
  else write(JSON.stringify({ level, ...members }));
}

/** A project of another name changes it here, and in the alarms of serverless.yml. */
export const metricNamespace = 'Headwater';

/**
 * Metrics for alarms, in CloudWatch's embedded metric format: they cost nothing while nothing is written. Each has the
 * dimension `TableName`, which tells the stages apart. Nobody counts them outside of Lambda.
 *
 * @param values By the name of the metric.
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
  // The runtime would wrap what the console writes, and CloudWatch reads metrics at the root of a line alone.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
