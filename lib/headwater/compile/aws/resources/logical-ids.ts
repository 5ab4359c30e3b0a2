/** The ids of resources of AWS in the template. */

import type { AwsResource } from '../../../shared/plan/aws-resources.ts';

const suffixes = { table: 'Table', bucket: 'Bucket', queue: 'Queue', topic: 'Topic' } as const;

export type TemplateKind = keyof typeof suffixes;

/** @example logicalIdOf({ kind: 'bucket', name: 'uploads' }) // 'UploadsBucket' */
export function logicalIdOf({ kind, name }: { kind: TemplateKind; name: AwsResource['name'] }): string {
  return `${capitalized(name)}${suffixes[kind]}`;
}

export function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
