/** The resources of AWS that a project declares in its config, and the uses that functions make of them. */

import type { ResourceKindName } from '../rights/resource-actions.ts';

/** The name is its own among all of a project: `#generated/aws.ts` exports it. */
export interface AwsResource {
  readonly kind: ResourceKindName;
  readonly name: string;
  /** The table of an index. Absent: the table of the service. */
  readonly table?: string;
}

/** A use of such a resource: an item of `x-uses`. */
export interface ResourceUse extends Pick<AwsResource, 'kind' | 'name'> {
  /** Actions of its kind, sorted. */
  readonly actions: readonly string[];
}

/** A use of anything else of AWS. */
export interface OtherUse {
  readonly kind: 'other';
  /** Actions of IAM, such as `ses:SendEmail`. */
  readonly actions: readonly string[];
  /** `*`, or an ARN, which may contain `${AWS::Region}` and other references of CloudFormation. */
  readonly resource: string;
}

export type AwsUse = ResourceUse | OtherUse;

/** @example variableOf({ kind: 'bucket', name: 'orderFiles' }) // 'BUCKET_ORDER_FILES' */
export function variableOf({ kind, name }: Pick<AwsResource, 'kind' | 'name'>): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_');
  return `${kind}_${words}`.toUpperCase();
}
