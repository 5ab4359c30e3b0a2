/** One OpenAPI document: its resources with their paths, operations and models. */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { methods } from '../../../shared/plan/operation-plan.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { modelsWithin, schemasOf } from '../../schema/models.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import { type Report, unseen } from '../../source/diagnostic.ts';
import { rootOf, type SourceNode } from '../../source/source-node.ts';
import { type AccessDefaults, readSecurity } from '../common/authorizations.ts';
import { wrongClaims } from '../common/checked-values.ts';
import { backgroundMembers } from '../common/extensions.ts';
import { withMarkedMembers } from '../common/marked-members.ts';
import { isResourceName } from '../common/names.ts';
import { hasTooMany } from '../common/operation.ts';
import { nameOperations, type UnnamedOperation } from '../common/operation-names.ts';
import { commonPath, readBasePath, readPath } from '../common/path.ts';
import type { ReadContext, ResourceDefaults } from '../common/read-context.ts';
import { definedSchemes, readSecuritySchemes } from '../common/security-schemes.ts';
import { reportEndless } from './impossible-schemas.ts';
import { refuseUnsupported, warnOfCalls, warnOfDialect, warnOfServers } from './keywords.ts';
import { type DeclaredOperation, readOpenApiOperation } from './operation.ts';
import { readSchema } from './schema.ts';
import { type SchemaContext, Schemas } from './schema-context.ts';
import { upgradeOpenApi } from './upgrade-document.ts';

/**
 * Never throws for the content of the file: unsupported parts are reported.
 *
 * @returns one resource, or several by the tags of its operations.
 */
export function readOpenApiDocument(
  name: string,
  file: DescriptorFile,
  defaults: ResourceDefaults,
  given: ReadContext,
): ResourcePlan[] {
  // Beyond the text itself, fixes are changes in Swagger 1.x. A part is read again for each operation that refers to it.
  const isUnseen = unseen();
  const report: Report = (diagnostic) => isUnseen(diagnostic) && given.report(diagnostic);
  const upgraded = upgradeOpenApi(file, report);
  if (!upgraded) return [];
  const root = rootOf(upgraded, ({ fix: _, ...diagnostic }) => report(diagnostic));
  const context: SchemaContext = {
    ...given,
    schemas: new Schemas(root, (node) => readSchema(node, context)),
    claims: [],
    afterwards: [],
  };
  warnOfDialect(root, 'jsonSchemaDialect');
  warnOfCalls(root, 'webhooks');
  refuseUnsupported(root, backgroundMembers);
  const own = readSecuritySchemes(root, defaults.schemes);
  const schemes = { ...own, byName: new Map([...defaults.schemes.byName, ...own.byName]) };
  const authorizations = readSecurity(root, schemes) ?? defaults.authorizations;
  const basePath = basePathOf(root, defaults);
  const place = { basePath, schemes, ...omitUndefined({ authorizations }) };
  const apis = readPaths(root, name, place, context);
  const models = context.schemas.models();
  if (!reportEndless(models, context.schemas)) {
    for (const check of context.afterwards) check(models);
    for (const [{ refuse }, keyword] of wrongClaims(context.claims, models)) refuse(keyword);
  }
  const names = [...new Set(apis.flatMap(({ operations }) => operations.map(({ resource }) => resource)))];
  const [only = name, second] = names;
  const general = {
    descriptor: name,
    apiVersion: defaults.apiVersion,
    basePath,
    ...(own.byName.size > 0 ? { securitySchemes: definedSchemes(own) } : {}),
    ...root.extensions(),
  };
  if (second === undefined)
    return [resourceOf(only, { ...general, apis, models }, root.member('info')?.text('title'))];
  return names.map((each) => {
    const part = apis
      .map((api) => ({ ...api, operations: api.operations.filter(({ resource }) => resource === each) }))
      .filter(({ operations }) => operations.length > 0);
    const isOf = (tag: SourceNode) => asResourceName(String(tag.member('name')?.value)) === each;
    const described = root.itemsOf('tags').find(isOf)?.text('description');
    return resourceOf(each, { ...general, apis: part, models: modelsFor(part, models) }, described);
  });
}

/**
 * Only the path of the first of `servers` counts, since the deployment decides the host. Without `servers`, a document has
 * the listing's.
 */
