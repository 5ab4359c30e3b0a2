/** One OpenAPI document: a resource with its paths, operations and models. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import { type Method, methods, type OperationPlan } from '../../plan/operation-plan.ts';
import type { ApiPlan, ResourcePlan } from '../../plan/service-plan.ts';
import type { DescriptorFile } from '../source/descriptor-file.ts';
import type { Report } from '../source/problem.ts';
import {
  expectType,
  extensionsOf,
  isObject,
  items,
  member,
  members,
  problemAt,
  rootOf,
  type SourceNode,
  textMember,
} from '../source/source-node.ts';
import { type AccessDefaults, readOperationAccess, readSecurity } from '../swagger/authorizations.ts';
import { commonPath, type ResourceDefaults } from '../swagger/declaration.ts';
import { readDeprecation } from '../swagger/deprecation.ts';
import { readIdempotency } from '../swagger/idempotency-key.ts';
import { nameOperations } from '../swagger/nickname.ts';
import { readHttpExtensions, readLambdaSize, readResponseHeaders } from '../swagger/operation-extensions.ts';
import { operationIdOf } from '../swagger/operation-id.ts';
import { inputOf, reportClashes } from '../swagger/parameters.ts';
import { type ReadPath, readBasePath, readPath } from '../swagger/path.ts';
import { assumeVariables } from '../swagger/path-variables.ts';
import { withReadOnly } from '../swagger/read-only.ts';
import { readSecuritySchemes } from '../swagger/security-schemes.ts';
import type { ReadContext } from '../swagger/type-context.ts';
import { isIgnored, readOpenApiParameter } from './parameter.ts';
import { readRequestBody } from './request-body.ts';
import { readResponses } from './responses.ts';
import { type SchemaContext, Schemas } from './schema-context.ts';
import { upgradeOpenApi } from './upgrade-document.ts';

interface Place extends AccessDefaults {
  readonly resource: string;
  readonly basePath: string;
}

interface DeclaredOperation {
  readonly node: SourceNode;
  readonly method: Method;
  readonly path: ReadPath;
  /** Of the path. */
  readonly shared: readonly SourceNode[];
}

/** Never throws for the content of the file: what cannot be held is reported. */
export function readOpenApiDocument(
  name: string,
  file: DescriptorFile,
  defaults: ResourceDefaults,
  given: ReadContext,
): ResourcePlan | undefined {
  // Fixes are changes in the words of Swagger 1.x.
  const report: Report = ({ fix: _, ...problem }) => given.report(problem);
  const readContext = { ...given, report };
  const upgraded = upgradeOpenApi(file, report);
  if (!upgraded) return undefined;
  const root = rootOf(upgraded);
  const context: SchemaContext = { ...readContext, schemas: new Schemas(root) };
  refuseUnsupported(root, ['webhooks'], context);
  const schemes = new Map([...defaults.schemes, ...readSecuritySchemes(root, report)]);
  const authorizations = readSecurity(root, schemes, report) ?? defaults.authorizations;
  const place = {
    resource: name,
    basePath: basePathOf(root, defaults, context),
    schemes,
    ...omitUndefined({ authorizations }),
  };
  const apis = readPaths(root, place, context);
  const info = member(root, 'info');
  const description = (info && textMember(info, 'title', report)) ?? defaults.description;
  return withReadOnly({
    name,
    ...omitUndefined({ description }),
    apiVersion: defaults.apiVersion,
    resourcePath: commonPath(apis.map(({ path }) => path)) ?? `/${name}`,
    basePath: place.basePath,
    apis,
    models: context.schemas.models(context),
    ...extensionsOf(root),
  });
}

function refuseUnsupported(node: SourceNode, words: readonly string[], { report }: SchemaContext): void {
  for (const word of words) {
    const found = member(node, word);
    if (found) report(problemAt(found, 'E-UNSUPPORTED', word, 'a document without it'));
  }
}

