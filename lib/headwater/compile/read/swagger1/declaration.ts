/**
 * One declaration: a resource with its paths, operations and models (Swagger 1.2 section 5.2).
 *
 *     readDeclaration
 *       -> ModelNames           model-names.ts: the models that its types may name
 *       -> readApis             first the paths, since nicknames are derived from all of them; then their operations:
 *         -> readOperation      operation.ts: what Swagger 1.x declares in its own way
 *           -> readParameters   parameters.ts; data-type.ts reads the types of parameters, results and properties
 *           -> planOperation    common/operation.ts: what all dialects share, and the plan
 *       -> readBackground       background.ts: schedules and consumers
 *       -> readModels           models.ts: the models of the file, and models of other files that it has named
 *       -> with…                what follows from the plan: patch types, marked members, models of consumers alone
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { modelsWithin, schemasOf } from '../../schema/models.ts';
import { unseen } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readAuthorizations } from '../common/authorizations.ts';
import { backgroundMembers } from '../common/extensions.ts';
import { withMarkedMembers } from '../common/marked-members.ts';
import { hasTooMany } from '../common/operation.ts';
import { nameOperations } from '../common/operation-names.ts';
import { commonPath, readBasePath, readPath, withoutFormat } from '../common/path.ts';
import type { ReadContext, ResourceDefaults } from '../common/read-context.ts';
import { readBackground } from './background.ts';
import { readMediaTypes } from './media-types.ts';
import { ModelNames, type ModelNodes, type SharedModels, type TypeContext } from './model-names.ts';
import { inheritProperties, readModel, readModelNodes, reportExamples } from './models.ts';
import { type ApiPlace, readOperation } from './operation.ts';
import { withPatchTypes } from './patch-model.ts';

export const resourceMembers: KnownMembers = {
  needed: ['basePath', 'apis', 'models', 'produces', 'consumes', 'authorizations', 'security'],
  others: ['apiVersion', 'swaggerVersion', 'resourcePath', 'description'],
  holder: 'a declaration',
};

export function readDeclaration(
  name: string,
  declaration: SourceNode,
  defaults: ResourceDefaults,
  { shared, ...given }: ReadContext & { readonly shared: SharedModels },
): ResourcePlan | undefined {
  if (!declaration.expect('object')) return undefined;
  const checked = checkMembers(declaration, resourceMembers);
  const { declared, readable, areKnown } = readModelNodes(checked);
  // Otherwise, every reference to one of them would be reported.
  const root = areKnown ? checked : checked.reporting(({ code }) => code !== 'E-MODEL');
  const context: TypeContext = { ...given, models: new ModelNames(root, declared, shared, given.report) };
  const basePath = readResourceBasePath(root, defaults);
  const produces = readMediaTypes(root, 'produces');
  const consumes = readMediaTypes(root, 'consumes');
  const authorizations = readAuthorizations(root, defaults.schemes);
  const own = { resource: name, basePath, produces, consumes, ...omitUndefined({ authorizations }) };
  const place = { ...defaults, ...own };
  const apis = readApis(root, place, context);
  const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
  const background = readBackground(root, name, nicknames, context);
  const resource = withPatchTypes({
    name,
    descriptor: name,
    ...root.describe(),
    apiVersion: root.text('apiVersion') ?? defaults.apiVersion,
    resourcePath: readResourcePath(root, name, apis),
    basePath,
    apis,
    models: readModels(readable, context),
    ...omitUndefined({ background }),
    // Served descriptors leave these out: clients cannot call schedules and consumers.
    ...root.extensions(backgroundMembers),
  });
  return withInternalModels(withMarkedMembers(resource));
}

/** The models of the file, and the models of its siblings that it refers to, which are reported there. */
function readModels(own: ModelNodes, context: TypeContext): Models {
  const read = own.flatMap(([key, node]) => readModel(key, node, context) ?? []);
  for (const { key, node } of context.models.borrowed)
    read.push(...[readModel(key, node, context) ?? []].flat());
  const models = inheritProperties(read);
  reportExamples(own, models);
  return models;
}

/** Only the path counts: the deployment decides the host. */
function readResourceBasePath(root: SourceNode, defaults: ResourceDefaults): string {
  const text = root.text('basePath');
  if (text !== undefined) return readBasePath(root.member('basePath'), text);
  if (defaults.basePath !== undefined) return defaults.basePath;
  const found = 'no basePath, here or in the listing';
  root.report('W-BASE-PATH', found, 'e.g. "/v1"; routes begin at /');
  return '';
}

