/** One declaration: a resource with its paths, operations and models. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { modelsWithin, schemasOf } from '../../schema/models.ts';
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
import { type ModelNodes, readModel, readModelNodes, reportExamples } from './models.ts';
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
  if (!declaration.expect('object')) return undefined;
  const checked = checkMembers(declaration, resourceMembers);
  const { declared, readable, areKnown } = readModelNodes(checked);
  // Otherwise, every reference to one of them would be reported.
  const root = areKnown ? checked : checked.reporting(({ code }) => code !== 'E-MODEL');
  const models = new ModelNames(root, declared, shared, report);
  const context: TypeContext = { models, shared, verdicts, problems, report };
  const basePath = readResourceBasePath(root, defaults);
  const description = root.text('description') ?? defaults.description;
  const { schemes } = defaults;
  const own = readAuthorizations(root, schemes);
  const produces = readMediaTypes(root, 'produces');
  const consumes = readMediaTypes(root, 'consumes');
  const { mediaVendor } = defaults;
  const authorizations = own ?? defaults.authorizations;
  const optional = omitUndefined({ mediaVendor, authorizations });
  const place = { resource: name, basePath, produces, consumes, schemes, ...optional };
  const apis = readApis(root, place, context);
  const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
  const background = readBackground(root, name, nicknames, context);
  const resource = withPatchTypes({
    name,
    descriptor: name,
    ...omitUndefined({ description }),
    apiVersion: root.text('apiVersion') ?? defaults.apiVersion,
    resourcePath: readResourcePath(root, name, apis),
    basePath,
    apis,
    models: readModels(readable, context),
    ...omitUndefined({ background }),
    // Clients cannot call what they declare.
    ...root.extensions(backgroundMembers),
  });
  return withInternalModels(withReadOnly(resource));
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
  if (changes.length === 0) return resource;
  const internal = modelsWithin(changes, models);
  const served = modelsWithin(apis.flatMap(({ operations }) => operations).flatMap(schemasOf), models);
  return {
    ...resource,
    models: new Map(
      [...models].map(([id, model]) => [
        id,
        internal.has(id) && !served.has(id) ? { ...model, isInternal: true } : model,
      ]),
    ),
  };
}