/** Only the path of the first server counts: the deployment decides the host. */
function basePathOf(
  root: SourceNode,
  { basePath = '' }: ResourceDefaults,
  { report }: SchemaContext,
): string {
  const [server] = items(member(root, 'servers') ?? { ...root, value: undefined });
  const url = server && member(server, 'url');
  if (!url || typeof url.value !== 'string' || url.value === '/') return basePath;
  return readBasePath(url, url.value, report);
}

function readPaths(root: SourceNode, place: Place, context: SchemaContext): ApiPlan[] {
  const { report } = context;
  const paths = member(root, 'paths');
  if (!paths || !expectType(paths, 'object', report)) {
    if (!paths) report(problemAt(root, 'E-SHAPE', 'no paths', 'paths with their operations'));
    return [];
  }
  const declared = members(paths)
    .filter(([path]) => !path.startsWith('x-'))
    .map(([path, item]) => ({ path, operations: operationsOf(path, item, context) }));
  const named = declared.flatMap(({ operations }) =>
    operations.map(({ node, path }) => ({ node, path: path.path })),
  );
  const nicknames = nameOperations(named, report);
  return declared.map(({ path, operations }) => ({
    path: operations[0]?.path.path ?? path,
    operations: operations.flatMap((operation) => {
      const plan = readOpenApiOperation(operation, nicknames.get(operation.node), { place, context });
      return plan ?? [];
    }),
  }));
}

function operationsOf(path: string, item: SourceNode, context: SchemaContext): DeclaredOperation[] {
  const { report } = context;
  if (!expectType(item, 'object', report)) return [];
  refuseUnsupported(item, ['$ref', 'trace'], context);
  const read = readPath({ ...item, value: path }, path, report);
  const shared = items(member(item, 'parameters') ?? { ...item, value: undefined });
  return methods.flatMap((method) => {
    const node = member(item, method.toLowerCase());
    if (!node || !isObject(node.value)) return [];
    const value = { ...node.value, httpMethod: method };
    return [{ node: { ...node, value }, method, path: read, shared }];
  });
}

function readOpenApiOperation(
  { node, method, path, shared }: DeclaredOperation,
  nickname: string | undefined,
  { place, context }: { readonly place: Place; readonly context: SchemaContext },
): OperationPlan | undefined {
  const { report } = context;
  refuseUnsupported(node, ['callbacks'], context);
  const declared = readDeclaredParameters({ node, path, shared }, context);
  const keyParameter = readIdempotency(node, method, declared, report);
  const parameters = [...inputOf(declared, path), ...(keyParameter ? [keyParameter] : [])];
  const bodyNode = member(node, 'requestBody');
  const body = bodyNode && readRequestBody(bodyNode, node, context);
  const { successStatus, result, produces, errorResponses, headers } = readResponses(node, method, context);
  const responseHeaders = [...headers, ...(readResponseHeaders(node, report) ?? [])];
  const { access, declared: saidAccess } = readOperationAccess(node, place, report);
  const { isDeprecated, fixedHeaders } = readDeprecation(node, report);
  if (nickname === undefined) return undefined;
  const routePath = `${place.basePath}${path.route}` || '/';
  return {
    runtime: {
      id: operationIdOf(place.resource, nickname),
      successStatus,
      ...readHttpExtensions(node, { isProtected: access !== undefined }, report),
      ...omitUndefined({ access, isIdempotent: keyParameter && (true as const), fixedHeaders }),
      produces,
      parameters: parameters.map(({ runtime }) => runtime),
      ...omitUndefined({ body: body?.runtime }),
    },
    resource: place.resource,
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
    summary: textMember(node, 'summary', report) ?? '',
    notes: textMember(node, 'description', report) ?? '',
    errorResponses,
    ...(responseHeaders.length > 0 ? { responseHeaders } : {}),
    isDeprecated,
    ...readLambdaSize(node, report),
    ...saidAccess,
    ...extensionsOf(node),
  };
}

/** An operation's own parameter replaces that of its path. */
function readDeclaredParameters(
  { node, path, shared }: Pick<DeclaredOperation, 'node' | 'path' | 'shared'>,
  context: SchemaContext,
) {
  const { report } = context;
  const own = items(member(node, 'parameters') ?? { ...node, value: undefined });
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
