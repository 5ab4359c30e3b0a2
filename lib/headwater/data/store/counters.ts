/** Counters: items that count others, changed by the transactions that write those. */

import { layoutVersion } from './layout.ts';
import type { Item } from './table-access.ts';
import type { ItemChange } from './transactions.ts';

/**
 * Counts one more, or with -1 one less. Earlier code may not have counted what is there: with -1 the condition fails unless
 * something is counted, since a count below 0 would hide what is counted later.
 */
export function addToCounter(Key: Item, count: 1 | -1): ItemChange {
  return {
    Update: {
      Key,
      UpdateExpression: 'SET #layout = :layout ADD #count :count',
      ...(count < 0 ? { ConditionExpression: '#count >= :least' } : {}),
      ExpressionAttributeNames: { '#layout': 'layout', '#count': 'count' },
      ExpressionAttributeValues: {
        ':layout': layoutVersion,
        ':count': count,
        ...(count < 0 ? { ':least': 1 } : {}),
      },
    },
  };
}

/** Raises a count that is too low, if it is still the one that was read. @param from Undefined if nothing was counted. */
export function raiseCounter(Key: Item, from: number | undefined, to: number): ItemChange {
  return {
    Update: {
      Key,
      UpdateExpression: 'SET #layout = :layout, #count = :to',
      ConditionExpression: from === undefined ? 'attribute_not_exists(#count)' : '#count = :from',
      ExpressionAttributeNames: { '#layout': 'layout', '#count': 'count' },
      ExpressionAttributeValues: {
        ':layout': layoutVersion,
        ':to': to,
        ...(from === undefined ? {} : { ':from': from }),
      },
    },
  };
}
