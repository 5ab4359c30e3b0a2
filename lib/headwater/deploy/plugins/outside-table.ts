/** An existing table, such as a restored one: the stacks refer to it, and none of them contains it. */

import { tableId, tableStreamArn } from '../../compile/aws/functions/background-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';

/** The parts of serverless.yml that use the table. */
interface TableUsers {
  readonly custom?: TableNames;
  readonly functions: Readonly<Record<string, { readonly events?: readonly EventOfTable[] }>>;
  resources?: { readonly Resources?: object };
}

/** Members of `custom` in serverless.yml. */
export interface TableNames {
  readonly tableName?: unknown;
  readonly tableStream?: unknown;
}

interface EventOfTable {
  readonly stream?: { arn?: unknown };
}

/** @returns the ARN of its stream; undefined if the table is part of the stack. */
export function outsideStream({ custom }: TableUsers): string | undefined {
  return custom?.tableStream === undefined || custom.tableStream === ''
    ? undefined
    : String(custom.tableStream);
}

/** Removes the table from the stack; consumers read the named stream instead. @returns the reason if that is impossible. */
export function leaveTableOut(users: TableUsers): string | undefined {
  const stream = outsideStream(users);
  if (stream === undefined) return undefined;
  const error = checkStream(stream, users.custom?.tableName);
  if (error !== undefined) return error;
  const events: EventOfTable[] = Object.values(users.functions).flatMap(({ events = [] }) => events);
  for (const { stream: read } of events)
    if (read && JSON.stringify(read.arn) === JSON.stringify(tableStreamArn)) read.arn = stream;
  const { [tableId]: _, ...Resources } = membersOf(users.resources?.Resources);
  users.resources = { ...users.resources, Resources };
  return undefined;
}

function checkStream(stream: string, tableName: unknown): string | undefined {
  const [, name] = /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/([\w.-]+)\/stream\/.+$/.exec(stream) ?? [];
  if (name !== undefined && name === tableName) return undefined;
  const found = name === undefined ? 'no ARN of the stream of a table' : `the stream of the table "${name}"`;
  return `tableStream is ${found}, and tableName is "${tableName}": a stage has both of one table, or neither (docs/operations.md#restore).`;
}
