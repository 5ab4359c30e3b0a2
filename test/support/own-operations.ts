/** What this project's descriptors declare, read from their words alone: what tests expect follows from it. */

import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { repository } from './repository.ts';

export interface OwnOperation {
  readonly resource: string;
  readonly nickname: string;
  /** Of its function: `source-getById`. */
  readonly id: string;
  readonly method: string;
  /** With the base path: `/v1/source/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly hasBody: boolean;
  readonly hasParameters: boolean;
}

interface Listing {
  readonly basePath: string;
}

interface Declaration {
  readonly description?: string;
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

export async function readBasePath(): Promise<string> {
  const [listing] = (await readDescriptors<Listing>()).filter(({ name }) => name === 'api-docs');
  return new URL(listing?.content.basePath ?? '', 'https://host').pathname.replace(/\/$/, '');
}

/** Without the listing, in the order of their names. */
export async function readDeclarations(): Promise<Descriptor<Declaration>[]> {
  return (await readDescriptors<Declaration>()).filter(({ name }) => name !== 'api-docs');
}

/** In the order of the descriptors. */
export async function readOwnOperations(): Promise<OwnOperation[]> {
  const [basePath, declarations] = await Promise.all([readBasePath(), readDeclarations()]);
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

async function readDescriptors<Content>(): Promise<Descriptor<Content>[]> {
  const folder = join(repository, 'descriptors');
  const files = (await readdir(folder)).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: parse(file).name,
      content: parseYaml(await readFile(join(folder, file), 'utf8')),
    })),
  );
}

/** Functions that the service has beside its operations. */
export const serviceFunctions = ['api-docs', 'default-route'];

/** Of every function: of the operations in their order, then of the service. */
export async function readFunctionIds(): Promise<string[]> {
  return [...(await readOwnOperations()).map(({ id }) => id), ...serviceFunctions];
}
