/** What properties say beside the values that they accept. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { modelOf } from '../../schema/references.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/default-value.ts';
import type { SchemaContext } from './schema-context.ts';

/** A schema that a property refers to says them as well. */
export function propertyAnnotations(property: SourceNode, schema: Schema, context: SchemaContext): Schema {
  const { schemas, defaults } = context;
  const isSaid = (keyword: string) => schemas.said(keyword, property)?.asFlag() || undefined;
  const readOnly = isSaid('readOnly') ?? isSaid('x-read-only');
  const { defaultValue } = readDefault(defaultNode(property, schema, context), schema, defaults);
  return {
    ...property.extensions().extensions,
    // The keyword of Swagger 1.x.
    ...omitUndefined({ 'x-read-only': readOnly, default: defaultValue }),
    ...omitUndefined({ readOnly, writeOnly: isSaid('writeOnly'), deprecated: isSaid('deprecated') }),
  };
}

/** A reference to an object does not inherit its default: the handler decides what an absent one means. */
export function defaultNode(
  node: SourceNode,
  schema: Schema,
  { schemas }: Pick<SchemaContext, 'schemas'>,
): SourceNode | undefined {
  const isObject = schemas.isObject(modelOf(schema) ?? '');
  return isObject ? node.member('default') : schemas.said('default', node);
}
