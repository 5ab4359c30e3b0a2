/** An existing table, such as a restored one: the stacks refer to it, and none of them contains it. */

import { tableId, tableStreamArn } from '../../compile/aws/functions/background-settings.ts';
import { isObject, membersOf } from '../../shared/json/is-object.ts';

/** The parts of serverless.yml that use the table. */
interface TableUsers {
  readonly functions: Readonly<Record<string, object>>;
  readonly provider: { environment?: unknown };
  resources?: { readonly Resources?: Readonly<Record<string, unknown>> };
}

/** Members of `custom.headwater` in serverless.yml. */
export interface TableNames {
  readonly tableName?: unknown;
  readonly tableStream?: unknown;
}

/** @returns the ARN of its stream; undefined if the table is part of the stack. */
export function outsideStream({ tableStream }: TableNames): string | undefined {
  return tableStream === undefined || tableStream === null || tableStream === ''
    ? undefined
    : String(tableStream);
}

/**
 * Removes the table from the stack. References to it become its name, its ARN, or the ARN of its stream.
 *
 * @returns the reason if that is impossible.
 */
export function leaveTableOut(users: TableUsers, names: TableNames): string | undefined {
  const stream = outsideStream(names);
  if (stream === undefined) return undefined;
  const error = checkStream(stream, names.tableName);
  if (error !== undefined) return error;
  const values = new Map([
    [JSON.stringify({ Ref: tableId }), names.tableName],
    [JSON.stringify({ 'Fn::GetAtt': [tableId, 'Arn'] }), stream.split('/stream/')[0]],
    [JSON.stringify(tableStreamArn), stream],
  ]);
  const { [tableId]: _, ...Resources } = membersOf(users.resources?.Resources);
  users.resources = replaceIn({ ...users.resources, Resources }, values);
  users.provider.environment = replaceIn(membersOf(users.provider.environment), values);
  // Other code has references to the functions, so their members are changed.
  for (const settings of Object.values(users.functions)) Object.assign(settings, replaceIn(settings, values));
  return undefined;
}

/** @param values by the JSON of what they replace. */
function replaceIn<Value>(value: Value, values: ReadonlyMap<string, unknown>): Value {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    isObject(part) ? (values.get(JSON.stringify(part)) ?? part) : part,
  );
}

function checkStream(stream: string, tableName: unknown): string | undefined {
  const [, name] = /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/([\w.-]+)\/stream\/.+$/.exec(stream) ?? [];
  if (name !== undefined && name === tableName) return undefined;
  const found = name === undefined ? 'no ARN of the stream of a table' : `the stream of the table "${name}"`;
  return `tableStream is ${found}, and tableName is "${tableName}": a stage has both of one table, or neither (docs/operations.md#restore of the package headwater).`;
}
