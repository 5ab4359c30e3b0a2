/** Serves the descriptors, with the address under which the client has reached the service. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { DescriptorsFunction } from '../../plan/function-plan.ts';
import type { OperationContext } from '../operation-context.ts';

type Descriptor = Readonly<Record<string, unknown>>;

export type DescriptorsHandle = (
  input: unknown,
  body: unknown,
  context: Pick<OperationContext, 'event' | 'response'>,
) => Promise<Descriptor>;

/**
 * @param folder URL of the folder of `api-docs.json`, the listing, and of a `<resource>.json` for each declaration.
 *   A file is read when it is requested: the function does not grow with the service.
 * @returns a handler that throws ServiceError not_found for an unknown resource, with the names of all resources.
 */
export function serveDescriptors(
  { basePath, declarations }: Pick<DescriptorsFunction, 'basePath' | 'declarations'>,
  folder: URL,
): DescriptorsHandle {
  return async (_input, _body, { event, response }) => {
    const { resource } = event.pathParameters ?? {};
    const listing = { resource: 'api-docs', basePath };
    const found = resource === undefined ? listing : declarations.find((each) => each.resource === resource);
    if (!found) throw notFound(declarations.map((each) => each.resource));
    const document = JSON.parse(await readFile(new URL(`${found.resource}.json`, folder), 'utf8'));
    const served = { ...document, basePath: `${rootOf(event, basePath)}${found.basePath}` };
    response.headers.etag = contentTag(served);
    return served;
  };
}

function notFound(resources: readonly string[]): ServiceError {
  const detail = `No resource of this name is described; described: ${resources.join(', ')}.`;
  return new ServiceError('not_found', detail, { members: { resources } });
}

/** A strong entity tag of the content: descriptors have no revision. */
function contentTag(document: Descriptor): string {
  return `"${createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Scheme, host, and what precedes the listing's base path: stage and base path mapping, whatever their names. The
 * gateway routes by host, so the header holds one of its own names.
 */
function rootOf({ headers, rawPath, requestContext }: APIGatewayProxyEventV2, basePath: string): string {
  const scheme = headers['x-forwarded-proto'] ?? 'http';
  const host = headers.host ?? requestContext.domainName;
  const path = rawPath.slice(0, rawPath.lastIndexOf(`${basePath}/api-docs.json`));
  return `${scheme}://${host}${path}`;
}
