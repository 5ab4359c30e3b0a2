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
