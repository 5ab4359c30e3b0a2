/** The operations of this project's descriptors, read without the compiler: tests derive their expectations from them. */

import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { parse as parseYaml } from 'yaml';
import config from '../../headwater.config.ts';
import { repository } from './repository.ts';

export interface OwnOperation {
  readonly resource: string;
  readonly nickname: string;
  /** The id of the function, e.g. `source-getById`. */
  readonly id: string;
  readonly method: string;
  /** Includes the base path: `/v1/source/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly hasBody: boolean;
  readonly hasParameters: boolean;
}

interface Listing {
  readonly basePath: string;
  readonly apis?: readonly { readonly path: string; readonly description: string }[];
}

export interface BackgroundFunction {
  readonly kind: 'schedule' | 'consumer';
  readonly id: string;
  readonly when: string | undefined;
}

interface Background {
  readonly nickname: string;
  readonly when?: string;
}

interface Declaration {
  readonly description?: string;
  readonly 'x-schedules'?: readonly Background[];
  readonly 'x-consumers'?: readonly Background[];
  readonly apis: readonly {
    readonly path: string;
    readonly operations: readonly {
      readonly httpMethod: string;
      readonly nickname: string;
      readonly summary?: string;
      readonly parameters: readonly { readonly paramType: string }[];
    }[];
  }[];
}

interface Descriptor<Content> {
  readonly name: string;
  readonly content: Content;
}

async function readListing(project: string): Promise<Listing> {
  const [listing] = (await readDescriptors<Listing>(project)).filter(({ name }) => name === 'api-docs');
  if (!listing) throw new Error('The project has no resource listing.');
  return listing.content;
}

async function readBasePath(project: string): Promise<string> {
  return new URL((await readListing(project)).basePath, 'https://host').pathname.replace(/\/$/, '');
}

/** The resources of the served listing. A description in the listing overrides the one in the descriptor. */
export async function readServedResources(): Promise<{ path: string; description: string | undefined }[]> {
  const [{ apis = [] }, declarations] = await Promise.all([
    readListing(repository),
    readDeclarations(repository),
  ]);
  return declarations.map(({ name, content }) => {
    const path = `/api-docs.json/${name}`;
    const listed = apis.find((api) => api.path === path);
    return { path, description: listed?.description ?? content.description };
  });
}

export async function readResourceNames(): Promise<string[]> {
  return (await readDeclarations(repository)).map(({ name }) => name);
}

/** Resources of the listing come first, in its order; the others follow by name. */
async function readDeclarations(project: string): Promise<Descriptor<Declaration>[]> {
  const { apis = [] } = await readListing(project);
  const listed = apis.map(({ path }) => path.replace('/api-docs.json/', ''));
  const rank = ({ name }: Descriptor<unknown>) =>
    listed.indexOf(name) + (listed.includes(name) ? 0 : listed.length + 1);
  const declarations = (await readDescriptors<Declaration>(project)).filter(
    ({ name }) => name !== 'api-docs',
  );
  return declarations.toSorted((one, other) => rank(one) - rank(other));
}

/** All operations, in the order of their descriptors. */
export async function readOwnOperations(project = repository): Promise<OwnOperation[]> {
  const [basePath, declarations] = await Promise.all([readBasePath(project), readDeclarations(project)]);
  return declarations.flatMap(({ name, content }) =>
    content.apis.flatMap(({ path, operations }) =>
      operations.map(({ httpMethod: method, nickname, summary = '', parameters }) => ({
        resource: name,
        nickname,
        id: `${name}-${nickname}`,
        method,
        path: `${basePath}${path}`,
        summary,
        hasBody: parameters.some(({ paramType }) => paramType === 'body'),
        hasParameters: parameters.length > 0,
      })),
    ),
  );
}

async function readDescriptors<Content>(project: string): Promise<Descriptor<Content>[]> {
  const folder = join(project, 'descriptors');
  const files = (await readdir(folder)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      // YAML is a superset of JSON, which takes a hundred times as long to parse.
      const content = file.endsWith('.json') ? JSON.parse(text) : parseYaml(text);
      return { name: parse(file).name, content };
    }),
  );
}

/** Functions of the service that implement no operation. */
export const serviceFunctions = ['api-docs', 'reference', 'workbench', 'default-route'];

/** Schedules and consumers: functions that no request calls. `when`: only where this variable is set. */
export async function readBackground(): Promise<BackgroundFunction[]> {
  return (await readDeclarations(repository)).flatMap(({ name, content }) => {
    const toFunction =
      (kind: BackgroundFunction['kind']) =>
      ({ nickname, when }: Background) => ({ kind, id: `${name}-${nickname}`, when });
    return [
      ...(content['x-schedules'] ?? []).map(toFunction('schedule')),
      ...(content['x-consumers'] ?? []).map(toFunction('consumer')),
    ];
  });
}

/** All function ids: the operations in their order, then schedules and consumers, then functions of the service itself. */
export async function readFunctionIds(): Promise<string[]> {
  const [operations, background] = await Promise.all([readOwnOperations(), readBackground()]);
  return [...[...operations, ...background].map(({ id }) => id), ...serviceFunctions];
}

/** All route keys: each operation (a GET with its HEAD), the descriptors, the pages, then the default route. */
export async function readRouteKeys(): Promise<string[]> {
  const [basePath, operations] = await Promise.all([readBasePath(repository), readOwnOperations()]);
  const pages = ['docs', ...Object.keys(config.pages ?? {})];
  const docs = ['api-docs.json', 'api-docs.json/{resource}', 'openapi.json'].map(
    (name) => `${basePath}/${name}`,
  );
  return [
    ...operations.flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((verb) => `${verb} ${path}`),
    ),
    ...['GET', 'HEAD'].flatMap((verb) => docs.map((path) => `${verb} ${path}`)),
    ...pages.flatMap((page) =>
      ['GET', 'HEAD'].flatMap((verb) => [`${verb} /${page}`, `${verb} /${page}/{file}`]),
    ),
    '$default',
  ];
}
