import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Extensions, PropertyPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/default-value.ts';
import { isSafeName } from '../common/names.ts';
import type { SchemaContext } from './schema-context.ts';

/** @returns undefined if one of them is not supported, which is reported. */
export function readSchemaProperties(
  node: SourceNode,
  context: SchemaContext,
  read: (schema: SourceNode) => TypePlan | undefined,
): readonly PropertyPlan[] | undefined {
  const declared = node.member('properties');
  const all = (declared?.members() ?? []).map(([name, property]): PropertyPlan | undefined => {
    const type = isSafeName(name, property, context.report) ? read(property) : undefined;
    return type && { name, type, required: false, ...annotationsOf(property, type, context) };
  });
  const properties = all.filter((property) => property !== undefined);
  return properties.length < all.length ? undefined : properties;
}

/** A schema that it refers to says them as well. */
function annotationsOf(property: SourceNode, type: TypePlan, { schemas, report, defaults }: SchemaContext) {
  const isSaid = (keyword: string) => {
    return schemas.said(keyword, property)?.asFlag(report) || undefined;
  };
  const isReadOnly = isSaid('readOnly') ?? isSaid('x-read-only');
  const isDeprecated = isSaid('deprecated');
  return {
    ...describedBy(property, type, { schemas, report }),
    ...omitUndefined({ isReadOnly, isWriteOnly: isSaid('writeOnly'), isDeprecated }),
    ...servedExtensions(property, isReadOnly),
    ...readDefault(defaultNode(property, type, { schemas }), type, report, defaults),
  };
}

/** A model has a description of its own in documents. */
function describedBy(
  node: SourceNode,
  type: TypePlan,
  { schemas, report }: Pick<SchemaContext, 'schemas' | 'report'>,
): { description?: string } {
  const said = type.kind === 'model' ? node.member('description') : schemas.said('description', node);
  return omitUndefined({ description: said?.expect('string', report) });
}

/** A reference to a model does not inherit the model's default: the handler decides what an absent model means. */
export function defaultNode(
  node: SourceNode,
  type: TypePlan,
  { schemas }: Pick<SchemaContext, 'schemas'>,
): SourceNode | undefined {
  return type.kind === 'model' ? node.member('default') : schemas.said('default', node);
}

/** `x-read-only` is the keyword of Swagger 1.x. */
function servedExtensions(property: SourceNode, isReadOnly: true | undefined): { extensions?: Extensions } {
  const { extensions } = property.extensions();
  if (!isReadOnly) return omitUndefined({ extensions });
  return { extensions: { ...extensions, 'x-read-only': true } };
}
