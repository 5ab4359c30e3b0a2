/** Serves the descriptors with the address under which the caller reached the service. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { OperationContext } from '../operation-context.ts';

export type ApiDocument = Readonly<Record<string, unknown>>;

/** A document, and the path below which what it describes is served, e.g. `/v1`, or empty. */
export interface ServedDocument {
  readonly document: ApiDocument;
  readonly basePath: string;
}

export type DescriptorsHandle = (
  input: { readonly resource?: string },
  body: undefined,
  context: Pick<OperationContext, 'event' | 'response'>,
) => ApiDocument;

/**
 * @param declarations by name of the resource.
 * @returns a handler that throws ServiceError not_found for an unknown resource, naming the known ones.
 */
export function serveDescriptors(
  listing: ServedDocument,
  declarations: ReadonlyMap<string, ServedDocument>,
): DescriptorsHandle {
  return ({ resource }, _body, { event, response }) => {
    const served = resource === undefined ? listing : declarations.get(resource);
    if (served) {
      const basePath = `${rootOf(event, listing.basePath)}${served.basePath}`;
      const described = { ...served.document, basePath };
      response.headers.etag = contentTag(described);
      return described;
    }
    const resources = [...declarations.keys()];
    const detail = `No resource of this name is described; described: ${resources.join(', ')}.`;
    throw new ServiceError('not_found', detail, { members: { resources } });
  };
}

/** A strong entity tag of the content itself: there is no revision of what a deployment serves. */
function contentTag(document: ApiDocument): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `"${createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Scheme, host and what stands before the listing's base path: stage and base
 * path mapping, whatever they are called. The gateway routes by host, so that
 * the header holds one of its own names.
 */
function rootOf({ headers, rawPath, requestContext }: APIGatewayProxyEventV2, basePath: string): string {
  const scheme = headers['x-forwarded-proto'] ?? 'http';
  const host = headers.host ?? requestContext.domainName;
  const path = rawPath.slice(0, rawPath.lastIndexOf(`${basePath}/api-docs.json`));
  return `${scheme}://${host}${path}`;
}
