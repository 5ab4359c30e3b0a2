/** An in-memory table that answers queries as DynamoDB does, one page at a time. */

import type { Item, QueryRequest, TableAccess } from '../../lib/store/table-access.ts';

const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;

export function memoryTable(items: readonly Item[]): TableAccess {
  const stored = new Map(items.map((item) => [nameOf(item), item]));
  const unused = () => Promise.reject(new Error('Lists do not send this command.'));
  return {
    request: {},
    get: unused,
    put: unused,
    replace: unused,
    rest: unused,
    getAll: async (keys) => keys.map((key) => stored.get(nameOf(key))).filter((item) => item !== undefined),
    delete: async (request) => stored.delete(nameOf(request.Key ?? {})),
    query: async (request) => {
      const found = matching(stored.values(), request);
      const page = found.slice(0, request.Limit);
      const last = page.length === request.Limit ? page.at(-1) : undefined;
      return {
        count: page.length,
        items: request.Select === 'COUNT' ? [] : page,
        last: last && { pk: last['pk'], sk: last['sk'] },
      };
    },
  };
}

/** Matching items in query order, after the start key. Test keys are ASCII, so strings sort like their bytes. */
function matching(items: Iterable<Item>, request: QueryRequest): Item[] {
  const { ':pk': pk, ':low': low = '', ':high': high = '~' } = request.ExpressionAttributeValues ?? {};
  const sortKeyOf = ({ sk }: Item) => String(sk);
  const sorted = [...items]
    .filter((item) => item['pk'] === pk && low <= sortKeyOf(item) && sortKeyOf(item) <= high)
    .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const ordered = request.ScanIndexForward === false ? sorted.toReversed() : sorted;
  const start = request.ExclusiveStartKey;
  if (!start) return ordered;
  const isAfter = (item: Item) =>
    request.ScanIndexForward ? sortKeyOf(item) > sortKeyOf(start) : sortKeyOf(item) < sortKeyOf(start);
  return ordered.filter(isAfter);
}
