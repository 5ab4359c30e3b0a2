/**
 * The read units that the dear lists of one owner may take in a second, over all functions: so that no client can take what
 * the table gives to everybody.
 *
 * An item for each owner and second adds them up, in the units that a list may take. It is written for dear lists alone,
 * since it costs a write unit and a round trip. It expires within days (the table's TTL attribute).
 */

import { ServiceError } from '../../../shared/errors.ts';
import { ignoreTransient } from '../../store/aws-errors.ts';
import { layoutVersion } from '../../store/layout.ts';
import type { Item, TableAccess } from '../../store/table-access.ts';
import { updateItem } from '../../store/update-item.ts';

/** Never an owner's partition: owners contain no `~`. The roles of functions name it (deploy/roles). */
export const unitsPartition = '~units';

/** A list that takes at most so many read units besides its hits is not counted. */
export const cheapUnits = 30;

const keptSeconds = 3_600;

interface Reservation {
  readonly owner: string;
  readonly units: number;
  /** The units that the owner has in a second. */
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reserves the most that a list may take.
 *
 * @returns gives back what it has not taken.
 * @throws ServiceError too_many_requests when the owner has used up the units of this second.
 */
export async function reserveUnits(
  table: TableAccess,
  { owner, units, most, now }: Reservation,
): Promise<(taken: number) => Promise<void>> {
  const second = Math.floor(now / 1_000);
  const Key = { pk: unitsPartition, sk: `${owner}/${second}` };
  const isReserved = await updateItem(table, {
    Key,
    UpdateExpression: 'SET #layout = :layout, #expiresAt = :expiresAt ADD #units :units',
    ConditionExpression: 'attribute_not_exists(#units) OR #units <= :left',
    ExpressionAttributeNames: { '#layout': 'layout', '#expiresAt': 'expiresAt', '#units': 'units' },
    ExpressionAttributeValues: {
      ':layout': layoutVersion,
      ':expiresAt': second + keptSeconds,
      ':units': units,
      ':left': Math.max(0, most - units),
    },
  });
  if (isReserved) return (taken) => giveBack(table, Key, units - taken);
  const detail = `This query may take ${units} read units, and such queries of yours have taken the ${most} of this second; send it again, or narrow it by a tag, a word or a time of creation.`;
  throw new ServiceError('too_many_requests', detail);
}

/** What it costs to give less back is more than it saves. */
const leastBack = 20;

async function giveBack(table: TableAccess, Key: Item, units: number): Promise<void> {
  if (units < leastBack) return;
  const back = updateItem(table, {
    Key,
    UpdateExpression: 'ADD #units :back',
    ExpressionAttributeNames: { '#units': 'units' },
    ExpressionAttributeValues: { ':back': -Math.floor(units) },
  });
  // The list is done, and the second is soon over.
  await back.catch(ignoreTransient);
}
