/** What is watched: the functions, the API and the table. */

import type { Role } from '../roles/plan-roles.ts';

export interface WatchedFunction {
  /** Its full name. */
  readonly name: string;
  /** In CloudFormation, without a suffix, such as `SourceDashlist`. */
  readonly logicalId: string;
  /** As in serverless.yml. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Watched {
  /** `<service>-<stage>`, with which all names begin. */
  readonly prefix: string;
  /** Those of all stacks. */
  readonly functions: readonly WatchedFunction[];
  readonly roles: readonly Role[];
  /** The resources of serverless.yml itself. */
  readonly resources: Readonly<Record<string, unknown>>;
  /** Another API, if the service adds its routes to one that exists. */
  readonly apiId?: unknown;
  /** The environment of the functions. */
  readonly tableName: unknown;
}
