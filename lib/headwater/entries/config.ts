/** What a project tells the framework. */

import '../shared/rights/no-gets.ts';
import '../shared/rights/no-updates.ts';

export type {
  BucketMethod,
  BucketSettings,
  ParameterSettings,
  QueueSettings,
  SecretSettings,
  TopicSettings,
} from '../config/aws-resources.ts';
export { type Config, defineConfig, type SmokeDocument, type StartOption } from '../config/config.ts';
export type { CorsSettings } from '../config/cors-settings.ts';
export type { MetricNames, ProblemNames } from '../config/names.ts';
export type { PageSettings } from '../config/pages.ts';
export type { StageParameter, StageSettings, TableEncryption } from '../config/stages.ts';
export type { IndexSettings, ServiceTableSettings, TableKey, TableSettings } from '../config/tables.ts';
export {
  type CheckAccess,
  type ItemType,
  type StoredTypes,
  unindexedItems,
  type WrongItem,
} from '../data/stored-types.ts';
