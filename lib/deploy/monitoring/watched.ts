/** The objects of monitoring: the functions, the API and the table. */

import type { Role } from '../roles/plan-roles.ts';

export interface WatchedFunction {
  /** The full name. */
  readonly name: string;
  /** The logical id in CloudFormation, without a suffix, such as `SourceDashlist`. */
  readonly logicalId: string;
  /** The settings as in serverless.yml. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface WatchedService {
  /** `<service>-<stage>`, with which all names begin. */
  readonly prefix: string;
  /** The functions of all stacks. */
  readonly functions: readonly WatchedFunction[];
  readonly roles: readonly Role[];
  /** The resources of serverless.yml itself. */
  readonly resources: Readonly<Record<string, unknown>>;
  /** The id of an existing API to which the service adds its routes, if it has none of its own. */
  readonly apiId?: unknown;
  /** The value in the environment of the functions. */
  readonly tableName: unknown;
}
