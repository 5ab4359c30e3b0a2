/** Bindings of requests with an idempotency key to the batches that they have written. Pure. */

import { layoutVersion, ownedKey } from '../../../data/store/layout.ts';
import type { Item } from '../../../data/store/table-access.ts';
import type { GetRequest } from '../../../data/store/table-reads.ts';
import type { PutRequest } from '../../../data/store/table-writes.ts';
import { type LogName, numberOf, type Reservation } from './log-head.ts';

/** The batch that a request has written. */
export type Binding = Reservation;

function bindingKey({ owner, stream }: LogName, key: string): Item {
  return { pk: ownedKey(owner, `push/${stream}/${key}`), sk: 'push' };
}

export function getBinding(log: LogName, key: string): GetRequest {
  return { Key: bindingKey(log, key), ConsistentRead: true };
}

/** Binds a request to a batch. Fails if the request is bound to another batch than `before`. */
export function putBinding(
  log: LogName,
  key: string,
  {
    before,
    expiresAt,
    ...binding
  }: Binding & { readonly before: string | undefined; readonly expiresAt: number },
): PutRequest {
  return {
    Item: { ...bindingKey(log, key), layout: layoutVersion, ...binding, expiresAt },
    ...(before === undefined
      ? { ConditionExpression: 'attribute_not_exists(#pk)', ExpressionAttributeNames: { '#pk': 'pk' } }
      : {
          ConditionExpression: '#write = :before',
          ExpressionAttributeNames: { '#write': 'write' },
          ExpressionAttributeValues: { ':before': before },
        }),
  };
}

export function parseBinding({ write, first }: Item): Binding {
  return { write: String(write), first: numberOf(first) };
}
