/** One OpenAPI document: its resources with their paths, operations and models. */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { methods } from '../../../shared/plan/operation-plan.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { modelsById } from '../../schema/models.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import { reportOnce } from '../../source/diagnostic.ts';
import { rootOf, type SourceNode } from '../../source/source-node.ts';
import { type AccessDefaults, readSecurity } from '../common/authorizations.ts';
import { checkDefaults } from '../common/check-values.ts';
import { backgroundMembers } from '../common/extensions.ts';
import { withReadOnly, withWriteOnly } from '../common/marked-members.ts';
import { hasTooMany } from '../common/operation.ts';
import { nameOperations } from '../common/operation-names.ts';
import { commonPath, readPath } from '../common/path.ts';
import type { ReadContext, ResourceDefaults } from '../common/read-context.ts';
import { definedSchemes, definedScopes, readSecuritySchemes } from '../common/security-schemes.ts';
import { warnOfOverlaps } from './alternatives.ts';
import { basePathOf, warnOfServers } from './base-path.ts';
import { Examples } from './examples.ts';
import { reportContradictions, reportEndless } from './impossible-schemas.ts';
import { refuseUnsupported, warnOfCalls, warnOfDialect } from './keywords.ts';
import { type DeclaredOperation, readOpenApiOperation } from './operation.ts';
import { asResourceName, assignResources, modelsFor } from './resources.ts';
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
  const report = reportOnce(({ fix: _, ...diagnostic }) => given.report(diagnostic));
  const upgraded = upgradeOpenApi(file, given.report);
  if (!upgraded) return [];
  const root = rootOf(upgraded);
  const context: SchemaContext = {
    ...given,
    report,
    schemas: new Schemas(root),
    examples: new Examples(),
    exclusive: [],
    combined: [],
    defaults: [],
  };
  warnOfDialect(root, 'jsonSchemaDialect', report);
  warnOfCalls(root, 'webhooks', report);
  refuseUnsupported(root, backgroundMembers, context);
  const own = readSecuritySchemes(root, report, defaults.schemes);
  const schemes = { ...own, byName: new Map([...defaults.schemes.byName, ...own.byName]) };
  const authorizations = readSecurity(root, schemes, report) ?? defaults.authorizations;
  const basePath = basePathOf(root, defaults, report);
  const place = { basePath, schemes, ...omitUndefined({ authorizations }) };
  const apis = readPaths(root, { fileName: name, place }, context);
  const models = context.schemas.models(context);
  const byId = modelsById(models);
  reportEndless(byId, context);
  reportContradictions(byId, context);
  warnOfOverlaps(context.exclusive, byId, report);
  checkDefaults(context.defaults, models, report);
  context.examples.removeWrong(models, report);
  const names = [...new Set(apis.flatMap(({ operations }) => operations.map(({ resource }) => resource)))];
  const [only = name, second] = names;
  const general = {
    ...{ descriptor: name, apiVersion: defaults.apiVersion, basePath },
    ...(own.byName.size > 0 ? { securitySchemes: definedSchemes(own), scopes: definedScopes(own) } : {}),
    ...root.extensions(),
  };
  if (second === undefined) return [resourceOf(only, { ...general, apis, models }, titleOf(root, context))];
  return names.map((each) => {
    const part = apisOf(each, apis);
    return resourceOf(
      each,
      { ...general, apis: part, models: modelsFor(part, models) },
      descriptionOf(each, root, context),
    );
  });
}

function resourceOf(
  name: string,
  parts: Omit<ResourcePlan, 'name' | 'description' | 'resourcePath'>,
  description: string | undefined,
): ResourcePlan {
  const resourcePath = commonPath(parts.apis.map(({ path }) => path)) ?? `/${name}`;
  return withWriteOnly(withReadOnly({ name, ...omitUndefined({ description }), resourcePath, ...parts }));
}

function apisOf(resource: string, apis: readonly ApiPlan[]): ApiPlan[] {
  return apis.flatMap((api) => {
    const operations = api.operations.filter((operation) => operation.resource === resource);
    return operations.length > 0 ? { ...api, operations } : [];
  });
}

function titleOf(root: SourceNode, { report }: SchemaContext): string | undefined {
  const info = root.member('info');
  return info?.text('title', report);
}

function descriptionOf(name: string, root: SourceNode, { report }: SchemaContext): string | undefined {
  const tags = root.itemsOf('tags');
  const tag = tags.find((each) => asResourceName(String(each.member('name')?.value)) === name);
  return tag?.text('description', report);
}

function readPaths(
  root: SourceNode,
  {
    fileName,
    place,
  }: { readonly fileName: string; readonly place: AccessDefaults & { readonly basePath: string } },
  context: SchemaContext,
): ApiPlan[] {
  const { report } = context;
  const paths = root.member('paths');
  if (!paths?.expect('object', report)) {
    if (!paths) report(root.diagnose('E-SHAPE', 'no paths', 'paths with their operations'));
    return [];
  }
  const declared = paths
    .members()
    .filter(([path]) => !path.startsWith('x-'))
    .map(([path, item]) => ({ path, operations: operationsOf(path, item, context) }));
  const named = declared.flatMap(({ operations }) =>
    operations.map(({ node, path }) => ({ node, path: path.path })),
  );
  if (hasTooMany(paths, named.length, report)) return [];
  const nicknames = nameOperations(named, report);
  const resources = assignResources(named, fileName);
  return declared.map(({ path, operations }) => ({
    path: operations[0]?.path.path ?? path,
    operations: operations.flatMap((operation) => {
      const { node } = operation;
      const names = { resource: resources.get(node) ?? fileName, nickname: nicknames.get(node) };
      return readOpenApiOperation(operation, { ...place, ...names }, context) ?? [];
    }),
  }));
}

function operationsOf(path: string, item: SourceNode, context: SchemaContext): DeclaredOperation[] {
  const { report } = context;
  if (!item.expect('object', report)) return [];
  refuseUnsupported(item, ['$ref', 'trace', 'query', 'additionalOperations'], context);
  warnOfServers(item, report);
  const read = readPath(item.with({ value: path }), path, report);
  const shared = item.itemsOf('parameters');
  return methods.flatMap((method) => {
    const node = item.member(method.toLowerCase());
    if (!node || !isObject(node.value)) return [];
    const value = { ...node.value, httpMethod: method };
    return [{ node: node.with({ value }), method, path: read, shared }];
  });
}
