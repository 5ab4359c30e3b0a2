import type { Method, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { warnOfDropped } from '../common/body.ts';
import { readResponseHeaders } from '../common/extensions.ts';
import { type OperationPlace, planOperation } from '../common/operation.ts';
import { completeParameters } from '../common/parameters.ts';
import type { ReadPath } from '../common/path.ts';
import { warnOfServers } from './base-path.ts';
import { refuseUnsupported, warnOfCalls } from './keywords.ts';
import { expandObject } from './object-parameter.ts';
import { isIgnored, readOpenApiParameter } from './parameter.ts';
import { readRequestBody } from './request-body.ts';
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
  { node, method, path, shared }: DeclaredOperation,
  place: Omit<OperationPlace, 'path'>,
  context: SchemaContext,
): OperationPlan | undefined {
  warnOfCalls(node, 'callbacks');
  refuseUnsupported(node, unsupported);
  const declared = readDeclaredParameters({ node, path, shared }, context);
  const bodyNode = node.member('requestBody');
  const body = bodyNode && readRequestBody(bodyNode, node, context);
  if (bodyNode) warnOfDropped(bodyNode, method);
  warnOfServers(node);
  const { examples: resultExamples, headers, ...responses } = readResponses(node, method, context);
  const responseHeaders = [...headers, ...(readResponseHeaders(node) ?? [])];
  const parts = {
    method,
    declared,
    body,
    ...responses,
    resultExamples,
    notes: node.text('description') ?? '',
    responseHeaders: responseHeaders.length > 0 ? responseHeaders : undefined,
  };
  return planOperation(node, { ...place, path }, parts);
}

/** An operation's own parameter replaces a parameter of its path. */
function readDeclaredParameters(
  { node, path, shared }: Pick<DeclaredOperation, 'node' | 'path' | 'shared'>,
  context: SchemaContext,
) {
  const own = node.itemsOf('parameters');
  const nodes = [...shared, ...own].filter((each) => !isIgnored(each, path));
  const read = nodes.flatMap((each) =>
    expandObject(each).map((one) => ({ each, parameter: readOpenApiParameter(one, context) })),
  );
  const keyOf = (one: (typeof read)[number]['parameter']) =>
    one?.kind === 'input' ? `${one.plan.runtime.place} ${one.plan.runtime.name}` : undefined;
  const last = new Map(read.map(({ parameter }, index) => [keyOf(parameter), index]));
  const ofPath = new Set(shared);
  const kept = read.filter(({ each, parameter }, index) => {
    const isReplaced = ofPath.has(each) && last.get(keyOf(parameter)) !== index;
    return parameter && !isReplaced;
  });
  const distinct = kept.flatMap(({ parameter }) => parameter ?? []);
  const unread = read.filter(({ parameter }) => !parameter).map(({ each }) => each);
  return completeParameters(node, { read: distinct, unread }, path);
}
