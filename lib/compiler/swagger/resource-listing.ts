/** The resource listing (Swagger 1.2 section 5.1), and the declarations that belong to it. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { DeclaredService, ResourcePlan } from '../../plan/service-plan.ts';
import type { DescriptorFile } from '../source/descriptor-file.ts';
import type { Report } from '../source/problem.ts';
import type { Descriptors } from '../source/read-descriptors.ts';
import {
  expectType,
  items,
  member,
  members,
  problemAt,
  quote,
  rootOf,
  type SourceNode,
  textMember,
} from '../source/source-node.ts';
import { readSecurity } from './authorizations.ts';
import type { ResourceDefaults } from './declaration.ts';
import { readMediaVendor } from './media-versions.ts';
import { readBasePath } from './path.ts';
import { readSecuritySchemes, servedSchemes } from './security-schemes.ts';
import { SharedModels } from './shared-models.ts';
import type { ReadContext } from './type-context.ts';
import { isDeviceName } from './unusable-names.ts';

const listingKeys = ['apiVersion', 'swaggerVersion', 'basePath', 'apis'];

/** Valid as the name of a file and of a folder of handlers, and in the name of a Lambda function. */
const resourceNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

/** Reads the file of a resource, in whatever language it is. */
export type ReadResourceFile = (
  name: string,
  file: DescriptorFile,
  defaults: ResourceDefaults,
  context: ReadContext,
) => ResourcePlan | undefined;

/** @returns undefined without a listing that is an object. */
export function readResourceListing(
  { listing, resources: files, unread = [] }: Descriptors,
  readFile: ReadResourceFile,
  context: Omit<ReadContext, 'shared'>,
): DeclaredService | undefined {
  const { report } = context;
  const root = listing && rootOf(listing);
  if (!root || !expectType(root, 'object', report)) return undefined;
  const basePathNode = member(root, 'basePath');
  const basePath = readBasePath(basePathNode, textMember(root, 'basePath', report), report);
  const apiVersion = textMember(root, 'apiVersion', report) ?? '1.0';
  const described = readListedResources(root, [...files.keys(), ...unread], report);
  const mediaVendor = readMediaVendor(root, report);
  const schemes = readSecuritySchemes(root, report);
  const authorizations = readSecurity(root, schemes, report);
  const shared = new SharedModels(files.values());
  const general = members(root).filter(([key]) => !listingKeys.includes(key));
  return {
    apiVersion,
    basePath,
    general: {
      ...Object.fromEntries(general.map(([key, { value }]) => [key, value])),
      ...(schemes.size > 0 ? { authorizations: servedSchemes(schemes) } : {}),
    },
    resources: orderOf(described, files).flatMap(([name, file]) => {
      if (!isResourceName(name, files, file, report)) return [];
      const defaults = {
        apiVersion,
        schemes,
        ...omitUndefined({
          authorizations,
          basePath: basePathNode && basePath,
          description: described.get(name),
          mediaVendor,
        }),
      };
      return readFile(name, file, defaults, { ...context, shared }) ?? [];
    }),
  };
}

/** The description of each listed resource, in the listing's order. A resource need not be listed. */
function readListedResources(
  root: SourceNode,
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
      const accepted = `a file ${name}.json beside it, or one of ${names.join(', ') || 'the resources (there are none)'}`;
      report(problemAt(api, 'E-LISTING', `the resource ${quote(path)} without a descriptor`, accepted));
    }
    listed.set(name, textMember(api, 'description', report));
  }
  return listed;
}

/** @example resourceNameOf('/api-docs.json/source') // 'source', as for '/source' and '/source.{format}' */
function resourceNameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:\{format\}|json)$/, '');
}

/** Listed resources first, in their order; then the others by name. */
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
  const accepted = 'a file name of up to 100 letters, digits, _ and -, beginning with a letter';
  if (!isValid) report(problemAt(rootOf(file), 'E-FILE', `the resource name ${quote(name)}`, accepted));
  // The file system of the handlers may ignore letter case.
  const other = [...files.keys()].find((each) => each < name && each.toLowerCase() === name.toLowerCase());
  if (other !== undefined) {
    const found = `the resource name ${quote(name)} beside ${quote(other)}`;
    report(problemAt(rootOf(file), 'E-FILE', found, 'names that differ in more than letter case'));
  }
  return isValid;
}
