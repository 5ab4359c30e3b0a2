/** An in-memory table that answers queries as DynamoDB does, one page at a time. */

import type { Item, QueryRequest, TableAccess } from '../../lib/store/table-access.ts';

const nameOf = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;

export function memoryTable(items: readonly Item[]): TableAccess {
  const stored = new Map(items.map((item) => [nameOf(item), item]));
  const unused = () => Promise.reject(new Error('Lists do not send this command.'));
  return {
    get: unused,
    put: unused,
    getAll: async (keys) => keys.map((key) => stored.get(nameOf(key))).filter((item) => item !== undefined),
    delete: async (request) => stored.delete(nameOf(request.Key ?? {})),
    query: async (request) => {
      const found = matching(stored.values(), request);
      const page = found.slice(0, request.Limit);
      const last = page.length === request.Limit ? page.at(-1) : undefined;
      return {
        $metadata: {},
        Count: page.length,
        ...(request.Select === 'COUNT' ? {} : { Items: page }),
        ...(last ? { LastEvaluatedKey: { pk: last.pk ?? { S: '' }, sk: last.sk ?? { S: '' } } } : {}),
      };
    },
  };
}

/** Matching items in query order, after the start key. Test keys are ASCII, so strings sort like their bytes. */
function matching(items: Iterable<Item>, request: QueryRequest): Item[] {
  const { ':pk': pk, ':low': low, ':high': high } = request.ExpressionAttributeValues ?? {};
  const [from, to] = [low?.S ?? '', high?.S ?? ''];
  const sortKeyOf = ({ sk }: Item) => sk?.S ?? '';
  const sorted = [...items]
    .filter((item) => item.pk?.S === pk?.S && from <= sortKeyOf(item) && sortKeyOf(item) <= to)
    .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const ordered = request.ScanIndexForward ? sorted : sorted.toReversed();
  const start = request.ExclusiveStartKey;
  if (!start) return ordered;
  const isAfter = (item: Item) =>
    request.ScanIndexForward ? sortKeyOf(item) > sortKeyOf(start) : sortKeyOf(item) < sortKeyOf(start);
  return ordered.filter(isAfter);
}
