/** Descriptors -> ServicePlan, or all that is wrong with them. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { OperationPlan } from '../../plan/operation-plan.ts';
import { operationsOf, type ServicePlan } from '../../plan/service-plan.ts';
import { apiDocsOperation, apiDocsRoutes } from '../plan/api-docs.ts';
import { deepFreeze } from '../plan/deep-freeze.ts';
import { defaultRouteOperation } from '../plan/default-route.ts';
import { nameGatewayPaths } from '../plan/gateway-paths.ts';
import { linkOperations } from '../plan/operation-links.ts';
import { reportRouteClashes, type WhereOf } from '../plan/route-clashes.ts';
import type { DescriptorFile } from '../source/descriptor-file.ts';
import { isError, type Problem, type Report } from '../source/problem.ts';
import type { Descriptors } from '../source/read-descriptors.ts';
import {
  anyMember,
  expectType,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
  rootOf,
  textMember,
  toPointer,
} from '../source/source-node.ts';
import { readResource } from './declaration.ts';
import { readMediaVendor } from './media-versions.ts';
import { readBasePath } from './path.ts';
import { isDeviceName } from './reserved-words.ts';

const listingKeys = ['apiVersion', 'swaggerVersion', 'basePath', 'apis'];

/** A name of a file, of a folder of handlers and of a Lambda function. */
const resourceNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

export interface CheckedService {
  /** Absent when there is an error among the problems. */
  readonly service?: ServicePlan;
  /** What could be read in spite of errors. */
  readonly operations: readonly OperationPlan[];
  readonly problems: readonly Problem[];
}

/** Far more than anybody mends at once; what is wrong in so many places was not written by people. */
const maxErrors = 1_000;

/** Thrown by the report, for there is no use in looking further; caught below. */
const tooManyErrors = new Error(`More than ${maxErrors} errors.`);

export function checkService(descriptors: Descriptors): CheckedService {
  const problems: Problem[] = [...descriptors.problems];
  let errors = 0;
  const report: Report = (problem) => {
    problems.push(problem);
    if (isError(problem) && ++errors >= maxErrors) throw tooManyErrors;
  };
  try {
    return { ...readAll(descriptors, problems, report), problems };
  } catch (error) {
    if (error !== tooManyErrors) throw error;
    const accepted = 'these to be mended first; what else is wrong is told then';
    const { file = '' } = problems.at(-1) ?? {};
    const found = `${maxErrors} errors`;
    const last: Problem = { code: 'E-TOO-LARGE', file, pointer: '', line: 1, column: 1, found, accepted };
    return { operations: [], problems: [...problems, last] };
  }
}

function readAll(
  descriptors: Descriptors,
  problems: readonly Problem[],
  report: Report,
): Omit<CheckedService, 'problems'> {
  const read = descriptors.listing && readService(descriptors.listing, descriptors, report);
  const service = read && linkOperations(nameGatewayPaths(read));
  const operations = service ? operationsOf(service) : [];
  const taken = {
    functionIds: [apiDocsOperation.id, defaultRouteOperation.id],
    routes: service ? apiDocsRoutes(service) : [],
  };
  reportRouteClashes(operations, taken, whereIn(descriptors.resources), report);
  const isSound = service !== undefined && !problems.some(isError);
  return { ...(isSound ? { service: deepFreeze(service) } : {}), operations };
}

function readService(
  listing: DescriptorFile,
  { resources: files, unread = [] }: Descriptors,
  report: Report,
): ServicePlan | undefined {
  const root = rootOf(listing);
  if (!expectType(root, 'object', report)) return undefined;
  const basePathNode = member(root, 'basePath');
  const basePath = readBasePath(basePathNode, textMember(root, 'basePath', report), report);
  const apiVersion = textMember(root, 'apiVersion', report) ?? '1.0';
  const described = readListedResources(root, [...files.keys(), ...unread], report);
  const mediaVendor = readMediaVendor(root, report);
  const general = members(root).filter(([key]) => !listingKeys.includes(key));
  return {
    apiVersion,
    basePath,
    general: Object.fromEntries(general.map(([key, { value }]) => [key, value])),
    resources: orderOf(described, files).flatMap(([name, file]) => {
      if (!isResourceName(name, files, file, report)) return [];
      const defaults = {
        apiVersion,
        ...omitUndefined({
          basePath: basePathNode && basePath,
          description: described.get(name),
          mediaVendor,
        }),
      };
      return readResource(name, rootOf(file), defaults, report) ?? [];
    }),
  };
}

