/** One declaration: a resource with its paths, operations and models. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan } from '../../../shared/plan/schema.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { modelsById, modelsWithin, schemasOf } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readAuthorizations } from '../common/authorizations.ts';
import { backgroundMembers } from '../common/extensions.ts';
import { withReadOnly } from '../common/marked-members.ts';
import { commonPath, readBasePath, withoutFormat } from '../common/path.ts';
import type { ResourceDefaults } from '../common/read-context.ts';
import { readApis } from './api.ts';
import { readBackground } from './background.ts';
import { inheritProperties } from './inheritance.ts';
import { readMediaTypes } from './media-types.ts';
import { type DeclarationContext, ModelNames, type TypeContext } from './model-names.ts';
import {
  type ModelNodes,
  readModel,
  readModelNodes,
  reportExamples,
  withoutUnknownModels,
} from './models.ts';
import { withPatchTypes } from './patch-model.ts';

const needed = ['basePath', 'apis', 'models', 'produces', 'consumes', 'authorizations', 'security'];
export const resourceMembers: KnownMembers = {
  known: [...needed, 'apiVersion', 'swaggerVersion', 'resourcePath', 'description'],
  needed,
};

export function readDeclaration(
  name: string,
  declaration: SourceNode,
  defaults: ResourceDefaults,
  { report, verdicts, problems = [], shared }: DeclarationContext,
): ResourcePlan | undefined {
  if (!declaration.expect('object', report)) return undefined;
  const root = checkMembers(declaration, resourceMembers, report);
  const { declared, readable, areKnown } = readModelNodes(root, report);
  const models = new ModelNames(root, declared, shared, report);
  const context: TypeContext = {
    models,
    shared,
    verdicts,
    problems,
    report: areKnown ? report : withoutUnknownModels(report),
  };
  const basePath = readResourceBasePath(root, defaults, report);
  const description = root.text('description', report) ?? defaults.description;
  const { schemes } = defaults;
  const own = readAuthorizations(root, schemes, report);
  const produces = readMediaTypes(root, 'produces', report);
  const consumes = readMediaTypes(root, 'consumes', report);
  const { mediaVendor } = defaults;
  const authorizations = own ?? defaults.authorizations;
  const optional = omitUndefined({ mediaVendor, authorizations });
  const place = { resource: name, basePath, produces, consumes, schemes, ...optional };
  const apis = readApis(root, place, context);
  const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
  const background = readBackground(root, { resource: name, nicknames }, context);
  const resource = withPatchTypes({
    name,
    descriptor: name,
    ...omitUndefined({ description }),
    apiVersion: root.text('apiVersion', report) ?? defaults.apiVersion,
    resourcePath: readResourcePath(root, name, apis, report),
    basePath,
    apis,
    models: readModels(readable, root, context),
    ...omitUndefined({ background }),
    // Clients cannot call what they declare.
    ...root.extensions(backgroundMembers),
  });
  return withInternalModels(withReadOnly(resource));
}

/** The models of the file, and the models of its siblings that it refers to, which are reported there. */
function readModels(own: ModelNodes, root: SourceNode, context: TypeContext): ModelPlan[] {
  const report: Report = (diagnostic) => {
    if (diagnostic.file === root.file.path) context.report(diagnostic);
  };
  const read = own.flatMap(([key, node]) => readModel(key, node, context) ?? []);
  for (const { key, node } of context.models.borrowed)
    read.push(...[readModel(key, node, { ...context, report }) ?? []].flat());
  const models = inheritProperties(read, report);
  reportExamples(own, models, report);
  return models;
}

/** Only the path counts: the deployment decides the host. */
function readResourceBasePath(root: SourceNode, defaults: ResourceDefaults, report: Report): string {
  const text = root.text('basePath', report);
  if (text !== undefined) return readBasePath(root.member('basePath'), text, report);
  if (defaults.basePath !== undefined) return defaults.basePath;
  const found = 'no basePath, here or in the listing';
  report(root.diagnose('W-BASE-PATH', found, 'e.g. "/v1"; routes begin at /'));
  return '';
}

function readResourcePath(root: SourceNode, name: string, apis: readonly ApiPlan[], report: Report): string {
  const declared = root.text('resourcePath', report);
  if (declared === undefined) {
    const inferred = commonPath(apis.map(({ path }) => path)) ?? `/${name}`;
    const accepted = `${quote(inferred)}, which is assumed`;
    report(root.diagnose('W-RESOURCE-PATH', 'no resourcePath', accepted));
    return inferred;
  }
  const resourcePath = withoutFormat(declared.startsWith('/') ? declared : `/${declared}`);
  const prefix = resourcePath.replace(/\.json$|\/$/, '');
  const outside = apis.find(({ path }) => !path.startsWith(prefix));
  if (outside) {
    const at = root.member('resourcePath') ?? root;
    const accepted = 'paths that begin with the resourcePath; they are routed anyway';
    report(at.diagnose('W-RESOURCE-PATH', `${quote(outside.path)} outside ${quote(declared)}`, accepted));
  }
  return resourcePath;
}

/** Marks the models that only consumers name: no client ever meets them. */
function withInternalModels(resource: ResourcePlan): ResourcePlan {
  const { background = [], models, apis } = resource;
  const byId = modelsById(models);
  const changes = background.flatMap((plan) => (plan.kind === 'consumer' ? [plan.schema] : []));
  if (changes.length === 0) return resource;
  const internal = modelsWithin(changes, byId);
  const served = modelsWithin(apis.flatMap(({ operations }) => operations).flatMap(schemasOf), byId);
  return {
    ...resource,
    models: models.map((model) =>
      internal.has(model.id) && !served.has(model.id) ? { ...model, isInternal: true } : model,
    ),
  };
}
