/** One declaration: a resource with its paths, operations and models. */

import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '../../json/omit-undefined.ts';
import type { ApiPlan, ResourcePlan } from '../../plan/service-plan.ts';
import type { Report } from '../source/problem.ts';
import {
  describe,
  expectType,
  extensionsOf,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
  textMember,
  warnOfMisspelling,
} from '../source/source-node.ts';
import { readAuthorizations } from './authorizations.ts';
import { inheritProperties } from './inheritance.ts';
import { readMediaTypes } from './media-types.ts';
import { readModel } from './model.ts';
import { isSafeName } from './name.ts';
import { type OperationPlace, readOperation } from './operation.ts';
import { withPatchTypes } from './patch-model.ts';
import { readBasePath, readPath, withoutFormat } from './path.ts';
import type { TypeContext } from './type.ts';

const resourceKeys = [
  'apiVersion',
  'swaggerVersion',
  'basePath',
  'resourcePath',
  'description',
  'apis',
  'models',
  'produces',
  'consumes',
  'authorizations',
];
/** Far more than any real file has; each is compiled into every validator that refers to it. */
const maxModels = 1_000;
const maxOperations = 1_000;

const apiKeys = ['path', 'description', 'operations'];

/** What a resource takes from the listing when it does not say it itself. */
export interface ResourceDefaults {
  readonly apiVersion: string;
  /** Absent where the listing has none either. */
  readonly basePath?: string;
  readonly description?: string;
  readonly mediaVendor?: string;
}

export function readResource(
  name: string,
  root: Located,
  defaults: ResourceDefaults,
  report: Report,
): ResourcePlan | undefined {
  if (!expectType(root, 'object', report)) return undefined;
  warnOfMisspelling(root, resourceKeys, report);
  const { declared, readable, areKnown } = readModelNodes(root, report);
  const context: TypeContext = {
    modelKeys: modelKeysOf(declared, report),
    report: areKnown ? report : withoutUnknownModels(report),
  };
  const basePath = readResourceBasePath(root, defaults, report);
  const description = textMember(root, 'description', report) ?? defaults.description;
  const authorizations = readAuthorizations(root, report);
  const produces = readMediaTypes(root, 'produces', report);
  const consumes = readMediaTypes(root, 'consumes', report);
  const { mediaVendor } = defaults;
  const place = { resource: name, basePath, produces, consumes, ...omitUndefined({ mediaVendor }) };
  const apis = readApis(root, place, context);
  return withPatchTypes({
    name,
    ...omitUndefined({ description, authorizations }),
    apiVersion: textMember(root, 'apiVersion', report) ?? defaults.apiVersion,
    resourcePath: readResourcePath(root, name, apis, report),
    basePath,
    apis,
    models: inheritProperties(
      readable.flatMap(([id, node]) => readModel(id, node, context) ?? []),
      report,
    ),
    ...extensionsOf(root),
  });
}

/** The host is the deployment's to decide; the path below it is the descriptor's. */
function readResourceBasePath(root: Located, defaults: ResourceDefaults, report: Report): string {
  const text = textMember(root, 'basePath', report);
  if (text !== undefined) return readBasePath(member(root, 'basePath'), text, report);
  if (defaults.basePath !== undefined) return defaults.basePath;
  report(
    problemAt(root, 'W-BASE-PATH', 'no basePath, here or in the listing', 'e.g. "/v1"; routes begin at /'),
  );
  return '';
}

function readResourcePath(root: Located, name: string, apis: readonly ApiPlan[], report: Report): string {
  const declared = textMember(root, 'resourcePath', report);
  if (declared === undefined) {
    const inferred = commonPath(apis.map(({ path }) => path)) ?? `/${name}`;
    const accepted = `${quote(inferred)}, which it is taken for`;
    report(problemAt(root, 'W-RESOURCE-PATH', 'no resourcePath', accepted));
    return inferred;
  }
  const resourcePath = withoutFormat(declared.startsWith('/') ? declared : `/${declared}`);
  const prefix = resourcePath.replace(/\.json$|\/$/, '');
  const outside = apis.find(({ path }) => !path.startsWith(prefix));
  if (outside) {
    const at = member(root, 'resourcePath') ?? root;
    const accepted = 'paths that begin with the resourcePath; they are routed as they are';
    report(problemAt(at, 'W-RESOURCE-PATH', `${quote(outside.path)} outside ${quote(declared)}`, accepted));
  }
  return resourcePath;
}

/** The literal segments that all paths begin with. */
function commonPath(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) => path.split('/').slice(1));
  const common: string[] = [];
  for (const [index, segment] of (first ?? []).entries()) {
    if (segment === '' || segment.includes('{') || others.some((path) => path[index] !== segment)) break;
    common.push(segment);
  }
  return common.length > 0 ? `/${common.join('/')}` : undefined;
}

