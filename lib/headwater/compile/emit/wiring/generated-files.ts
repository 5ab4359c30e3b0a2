/** The folder of generated files, and the paths below it. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';

/** An operation, or another function with a handler of its own. */
type FunctionName = Pick<OperationPlan, 'resource' | 'nickname'>;

/** Path below the folder of generated files, with `/`, -> content. */
export type EmittedFiles = ReadonlyMap<string, string>;

/** Below the project; paths in serverless.yml begin with it. */
export const generatedFolder = '.generated';

export function functionPath(id: string): string {
  return `functions/${id}.ts`;
}

/** What esbuild has put into the bundles of functions, and of pages: the latter only if the service has pages. */
export const metafilePath = 'metafile.json';
export const pageMetafilePath = 'page-metafile.json';

/** The data of a function. */
export function planPath(id: string): string {
  return `plans/${id}.ts`;
}

/** The default route of a protected service loads this module with the first credential. It has its own bundle. */
export const authenticatorId = 'default-route-authenticator';
export const authenticatorPath = 'authenticators/default-route.ts';

export function bundlePath(id: string): string {
  return `bundles/${id}/index.mjs`;
}

/** Beside the bundle, and never in an archive: a function would load it with each start. */
export function sourceMapPath(id: string): string {
  return `${bundlePath(id)}.map`;
}

export function archivePath(id: string): string {
  return `bundles/${id}.zip`;
}

export function validatorPath({ resource, nickname }: FunctionName): string {
  return `validators/${resource}/${nickname}.mjs`;
}

/** The part of the validator at this path that checks the items of a list. */
export function itemsValidatorPath(path: string): string {
  return path.replace(/\.mjs$/, '.items.mjs');
}

export function typesPath({ resource, nickname }: FunctionName): string {
  return `types/${resource}/${nickname}.ts`;
}

export function modelsPath(resource: string): string {
  return `models/${resource}.ts`;
}

export function servedPath(name: string): string {
  return `served/${name}.json`;
}

/** The problems of the project's own. */
export const problemsPath = 'problems.ts';

/** The resources of AWS that the config declares. */
export const awsPath = 'aws.ts';

/** The accessor of one of them, in a module of its own: a bundle shows which of them its function uses. */
export function accessorPath(name: string): string {
  return `aws/${name}.ts`;
}

/** The type of the claims of callers, and what checks them. */
export const claimsPath = 'claims.ts';
export const claimsValidatorPath = 'validators/claims.mjs';

/** The typed client, which pages import. */
export const clientPath = 'client.ts';

/** The service in OpenAPI 3.1. */
export const openApiPath = 'openapi.json';

/** Whether the code of a project imports the file, for its types and names. Nothing that only functions contain. */
export function isForHandlers(path: string): boolean {
  return (
    /^(?:types\/|models\/|aws\/)/.test(path) || [problemsPath, awsPath, claimsPath, clientPath].includes(path)
  );
}

/** The text of a generated file of JSON. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The handler, below the project. */
/** The middlewares around the handlers of the service, or of a resource: below the project. */
export function aroundPath(resource?: string): string {
  return resource === undefined ? 'handlers/around.ts' : `handlers/${resource}/around.ts`;
}

/** The module with their checked types. */
export function aroundTypesPath(resource?: string): string {
  return resource === undefined ? 'around.ts' : `around/${resource}.ts`;
}

export function handlerPath({ resource, nickname }: FunctionName): string {
  return `handlers/${resource}/${nickname}.ts`;
}
