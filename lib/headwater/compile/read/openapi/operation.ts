import { membersOf } from '../../../shared/json/is-object.ts';
import type { Method, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { type OperationPlace, planOperation, warnOfDropped } from '../common/operation.ts';
import { completeParameters, type ReadInput } from '../common/parameters.ts';
import { isOptional, type ReadPath } from '../common/path.ts';
import { refuseUnsupported, warnOfCalls, warnOfServers } from './keywords.ts';
import { isIgnored, objectForm, readOpenApiParameter } from './parameter.ts';
import { follow } from './references.ts';
import { readRequestBody, warnOfObjectKeywords } from './request-body.ts';
import { readResponses } from './responses.ts';
import type { SchemaContext } from './schema-context.ts';

export interface DeclaredOperation {
  readonly node: SourceNode;
  readonly method: Method;
  readonly path: ReadPath;
  /** The parameters of the path. */
  readonly shared: readonly SourceNode[];
}

/** Keywords of Swagger 1.x for what OpenAPI says otherwise, or not at all. */
const unsupported = ['x-status', 'x-media-versions', 'x-media-types', 'x-text-types'];

/** @returns undefined for an operation that cannot be named, which is reported. */
export function readOpenApiOperation(
  operation: DeclaredOperation,
  place: Omit<OperationPlace, 'path'>,
  context: SchemaContext,
): OperationPlan | undefined {
  const { node, method, path } = operation;
  warnOfCalls(node, 'callbacks');
  refuseUnsupported(node, unsupported);
  const declared = readDeclaredParameters(operation, context);
  const bodyNode = node.member('requestBody');
  const body = bodyNode && readRequestBody(bodyNode, node, context);
  if (bodyNode) warnOfDropped(bodyNode, method);
  warnOfServers(node);
  const parts = {
    method,
    declared,
    body,
    ...readResponses(node, method, context),
    notes: node.text('description') ?? '',
  };
  return planOperation(node, { ...place, path }, parts);
}

/** An operation's own parameter replaces a parameter of its path. */
function readDeclaredParameters({ node, path, shared }: DeclaredOperation, context: SchemaContext) {
  const read = [...shared, ...node.itemsOf('parameters')].flatMap((each) => {
    const found = follow(each, 'parameters');
    const sent = isIgnored(found, path) ? [] : expandObject(found, context);
    return sent.map((one) => ({ each, parameter: readOpenApiParameter(one, context) }));
  });
  const keyOf = (one: ReadInput | undefined) => one && `${one.plan.runtime.place} ${one.plan.runtime.name}`;
  const last = new Map(read.map(({ parameter }, index) => [keyOf(parameter), index]));
  const distinct = read.flatMap(({ each, parameter }, index) => {
    const isReplaced = shared.includes(each) && last.get(keyOf(parameter)) !== index;
    return isReplaced ? [] : (parameter ?? []);
  });
  for (const { parameter } of read) if (parameter) warnOfOptional(parameter, path);
  const unread = read.filter(({ parameter }) => !parameter).map(({ each }) => each);
  return completeParameters(node, { read: distinct, unread }, path);
}

/** OpenAPI 3.1 section 4.7.12.2: it is always required. The value of `{name*}` is not. */
function warnOfOptional({ plan: { runtime }, node }: ReadInput, path: ReadPath): void {
  const required = node.member('required');
  if (runtime.place !== 'path' || isOptional(path, runtime.name) || required?.value !== false) return;
  required.report(
    'W-PARAM',
    `an optional path parameter "${runtime.name}"`,
    '"required": true, which is assumed',
  );
}

/**
 * Objects in a query. With `deepObject`, a property is `filter[name]`; with other styles, it is `name` alone. Only the
 * declared properties are read.
 *
 * @returns the parameters of the properties; otherwise the parameter itself. None if its required properties may be absent
 *   together, or are not known, which is reported.
 */
function expandObject(node: SourceNode, context: SchemaContext): SourceNode[] {
  // `follow` leaves a reference only if it leads nowhere. readOpenApiParameter reports it.
  const form = node.member('$ref') ? undefined : objectForm(node);
  const schemaNode = node.member('schema');
  const schema = schemaNode && follow(schemaNode, 'schemas');
  const needed = schema?.itemsOf('required').map(({ value }) => value) ?? [];
  const properties = schema?.membersOf('properties') ?? [];
  const isPlain =
    schema?.member('type')?.value === 'object' && !schema.anyMember(['allOf', 'anyOf', 'oneOf']);
  if (!form || !isPlain || properties.length === 0) {
    if (isPlain || form !== 'deep') return [node];
    const accepted = 'an object with "type" and "properties" of its own, without allOf, anyOf and oneOf';
    node
      .at('style')
      .report('E-UNSUPPORTED', 'deepObject of a schema whose properties are not known', accepted);
    return [];
  }
  const { in: place, name, required } = membersOf(node.value);
  if (required !== true && needed.length > 0) {
    const found = `an optional object with the required ${needed.map(quote).join(', ')}`;
    const accepted = '"required": true of the parameter, or content of application/json';
    schema.report('E-UNSUPPORTED', found, accepted);
    return [];
  }
  warnOfObjectKeywords(schema, 'an object in a query', context);
  const sent = properties.filter(([, at]) => context.schemas.said('readOnly', at)?.value !== true);
  return sent.map(([property, at]) =>
    at.with({
      value: {
        name: form === 'deep' ? `${String(name)}[${property}]` : property,
        in: place,
        required: needed.includes(property),
        schema: at.value,
      },
    }),
  );
}
