/** The resource listing (Swagger 1.2 section 5.1), and the declarations that belong to it. */

import { choiceOf } from '../../shared/choice-of.ts';
import { omitEmpty, omitUndefined } from '../../shared/json/omit.ts';
import type { DeclaredService, DefinedScheme, ResourcePlan } from '../../shared/plan/service-plan.ts';
import { readSecurity } from '../read/common/authorizations.ts';
import { readDeclaredProblems } from '../read/common/listing-extensions.ts';
import { isResourceName } from '../read/common/names.ts';
import { locateOperationIn } from '../read/common/operation.ts';
import { readBasePath } from '../read/common/path.ts';
import type { ReadContext } from '../read/common/read-context.ts';
import { definedSchemes, readSecuritySchemes, servedScheme } from '../read/common/security-schemes.ts';
import { readOpenApiDocument } from '../read/openapi/document.ts';
import { isOpenApi } from '../read/openapi/upgrade-document.ts';
import { readDeclaration } from '../read/swagger1/declaration.ts';
import { readMediaVendor } from '../read/swagger1/media-types.ts';
import { SharedModels } from '../read/swagger1/model-names.ts';
import { mapValues } from '../schema/walk.ts';
import type { Report } from '../source/diagnostic.ts';
import { checkExtensions } from '../source/own-extensions.ts';
import type { Descriptors } from '../source/read-descriptors.ts';
import { quote, rootOf, type SourceNode } from '../source/source-node.ts';
import { readCallerClaims } from './caller-claims.ts';

/** What the served listing has from elsewhere, or not at all: clients set no claims. */
const listingKeys = ['apiVersion', 'swaggerVersion', 'basePath', 'apis', 'x-claims', 'x-tenant'];

/** @returns undefined without a listing that is an object. */
export function readResourceListing(
  { listing, resources: files, unread = [] }: Descriptors,
  context: ReadContext,
): Omit<DeclaredService, 'pages'> | undefined {
  const { report } = context;
  const root = listing && rootOf(listing, report);
  if (!root?.expect('object')) return undefined;
  checkExtensions(root, 'the listing');
  checkExtensions(root.child('info', root.member('info')?.value), undefined);
  root.member('x-pages')?.report('E-SETTING', 'pages in the listing', 'pages in headwater.config.ts');
  const basePathNode = root.member('basePath');
  const basePath = readBasePath(basePathNode, root.text('basePath'));
  const apiVersion = root.text('apiVersion') ?? '1.0';
  const listed = readListedResources(root);
  const descriptions = new Map(listed.map(({ name, description }) => [name, description]));
  const problems = readDeclaredProblems(root);
  const callerClaims = readCallerClaims(root, context);
  const mediaVendor = readMediaVendor(root);
  const schemes = readSecuritySchemes(root);
  const authorizations = readSecurity(root, schemes);
  const shared = new SharedModels(files.values());
  const general = root.members().filter(([key]) => !listingKeys.includes(key));
  const defaults = {
    apiVersion,
    schemes,
    ...omitUndefined({ authorizations, basePath: basePathNode && basePath, mediaVendor }),
  };
  const more = { ...context, shared, problems };
  const read = [...files].flatMap(([name, file]) => {
    const node = rootOf(file, report);
    if (!hasResourceName(name, files, node)) return [];
    if (isOpenApi(file)) return readOpenApiDocument(name, file, defaults, more);
    return readDeclaration(name, node, defaults, more) ?? [];
  });
  const resources = withoutClashes(read, files, report).map((resource) => {
    const description = descriptions.get(resource.name) ?? resource.description;
    return { ...resource, ...omitUndefined({ description }) };
  });
  // Listed resources first, in their order; then the others by the name of their file.
  const order = [...descriptions.keys(), ''];
  const orderOf = ({ name }: ResourcePlan) => order.indexOf(descriptions.has(name) ? name : '');
  const own = definedSchemes(schemes);
  const others = resources.map(({ securitySchemes = {} }) => securitySchemes);
  const securitySchemes: DeclaredService['securitySchemes'] = Object.assign({}, ...others, own);
  const names = new Set([...files.keys(), ...unread, ...read.map(({ name }) => name)]);
  reportUnknown(listed, [...names]);
  return {
    apiVersion,
    basePath,
    general: {
      ...Object.fromEntries(general.map(([key, { value }]) => [key, value])),
      ...omitEmpty({ authorizations: mapValues(securitySchemes, servedScheme) }),
    },
    securitySchemes,
    problems,
    ...omitUndefined({ callerClaims }),
    scopes: [own, ...others].flatMap(Object.values<DefinedScheme>).flatMap(({ scopes = [] }) => scopes),
    resources: resources.toSorted((one, other) => orderOf(one) - orderOf(other)),
  };
}

