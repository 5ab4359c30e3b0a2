/** Reads of the indexes of a table. They are as of moments ago: DynamoDB writes an index after its table. */

import '../../shared/rights/no-gets.ts';
import '../../shared/rights/no-updates.ts';
import type { TableAccess } from './table-access.ts';
import { type QueryPage, type QueryRequest, queryItems } from './table-reads.ts';

/** An index, as one invocation reads it: `open` of an index of `#generated/aws.ts` makes it. */
export interface IndexAccess {
  readonly table: TableAccess;
  readonly indexName: string;
}

/** Without `ConsistentRead`, which no global index has. */
export type IndexRequest = Omit<QueryRequest, 'ConsistentRead'>;

/**
 * Reads a page of an index. Throws as `queryItems` does.
 *
 * @example
 *   const { items } = await queryIndex(byState.open(context), {
 *     KeyConditionExpression: '#state = :state',
 *     ExpressionAttributeNames: { '#state': 'state' },
 *     ExpressionAttributeValues: { ':state': 'paid' },
 *   });
 */
export function queryIndex({ table, indexName }: IndexAccess, request: IndexRequest): Promise<QueryPage> {
  const named: QueryRequest & { readonly IndexName: string } = { ...request, IndexName: indexName };
  return queryItems(table, named);
}
