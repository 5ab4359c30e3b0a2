/** One declaration: a resource with its paths, operations and models. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ApiPlan, ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan } from '../../../shared/plan/type-plan.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import type { Report } from '../../source/problem.ts';
import {
  expectType,
  extensionsOf,
  member,
  problemAt,
  quote,
  type SourceNode,
  textMember,
} from '../../source/source-node.ts';
import { readApis } from './api.ts';
import { type AccessDefaults, readAuthorizations } from './authorizations.ts';
import { backgroundMembers, readBackground } from './background.ts';
import { inheritProperties } from './inheritance.ts';
import { withInternalModels } from './internal-models.ts';
import { readMediaTypes } from './media-types.ts';
import { readModel } from './model.ts';
import { reportExamples } from './model-examples.ts';
import { ModelNames } from './model-names.ts';
import { type ModelNodes, readModelNodes, withoutUnknownModels } from './models.ts';
import { withPatchTypes } from './patch-model.ts';
import { readBasePath, withoutFormat } from './path.ts';
import { withReadOnly } from './read-only.ts';
import type { ReadContext, TypeContext } from './type-context.ts';

const needed = ['basePath', 'apis', 'models', 'produces', 'consumes', 'authorizations', 'security'];
export const resourceMembers: KnownMembers = {
  known: [...needed, 'apiVersion', 'swaggerVersion', 'resourcePath', 'description'],
  needed,
};

/** Values from the listing for what a declaration does not declare itself. */
export interface ResourceDefaults extends AccessDefaults {
  readonly apiVersion: string;
  /** Absent if the listing has none. */
  readonly basePath?: string;
  readonly description?: string;
  readonly mediaVendor?: string;
}

export function readDeclaration(
  name: string,
  declaration: SourceNode,
  defaults: ResourceDefaults,
  { report, verdicts, shared }: ReadContext,
): ResourcePlan | undefined {
  if (!expectType(declaration, 'object', report)) return undefined;
  const root = checkMembers(declaration, resourceMembers, report);
  const { declared, readable, areKnown } = readModelNodes(root, report);
  const models = new ModelNames(root, declared, shared, report);
  const context: TypeContext = {
    models,
    shared,
    verdicts,
    report: areKnown ? report : withoutUnknownModels(report),
  };
  const basePath = readResourceBasePath(root, defaults, report);
  const description = textMember(root, 'description', report) ?? defaults.description;
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
    apiVersion: textMember(root, 'apiVersion', report) ?? defaults.apiVersion,
    resourcePath: readResourcePath(root, name, apis, report),
    basePath,
    apis,
    models: readModels(readable, root, context),
    ...omitUndefined({ background }),
    // Clients cannot call what they declare.
    ...extensionsOf(root, backgroundMembers),
  });
  return withInternalModels(withReadOnly(resource));
}

/** The models of the file, and those of its siblings that it refers to, whose problems are reported there. */
function readModels(own: ModelNodes, root: SourceNode, context: TypeContext): ModelPlan[] {
  const report: Report = (problem) => {
    if (problem.file === root.file.path) context.report(problem);
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
  const text = textMember(root, 'basePath', report);
  if (text !== undefined) return readBasePath(member(root, 'basePath'), text, report);
  if (defaults.basePath !== undefined) return defaults.basePath;
  report(
    problemAt(root, 'W-BASE-PATH', 'no basePath, here or in the listing', 'e.g. "/v1"; routes begin at /'),
  );
  return '';
}

function readResourcePath(root: SourceNode, name: string, apis: readonly ApiPlan[], report: Report): string {
  const declared = textMember(root, 'resourcePath', report);
  if (declared === undefined) {
    const inferred = commonPath(apis.map(({ path }) => path)) ?? `/${name}`;
    const accepted = `${quote(inferred)}, which is assumed`;
    report(problemAt(root, 'W-RESOURCE-PATH', 'no resourcePath', accepted));
    return inferred;
  }
  const resourcePath = withoutFormat(declared.startsWith('/') ? declared : `/${declared}`);
  const prefix = resourcePath.replace(/\.json$|\/$/, '');
  const outside = apis.find(({ path }) => !path.startsWith(prefix));
  if (outside) {
    const at = member(root, 'resourcePath') ?? root;
    const accepted = 'paths that begin with the resourcePath; they are routed anyway';
    report(problemAt(at, 'W-RESOURCE-PATH', `${quote(outside.path)} outside ${quote(declared)}`, accepted));
  }
  return resourcePath;
}

/** The literal segments with which all paths begin. */
export function commonPath(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) => path.split('/').slice(1));
  const common: string[] = [];
  for (const [index, segment] of (first ?? []).entries()) {
    if (segment === '' || segment.includes('{') || others.some((path) => path[index] !== segment)) break;
    common.push(segment);
  }
  return common.length > 0 ? `/${common.join('/')}` : undefined;
}
