/** One declaration: a resource with its paths, operations and models. */

import type { ApiPlan, ResourcePlan } from '../../plan/service-plan.ts';
import { given } from '../given.ts';
import type { Report } from '../problem.ts';
import { readModel } from './check-model.ts';
import { type OperationPlace, readOperation } from './check-operation.ts';
import { readBasePath, readPath, withoutFormat } from './check-path.ts';
import type { TypeContext } from './check-type.ts';
import {
  describe,
  expectType,
  items,
  type Located,
  member,
  members,
  problemAt,
  textMember,
  warnOfMisspelling,
} from './located.ts';

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
const apiKeys = ['path', 'description', 'operations'];

/** What a resource takes from the listing when it does not say it itself. */
export interface ResourceDefaults {
  readonly apiVersion: string;
  readonly basePath: string;
  readonly description?: string;
}

export function readResource(
  name: string,
  root: Located,
  defaults: ResourceDefaults,
  report: Report,
): ResourcePlan | undefined {
  if (!expectType(root, 'object', report)) return undefined;
  warnOfMisspelling(root, resourceKeys, report);
  const modelNodes = readModelNodes(root, report);
  const context: TypeContext = { modelKeys: modelKeysOf(modelNodes), report };
  const basePathText = textMember(root, 'basePath', report);
  const basePath =
    basePathText === undefined
      ? defaults.basePath
      : readBasePath(member(root, 'basePath'), basePathText, report);
  const description = textMember(root, 'description', report) ?? defaults.description;
  return {
    name,
    ...given({ description }),
    apiVersion: textMember(root, 'apiVersion', report) ?? defaults.apiVersion,
    resourcePath: withoutFormat(textMember(root, 'resourcePath', report) ?? `/${name}`),
    basePath,
    apis: readApis(root, { resource: name, basePath }, context),
    models: modelNodes.flatMap(([id, node]) => readModel(id, node, context) ?? []),
  };
}

function readModelNodes(root: Located, report: Report): [string, Located][] {
  const models = member(root, 'models');
  return models && expectType(models, 'object', report) ? members(models) : [];
}

/** Real files refer to a model by its key, by its id, or by the one here and by the other there. */
function modelKeysOf(modelNodes: readonly [key: string, node: Located][]): Map<string, string> {
  const byId = modelNodes.flatMap(([key, node]): [string, string][] => {
    const id = member(node, 'id')?.value;
    return typeof id === 'string' ? [[id, key]] : [];
  });
  // Later ones win: a key is never taken for another model's id.
  return new Map([...byId, ...modelNodes.map(([key]): [string, string] => [key, key])]);
}

function readApis(
  root: Located,
  place: Pick<OperationPlace, 'resource' | 'basePath'>,
  context: TypeContext,
): ApiPlan[] {
  const apis = member(root, 'apis');
  if (!apis)
    context.report(problemAt(root, 'E-SHAPE', 'no apis', 'apis: an array of paths with their operations'));
  if (!apis || !expectType(apis, 'array', context.report)) return [];
  return items(apis).flatMap((api) => readApi(api, place, context) ?? []);
}

function readApi(
  node: Located,
  place: Pick<OperationPlace, 'resource' | 'basePath'>,
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
