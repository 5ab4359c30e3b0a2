/** What a function reads from its environment, once, when its module is loaded. */

export interface Settings {
  /** The one DynamoDB table. */
  readonly tableName: string;
}

/**
 * @throws Error naming the variable when a required one is not set, so that a
 *   wrong deployment shows in the first log line and not in the first request.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const tableName = environment['TABLE_NAME'];
  if (!tableName) throw new Error('The environment variable TABLE_NAME is not set.');
  return { tableName };
}
