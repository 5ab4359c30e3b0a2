import { listAllOwners } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Handle } from '#generated/types/background/cancelUnpaid.ts';
import { moveOrder, orderType } from '../../lib/orders.ts';

/** A run cancels up to 100 orders, and the next one continues. */
export const handle: Handle = async (context) => {
  const query = 'state:placed created:<now-1d';
  const { hits } = await listAllOwners(orderType, context, { query, size: 100 });
  for (const { owner, document } of hits)
    await moveOrder({ ...context, tenant: owner }, document._id, 'cancelled').catch(ignoreMoved);
};

/** Somebody has paid or cancelled the order in the meantime. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof ServiceError && error.status === 409)) throw error;
}
