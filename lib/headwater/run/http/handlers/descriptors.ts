/** Serves the descriptors and the OpenAPI document, with the address under which the client has reached the service. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import type { DescriptorsFunction } from '../../../shared/plan/function-plan.ts';
import type { ServiceHandle } from '../operation-context.ts';

type Description = Readonly<Record<string, unknown>>;

type DescriptorsHandle = ServiceHandle<Promise<Description>>;

/**
 * @param folder URL of the folder of `openapi.json`, of `served/api-docs.json`, the listing, and of a
 *   `served/<resource>.json` for each declaration. A file is read when it is requested: the function does not grow with
 *   the service.
 * @returns a handler that throws ServiceError not_found for an unknown resource, with the names of all resources.
 */
export function serveDescriptors(
  { basePath, declarations }: Pick<DescriptorsFunction, 'basePath' | 'declarations'>,
  folder: URL,
): DescriptorsHandle {
  const read = async (path: string): Promise<Description> =>
    JSON.parse(await readFile(new URL(path, folder), 'utf8'));
  const describe = async (event: APIGatewayProxyEventV2, root: string): Promise<Description> => {
    const { resource } = event.pathParameters ?? {};
    if (resource === undefined && event.rawPath.endsWith('/openapi.json'))
      return { ...(await read('openapi.json')), servers: [{ url: root }] };
    const listing = { resource: 'api-docs', basePath };
    const found = resource === undefined ? listing : declarations.find((each) => each.resource === resource);
    if (!found) throw notFound(declarations.map((each) => each.resource));
    return { ...(await read(`served/${found.resource}.json`)), basePath: `${root}${found.basePath}` };
  };
  return async (_input, _body, { event, response }) => {
    const prefix = prefixOf(event, basePath);
    const served = await describe(event, `${originOf(event)}${prefix}`);
    response.headers['etag'] = contentTagOf(served);
    // RFC 8631 section 4.1.
    const document = `${encodeURI(prefix)}${basePath}/openapi.json`;
    response.headers['link'] = `<${document}>; rel="service-desc"; type="application/json"`;
    return served;
  };
}

function notFound(resources: readonly string[]): ServiceError {
  const detail = `No resource of this name is described; described: ${resources.join(', ')}.`;
  return new ServiceError('not_found', detail, { members: { resources } });
}

/** A strong entity tag of the content: descriptions have no revision. */
function contentTagOf(document: Description): string {
  return `"${createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22)}"`;
}

/** Scheme and host. The gateway routes by host, so the header holds one of its own names. */
function originOf({ headers, requestContext }: APIGatewayProxyEventV2): string {
  return `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host ?? requestContext.domainName}`;
}

/** What precedes the base path in the path: stage and base path mapping, whatever their names. */
function prefixOf({ rawPath }: APIGatewayProxyEventV2, basePath: string): string {
  const at = Math.max(
    rawPath.lastIndexOf(`${basePath}/api-docs.json`),
    rawPath.lastIndexOf(`${basePath}/openapi.json`),
  );
  return rawPath.slice(0, Math.max(at, 0));
}