/** Description by resource, in the listing's order; a resource need not be listed. */
function readListedResources(
  root: Located,
  names: readonly string[],
  report: Report,
): Map<string, string | undefined> {
  const listed = new Map<string, string | undefined>();
  const apis = member(root, 'apis');
  if (!apis || !expectType(apis, 'array', report)) return listed;
  for (const api of items(apis)) {
    if (!expectType(api, 'object', report)) continue;
    const path = textMember(api, 'path', report);
    if (!member(api, 'path'))
      report(problemAt(api, 'E-SHAPE', 'no path', 'path, e.g. "/api-docs.json/source"'));
    if (path === undefined) continue;
    const name = resourceNameOf(path);
    if (!names.includes(name)) {
      const accepted = `a file ${name}.json beside it, or one of ${names.join(', ') || 'the resources, of which there is none'}`;
      report(problemAt(api, 'E-LISTING', `the resource ${quote(path)} without a descriptor`, accepted));
    }
    listed.set(name, textMember(api, 'description', report));
  }
  return listed;
}

/** `/api-docs.json/source`, `/source` and `/source.{format}` all name the resource `source`. */
function resourceNameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:\{format\}|json)$/, '');
}

/** Listed resources first, in their order; the others follow by name. */
function orderOf(
  described: ReadonlyMap<string, unknown>,
  files: ReadonlyMap<string, DescriptorFile>,
): [string, DescriptorFile][] {
  const names = [...described.keys(), ...[...files.keys()].filter((name) => !described.has(name))];
  return names.flatMap((name) => {
    const file = files.get(name);
    return file ? [[name, file] as [string, DescriptorFile]] : [];
  });
}

function isResourceName(
  name: string,
  files: ReadonlyMap<string, DescriptorFile>,
  file: DescriptorFile,
  report: Report,
): boolean {
  const isValid = resourceNamePattern.test(name) && !isDeviceName(name);
  const accepted = 'a file name of up to 100 letters, digits, _ and -, a letter first';
  if (!isValid) report(problemAt(rootOf(file), 'E-FILE', `the resource name ${quote(name)}`, accepted));
  // Folders of handlers may lie on a file system that folds letter case.
  const other = [...files.keys()].find((each) => each < name && each.toLowerCase() === name.toLowerCase());
  if (other !== undefined) {
    const found = `the resource name ${quote(name)} beside ${quote(other)}`;
    report(problemAt(rootOf(file), 'E-FILE', found, 'names that differ in more than letter case'));
  }
  return isValid;
}

/** Finds the declaration of an operation again; of two alike, the second, for that is one too many. */
function whereIn(files: ReadonlyMap<string, DescriptorFile>): WhereOf {
  return ({ resource, method, nickname }) => {
    const file = files.get(resource);
    if (!file) return { path: [], place: { file: resource, pointer: '', line: 1, column: 1 } };
    const root = rootOf(file);
    const operations = itemsOf(root, 'apis').flatMap((api) => itemsOf(api, 'operations'));
    const node = operations.findLast(
      (candidate) =>
        member(candidate, 'nickname')?.value === nickname &&
        String(anyMember(candidate, ['httpMethod', 'method'])?.value).toUpperCase() === method,
    );
    const { path } = node ?? root;
    return { path, place: { file: file.path, pointer: toPointer(path), ...file.locate(path) } };
  };
}

function itemsOf(node: Located, key: string): Located[] {
  const list = member(node, key);
  return list ? items(list) : [];
}