function readResourcePath(root: SourceNode, name: string, apis: readonly ApiPlan[]): string {
  const declared = root.text('resourcePath');
  if (declared === undefined) {
    const inferred = commonPath(apis.map(({ path }) => path)) ?? `/${name}`;
    const accepted = `${quote(inferred)}, which is assumed`;
    root.report('W-RESOURCE-PATH', 'no resourcePath', accepted);
    return inferred;
  }
  const resourcePath = withoutFormat(declared.startsWith('/') ? declared : `/${declared}`);
  const prefix = resourcePath.replace(/\.json$|\/$/, '');
  const outside = apis.find(({ path }) => !path.startsWith(prefix));
  if (outside) {
    const found = `${quote(outside.path)} outside ${quote(declared)}`;
    const accepted = 'paths that begin with the resourcePath; they are routed anyway';
    root.at('resourcePath').report('W-RESOURCE-PATH', found, accepted);
  }
  return resourcePath;
}

/** Marks the models that only consumers name: no client ever meets them. */
function withInternalModels(resource: ResourcePlan): ResourcePlan {
  const { background = [], models, apis } = resource;
  const changes = background.flatMap((plan) => (plan.kind === 'consumer' ? [plan.schema] : []));
  const served = modelsWithin(apis.flatMap(({ operations }) => operations).flatMap(schemasOf), models);
  const internal = [...modelsWithin(changes, models)].flatMap((id) => {
    const model = served.has(id) ? undefined : models.get(id);
    return model ? [[id, { ...model, isInternal: true }] as const] : [];
  });
  return { ...resource, models: new Map([...models, ...internal]) };
}

export const apiMembers: KnownMembers = {
  needed: ['path', 'operations', 'parameters'],
  others: ['description'],
};

type ResourcePlace = Omit<ApiPlace, 'path' | 'parameters' | 'nickname'>;

/** The paths of a declaration, each with its operations (Swagger 1.2 section 5.2.2). */
function readApis(root: SourceNode, place: ResourcePlace, context: TypeContext): ApiPlan[] {
  const apis = root.member('apis');
  if (!apis) root.report('E-SHAPE', 'no apis', 'apis: an array of paths with their operations');
  const count = apis?.items().flatMap((api) => api.itemsOf('operations')).length ?? 0;
  if (!apis?.expect('array') || hasTooMany(apis, count)) return [];
  const unplanned = apis.items().flatMap((api) => readApi(api) ?? []);
  const unnamed = unplanned.flatMap(({ path: { path }, operations }) =>
    operations.map((node) => ({ node, path })),
  );
  const nicknames = nameOperations(unnamed);
  const read = unplanned.map(({ node, path, parameters, operations }) => ({
    path: path.path,
    ...node.describe(),
    operations: operations.flatMap((operation) => {
      const nickname = nicknames.get(operation);
      return readOperation(operation, { ...place, path, parameters, nickname }, context) ?? [];
    }),
  }));
  return mergePaths(read);
}

/** Apis with the same path become one, with the operations of all and the description of the first. */
function mergePaths(apis: readonly ApiPlan[]): ApiPlan[] {
  return [...Map.groupBy(apis, ({ path }) => path).values()].map((same) =>
    Object.assign({}, ...same.toReversed(), { operations: same.flatMap(({ operations }) => operations) }),
  );
}

/** An api whose operations are not planned yet: their nicknames depend on all apis. */
function readApi(api: SourceNode) {
  if (!api.expect('object')) return undefined;
  // The parameters are read for each operation.
  const node = checkMembers(api.reporting(unseen()), apiMembers);
  const pathNode = node.member('path');
  const declared = pathNode?.expect('string');
  if (!pathNode) node.report('E-SHAPE', 'no path', 'path, e.g. "/bookmark/{id}"');
  if (!pathNode || declared === undefined) return undefined;
  const operations = node.list('operations') ?? [];
  return {
    node,
    path: readPath(pathNode, declared),
    parameters: readApiParameters(node),
    operations: operations.filter((operation) => operation.expect('object')),
  };
}

/** Swagger 1.x knows no parameters of an api. They mean what they mean in Swagger 2. */
function readApiParameters(node: SourceNode): SourceNode[] {
  const list = node.member('parameters');
  if (!list?.expect('array')) return [];
  const accepted = 'parameters of operations; each operation of this path has them, which is assumed';
  list.report('W-PARAM', 'parameters of an api', accepted);
  return list.items();
}