type ModelNodes = readonly [key: string, node: Located][];

interface ReadModelNodes {
  /** What refers to a model that is refused is not at fault itself: the model is declared all the same. */
  readonly declared: ModelNodes;
  readonly readable: ModelNodes;
  /** False where nobody can tell which models there are. */
  readonly areKnown: boolean;
}

function readModelNodes(root: Located, report: Report): ReadModelNodes {
  const models = member(root, 'models');
  if (!models) return { declared: [], readable: [], areKnown: true };
  if (!expectType(models, 'object', report)) return { declared: [], readable: [], areKnown: false };
  const declared = members(models);
  if (declared.length <= maxModels) {
    const readable = declared.filter(([key, node]) => isSafeName(key, node, report));
    return { declared, readable, areKnown: true };
  }
  const found = `${declared.length} models`;
  report(problemAt(models, 'E-TOO-LARGE', found, `at most ${maxModels} models in a file`));
  return { declared, readable: [], areKnown: true };
}

/** The models are refused as a whole: every reference to one would be told again. */
function withoutUnknownModels(report: Report): Report {
  return (problem) => {
    if (problem.code !== 'E-MODEL') report(problem);
  };
}

/** Real files refer to a model by its key, by its id, or by the one here and by the other there. */
function modelKeysOf(modelNodes: ModelNodes, report: Report): Map<string, string> {
  reportSecondModels(modelNodes, report);
  const byId = modelNodes.flatMap(([key, node]): [string, string][] => {
    const id = member(node, 'id')?.value;
    return typeof id === 'string' ? [[id, key]] : [];
  });
  // Later ones win: a key is never taken for another model's id.
  return new Map([...byId, ...modelNodes.map(([key]): [string, string] => [key, key])]);
}

/** Two models of one id are one model, unless they differ. */
function reportSecondModels(modelNodes: ModelNodes, report: Report): void {
  const byId = new Map<unknown, readonly [key: string, node: Located]>();
  for (const [key, node] of modelNodes) {
    const id = member(node, 'id');
    const first = id && byId.get(id.value);
    if (!id || !first) {
      byId.set(id?.value ?? key, [key, node]);
      continue;
    }
    if (isDeepStrictEqual(first[1].value, node.value)) continue;
    const found = `the model ${quote(id.value)} a second time, other than ${quote(first[0])}`;
    report(problemAt(id, 'E-DUPLICATE', found, 'each id once, or the same model both times'));
  }
}

function readApis(root: Located, place: Omit<OperationPlace, 'path'>, context: TypeContext): ApiPlan[] {
  const apis = member(root, 'apis');
  if (!apis)
    context.report(problemAt(root, 'E-SHAPE', 'no apis', 'apis: an array of paths with their operations'));
  if (!apis || !expectType(apis, 'array', context.report) || hasTooMany(apis, context)) return [];
  return mergePaths(items(apis).flatMap((api) => readApi(api, place, context) ?? []));
}

function hasTooMany(apis: Located, { report }: TypeContext): boolean {
  const lists = items(apis).map((api) => member(api, 'operations'));
  const count = lists.reduce((sum, list) => sum + (list ? items(list).length : 0), 0);
  if (count <= maxOperations) return false;
  const accepted = `at most ${maxOperations} operations in a file; an API takes 300`;
  report(problemAt(apis, 'E-TOO-LARGE', `${count} operations`, accepted));
  return true;
}

/** A path that is declared more than once is one path. */
function mergePaths(apis: readonly ApiPlan[]): ApiPlan[] {
  const byPath = new Map<string, ApiPlan>();
  for (const api of apis) {
    const first = byPath.get(api.path);
    byPath.set(
      api.path,
      first ? { ...api, ...first, operations: [...first.operations, ...api.operations] } : api,
    );
  }
  return [...byPath.values()];
}

function readApi(
  node: Located,
  place: Omit<OperationPlace, 'path'>,
  context: TypeContext,
): ApiPlan | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  warnOfMisspelling(node, apiKeys, report);
  const pathNode = member(node, 'path');
  const declared = pathNode && expectType(pathNode, 'string', report);
  if (!pathNode) report(problemAt(node, 'E-SHAPE', 'no path', 'path, e.g. "/source/{id}"'));
  if (!pathNode || declared === undefined) return undefined;
  const path = readPath(pathNode, declared, report);
  const operations = member(node, 'operations');
  const operationNodes = operations && expectType(operations, 'array', report) ? items(operations) : [];
  return {
    path: path.path,
    ...describe(node, report),
    operations: operationNodes.flatMap(
      (operation) => readOperation(operation, { ...place, path }, context) ?? [],
    ),
  };
}