function basePathOf(root: SourceNode, { basePath = '' }: ResourceDefaults): string {
  const [server] = root.itemsOf('servers');
  const url = server?.member('url');
  if (!server || typeof url?.value !== 'string') return basePath;
  // OpenAPI 3.1 section 4.7.5: variables have the values of their defaults.
  const text = server
    .membersOf('variables')
    .reduce(
      (filled, [name, variable]) =>
        filled.replaceAll(`{${name}}`, String(variable.member('default')?.value ?? '')),
      url.value,
    );
  return readBasePath(url, text);
}

function resourceOf(
  name: string,
  parts: Omit<ResourcePlan, 'name' | 'description' | 'resourcePath'>,
  description: string | undefined,
): ResourcePlan {
  const resourcePath = commonPath(parts.apis.map(({ path }) => path)) ?? `/${name}`;
  return withMarkedMembers({ name, ...omitUndefined({ description }), resourcePath, ...parts });
}

function readPaths(
  root: SourceNode,
  fileName: string,
  place: AccessDefaults & { readonly basePath: string },
  context: SchemaContext,
): ApiPlan[] {
  if (!root.member('paths')) root.report('E-SHAPE', 'no paths', 'paths with their operations');
  const declared = root
    .membersOf('paths')
    .filter(([path]) => !path.startsWith('x-'))
    .map(([path, item]) => ({ path, operations: operationsOf(path, item) }));
  const named = declared.flatMap(({ operations }) =>
    operations.map(({ node, path }) => ({ node, path: path.path })),
  );
  if (hasTooMany(root.at('paths'), named.length)) return [];
  const resources = assignResources(named, fileName);
  // Each resource has a folder of handlers, and a part of the client: a name may be in several.
  const parts = Map.groupBy(named, ({ node }) => resources.get(node));
  const nicknames = new Map([...parts.values()].flatMap((part) => [...nameOperations(part)]));
  return declared.map(({ path, operations }) => ({
    path: operations[0]?.path.path ?? path,
    operations: operations.flatMap((operation) => {
      const { node } = operation;
      const names = { resource: resources.get(node) ?? fileName, nickname: nicknames.get(node) };
      return readOpenApiOperation(operation, { ...place, ...names }, context) ?? [];
    }),
  }));
}

function operationsOf(path: string, item: SourceNode): DeclaredOperation[] {
  refuseUnsupported(item, ['$ref', 'trace', 'query', 'additionalOperations']);
  warnOfServers(item);
  const read = readPath(item.with({ value: path }), path);
  const shared = item.itemsOf('parameters');
  return methods.flatMap((method) => {
    const node = item.member(method.toLowerCase());
    if (!node || !isObject(node.value)) return [];
    const value = { ...node.value, httpMethod: method };
    return [{ node: node.with({ value }), method, path: read, shared }];
  });
}

/**
 * The first tag of an operation names its resource, or the first segment of its path if it has none. If all operations
 * have the same name by that rule, the file names it.
 *
 * @example assignResources(operationsOfPetstore, 'petstore') // 'pet', 'store' and 'user'
 */
function assignResources(
  operations: readonly UnnamedOperation[],
  fileName: string,
): ReadonlyMap<SourceNode, string> {
  const wanted = operations.map(({ node, path }) => [node, resourceNameOf(node, path) ?? fileName] as const);
  // Names that differ in letter case or punctuation are one: folders may not tell them apart.
  const first = new Map(wanted.toReversed().map(([, name]) => [keyOf(name), name]));
  const isOne = first.size === 1;
  return new Map(wanted.map(([node, name]) => [node, isOne ? fileName : (first.get(keyOf(name)) ?? name)]));
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function resourceNameOf(node: SourceNode, path: string): string | undefined {
  const [tag] = node.itemsOf('tags');
  const segment = path.split('/')[1] ?? '';
  return [String(tag?.value ?? ''), segment.includes('{') ? '' : segment]
    .map(asResourceName)
    .find(isResourceName);
}

/** @example asResourceName('Météo & air') // 'Meteo-air' */
function asResourceName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '');
}

/** The models that the operations need, directly or through others. */
function modelsFor(apis: readonly ApiPlan[], models: Models): Models {
  const operations = apis.flatMap((api) => api.operations);
  const reached = modelsWithin(operations.flatMap(schemasOf), models);
  return new Map([...models].filter(([id]) => reached.has(id)));
}