type ListedResource = ReturnType<typeof readListedResources>[number];

/** A resource need not be listed. */
function readListedResources(root: SourceNode) {
  const apis = root.list('apis') ?? [];
  return apis.flatMap((api) => {
    if (!api.expect('object')) return [];
    checkExtensions(api, undefined);
    const path = api.text('path');
    if (!api.member('path')) api.report('E-SHAPE', 'no path', 'path, e.g. "/api-docs.json/bookmark"');
    return path === undefined ? [] : [{ name: resourceNameOf(path), path, api, ...api.describe() }];
  });
}

function reportUnknown(listed: readonly ListedResource[], names: readonly string[]): void {
  for (const { name, path, api } of listed) {
    if (names.includes(name)) continue;
    const accepted = `a file ${name}.json beside it, or ${choiceOf(names.length > 0 ? names : ['the resources (there are none)'])}`;
    api.report('E-LISTING', `the resource ${quote(path)} without a descriptor`, accepted);
  }
}

/** @example resourceNameOf('/api-docs.json/bookmark') // 'bookmark', as for '/bookmark' and '/bookmark.{format}' */
function resourceNameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.(?:\{format\}|json)$/, '');
}

/** Tags may name a resource that another file has. The file system of the handlers may ignore letter case. */
function withoutClashes(
  resources: readonly ResourcePlan[],
  files: Descriptors['resources'],
  report: Report,
): ResourcePlan[] {
  // Resources with the names of their files take precedence: those names are different.
  const named = resources.filter(({ name, descriptor }) => name === descriptor);
  const byPrecedence = [...resources.toReversed(), ...named];
  const owners = new Map(byPrecedence.map(({ name, descriptor }) => [name.toLowerCase(), descriptor]));
  return resources.filter((resource) => {
    const { name, descriptor, apis } = resource;
    const owner = owners.get(name.toLowerCase()) ?? descriptor;
    if (name === descriptor || owner === descriptor) return true;
    const [operation] = apis.flatMap(({ operations }) => operations);
    const found = `the resource ${quote(name)}, which ${files.get(owner)?.path} has, too`;
    const accepted = 'a first tag, or a first segment of the path, that names no resource of another file';
    if (operation)
      locateOperationIn([resource], files, report)(operation).report('E-DUPLICATE', found, accepted);
    return false;
  });
}

function hasResourceName(name: string, files: Descriptors['resources'], root: SourceNode): boolean {
  const isValid = isResourceName(name);
  const accepted = 'a file name of up to 100 letters, digits, _ and -, beginning with a letter';
  if (!isValid) root.report('E-FILE', `the resource name ${quote(name)}`, accepted);
  // The file system of the handlers may ignore letter case.
  const other = [...files.keys()].find((each) => each < name && each.toLowerCase() === name.toLowerCase());
  if (other !== undefined) {
    const found = `the resource name ${quote(name)} beside ${quote(other)}`;
    root.report('E-FILE', found, 'names that differ in more than letter case');
  }
  return isValid;
}
