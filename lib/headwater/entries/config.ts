/** What a project tells the framework. */

import '../shared/rights/no-updates.ts';

export { type Config, defineConfig } from '../config/config.ts';
export {
  type CheckAccess,
  type HoldType,
  type ItemType,
  type StoredTypes,
  unindexedItems,
  type WrongItem,
} from '../data/stored-types.ts';
export type { Service } from '../tools/service.ts';
