/** Counters: items that count others, changed by the transactions that write those. */

import { layoutVersion } from './layout.ts';
import type { Item } from './table-access.ts';
import type { ItemChange } from './transactions.ts';

/**
 * Counts more, or with a negative count less. Earlier code may not have counted what is there: then the condition fails unless
 * so many are counted, since a count below 0 would hide what is counted later.
 */
export function addToCounter(Key: Item, count: number): ItemChange {
  return {
    Update: {
      Key,
      UpdateExpression: 'SET #layout = :layout ADD #count :count',
      ...(count < 0 ? { ConditionExpression: '#count >= :least' } : {}),
      ExpressionAttributeNames: { '#layout': 'layout', '#count': 'count' },
      ExpressionAttributeValues: {
        ':layout': layoutVersion,
        ':count': count,
        ...(count < 0 ? { ':least': -count } : {}),
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
