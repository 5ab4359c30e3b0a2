/** One operation of an OpenAPI document. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Method, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { type AccessDefaults, readOperationAccess } from '../common/authorizations.ts';
import { warnOfDropped } from '../common/body.ts';
import { readDeprecation } from '../common/deprecation.ts';
import {
  readExactIntegers,
  readHttpExtensions,
  readIdempotency,
  readLambdaSize,
  readResponseHeaders,
} from '../common/extensions.ts';
import { operationIdOf } from '../common/operation-names.ts';
import { assumeVariables, inputOf, reportClashes } from '../common/parameters.ts';
import type { ReadPath } from '../common/path.ts';
import { warnOfServers } from './base-path.ts';
import { refuseUnsupported } from './keywords.ts';
import { isIgnored, readOpenApiParameter } from './parameter.ts';
import { readRequestBody } from './request-body.ts';
import { readResponses } from './responses.ts';
import type { SchemaContext } from './schema-context.ts';

export interface DocumentDefaults extends AccessDefaults {
  readonly basePath: string;
}

export interface DeclaredOperation {
  readonly node: SourceNode;
  readonly method: Method;
  readonly path: ReadPath;
  /** The parameters of the path. */
  readonly shared: readonly SourceNode[];
}

/** The last ones are words of Swagger 1.x for what OpenAPI says otherwise, or not at all. */
const unsupported = ['callbacks', 'x-status', 'x-media-versions', 'x-media-types', 'x-text-types'];

interface OperationNames {
  readonly resource: string;
  readonly nickname: string | undefined;
}

/** @returns undefined for an operation that cannot be named, which is reported. */
export function readOpenApiOperation(
  { node, method, path, shared }: DeclaredOperation,
  { resource, nickname }: OperationNames,
  { place, context }: { readonly place: DocumentDefaults; readonly context: SchemaContext },
): OperationPlan | undefined {
  const { report } = context;
  refuseUnsupported(node, unsupported, context);
  const declared = readDeclaredParameters({ node, path, shared }, context);
  const keyParameter = readIdempotency(node, method, declared, report);
  const parameters = [...inputOf(declared, path), ...(keyParameter ? [keyParameter] : [])];
  const bodyNode = node.member('requestBody');
  const body = bodyNode && readRequestBody(bodyNode, node, context);
  if (bodyNode) warnOfDropped(bodyNode, method, report);
  warnOfServers(node, report);
  const responses = readResponses(node, method, context);
  const { successStatus, result, examples: resultExamples, produces, errorResponses, headers } = responses;
  const responseHeaders = [...headers, ...(readResponseHeaders(node, report) ?? [])];
  const { access, declared: saidAccess } = readOperationAccess(node, place, report);
  const { isDeprecated, fixedHeaders } = readDeprecation(node, report);
  if (nickname === undefined) return undefined;
  const routePath = `${place.basePath}${path.route}` || '/';
  return {
    runtime: {
      id: operationIdOf(resource, nickname),
      successStatus,
      ...readHttpExtensions(node, { isProtected: access !== undefined }, report),
      ...omitUndefined({ access, isIdempotent: keyParameter && (true as const), fixedHeaders }),
      produces,
      parameters: parameters.map(({ runtime }) => runtime),
      ...omitUndefined({ body: body?.runtime, exactIntegers: readExactIntegers(node, report) }),
    },
    resource,
    declaredAt: node.path,
    nickname,
    method,
    path: path.path,
    routePath,
    gatewayPaths: path.isRoutable ? [routePath] : [],
    headPaths: [],
    parameters,
    ...omitUndefined({ body }),
    result,
    ...omitUndefined({ resultExamples }),
    summary: node.text('summary', report) ?? '',
    notes: node.text('description', report) ?? '',
    errorResponses,
    ...(responseHeaders.length > 0 ? { responseHeaders } : {}),
    isDeprecated,
    ...readLambdaSize(node, report),
    ...saidAccess,
    ...node.extensions(),
  };
}

/** An operation's own parameter replaces a parameter of its path. */
function readDeclaredParameters(
  { node, path, shared }: Pick<DeclaredOperation, 'node' | 'path' | 'shared'>,
  context: SchemaContext,
) {
  const { report } = context;
  const own = node.itemsOf('parameters');
  const nodes = [...shared, ...own].filter((each) => !isIgnored(each));
  const read = nodes.map((each) => ({ each, parameter: readOpenApiParameter(each, context) }));
  const keyOf = (one: (typeof read)[number]['parameter']) =>
    one?.kind === 'input' ? `${one.plan.runtime.place} ${one.plan.runtime.name}` : undefined;
  const kept = read.filter(({ each, parameter }, index) => {
    if (!parameter) return false;
    const isReplaced = read.slice(index + 1).some((later) => keyOf(later.parameter) === keyOf(parameter));
    return !(shared.includes(each) && isReplaced);
  });
  const distinct = kept.flatMap(({ parameter }) => parameter ?? []);
  const unread = read.filter(({ parameter }) => !parameter).map(({ each }) => each);
  const all = [...distinct, ...assumeVariables(node, { read: distinct, unread }, path, report)];
  reportClashes(all, report);
  return all;
}
