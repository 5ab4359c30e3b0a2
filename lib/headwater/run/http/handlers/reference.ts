/** Serves the reference page and its files. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isReferenceOn, referencePath } from '../../../shared/plan/reference-files.ts';
import { type PageHandle, servePage } from './page.ts';

/**
 * @param documentPath of the OpenAPI document, to which responses link (RFC 8631 section 4.1).
 * @param folder URL of the files.
 */
export function serveReference(documentPath: string, folder: URL): PageHandle {
  return servePage(folder, {
    isOn: isReferenceOn,
    headersOf: (event) => ({ link: linksOf(event, documentPath) }),
  });
}

function linksOf({ rawPath }: APIGatewayProxyEventV2, documentPath: string): string {
  const prefix = encodeURI(rawPath.slice(0, Math.max(rawPath.lastIndexOf(referencePath), 0)));
  const page = `<${prefix}${referencePath}>; rel="service-doc"; type="text/html"`;
  return `<${prefix}${documentPath}>; rel="service-desc"; type="application/json", ${page}`;
}
