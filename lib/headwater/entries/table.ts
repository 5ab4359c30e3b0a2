/** The table: items of your own, conditions and transactions. */

import '../shared/rights/no-gets.ts';
import '../shared/rights/no-updates.ts';

export type { OwnTable, TableIndex } from '../data/aws/tables.ts';
export { isChecksum, numberOf, numbersOf } from '../data/store/attributes.ts';
export { ignoreTransient, isRefused, isTransient } from '../data/store/aws-errors.ts';
export { systemClock } from '../data/store/clock.ts';
export { containerDatabase } from '../data/store/container-database.ts';
export { idOfName } from '../data/store/ids.ts';
export { type IndexAccess, type IndexRequest, queryIndex } from '../data/store/index-reads.ts';
export {
  type Invocation,
  type InvocationTime,
  maxAttemptMs,
  type RequestNames,
  sendOptions,
  watchHalfTime,
} from '../data/store/invocation-time.ts';
export { bytesOf } from '../data/store/item-size.ts';
export {
  expiring,
  inPartition,
  isExpired,
  isNew,
  isPresent,
  layoutVersion,
  ownedKey,
  splitOwnedKey,
} from '../data/store/layout.ts';
export { isInDebt, refuseOverdrawn } from '../data/store/owner-units.ts';
export type { UpdateRequest } from '../data/store/send-update.ts';
export { accessTable, type Item, rest, type TableAccess, translated } from '../data/store/table-access.ts';
export {
  type GetRequest,
  getItem,
  getItems,
  type QueryRequest,
  queryAll,
  queryItems,
} from '../data/store/table-reads.ts';
export { deleteItem, type PutRequest, putItem } from '../data/store/table-writes.ts';
export { type ItemChange, maxChanges, transact } from '../data/store/transactions.ts';
export { isOverdrawn, payerOf } from '../data/store/unit-account.ts';
export { changeItem, updateItem } from '../data/store/update-item.ts';
export { timeOfId } from '../shared/id-time.ts';
export { isOwner, publicOwner } from '../shared/owner.ts';
