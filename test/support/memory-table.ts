/** A table in memory that answers the commands of lists as DynamoDB does, one page at a time. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { accessTable, type Item, type TableAccess } from '../../lib/headwater/data/store/table-access.ts';
import type { QueryRequest } from '../../lib/headwater/data/store/table-reads.ts';
import { clientThat } from './faulty-client.ts';

const tableName = 'memory';

/** Sends nothing: every command is answered in its place. */
const client = documentClient(new DynamoDBClient({ region: 'us-east-1' }));

const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;

/** @param note is told of each command, and of its answer. */
export function memoryTable(
  items: readonly Item[],
  note: (command: unknown, answer: object | boolean) => void = () => undefined,
): TableAccess {
  const stored = new Map(items.map((item) => [nameOf(item), item]));
  const answer = (command: unknown) => {
    if (command instanceof QueryCommand) return query(stored, command.input);
    if (command instanceof DeleteCommand) return stored.delete(nameOf(command.input.Key ?? {}));
    if (!(command instanceof BatchGetCommand)) throw new Error('Lists do not send this command.');
    const keys = command.input.RequestItems?.[tableName]?.Keys ?? [];
    return { Responses: { [tableName]: keys.flatMap((key) => stored.get(nameOf(key)) ?? []) } };
  };
  const answering = clientThat(client, async (command) => {
    const answered = answer(command);
    note(command, answered);
    return answered;
  });
  return accessTable(answering, tableName);
}

function query(stored: ReadonlyMap<string, Item>, request: QueryRequest) {
  const found = matching(stored.values(), request);
  const page = found.slice(0, request.Limit);
  const last = page.length === request.Limit ? page.at(-1) : undefined;
  return {
    Count: page.length,
    ...(request.Select === 'COUNT' ? {} : { Items: page }),
    ...(last ? { LastEvaluatedKey: { pk: last['pk'], sk: last['sk'] } } : {}),
  };
}

/** Matching items in query order, after the start key. Strings sort like their bytes, but for emojis beside private characters. */
function matching(items: Iterable<Item>, request: QueryRequest): Item[] {
  const { ':pk': pk, ':low': low = '', ':high': high } = request.ExpressionAttributeValues ?? {};
  const sortKeyOf = ({ sk }: Item) => String(sk);
  const sorted = [...items]
    .filter((item) => item['pk'] === pk && low <= sortKeyOf(item))
    .filter((item) => high === undefined || sortKeyOf(item) <= high)
    .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const ordered = request.ScanIndexForward === false ? sorted.toReversed() : sorted;
  const start = request.ExclusiveStartKey;
  if (!start) return ordered;
  const isAfter = (item: Item) =>
    request.ScanIndexForward ? sortKeyOf(item) > sortKeyOf(start) : sortKeyOf(item) < sortKeyOf(start);
  return ordered.filter(isAfter);
}
