/** What serverless-offline must see of requests, so that functions get them as from the gateway of AWS. */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { matchTemplate } from '../../shared/path-template.ts';
import type { RouteMethods } from '../../shared/plan/function-plan.ts';
import { fits } from './gateway/gateway-cors.ts';
import { arrivesAsText } from './gateway/gateway-event.ts';

/** The relevant part of `provider.httpApi.cors`. `true` allows every origin. */
type Cors = boolean | { readonly allowedOrigins?: readonly string[] } | undefined;

export interface CurrentBuild {
  readonly cors: Cors;
  /** The route table of the default route. */
  readonly routes: readonly RouteMethods[];
}

/** @param currentBuild Called for each request. */
export function adaptRequests(currentBuild: () => CurrentBuild): void {
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    const { cors, routes } = currentBuild();
    hideOrigin(request, cors);
    keepSlash(request, routes);
    hideType(request);
    // It would compress responses, which the gateway of AWS does not, and say another length for HEAD.
    delete request.headers['accept-encoding'];
  });
}

/**
 * Hides the Origin header from serverless-offline where the gateway of AWS would not
 * add CORS headers. Otherwise serverless-offline allows every origin while CORS is
 * off, and every request but a preflight while it is on. Functions get all original
 * headers.
 */
function hideOrigin({ method, headers }: IncomingMessage, cors: Cors): void {
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  const allowed = (typeof cors === 'object' && cors.allowedOrigins) || ['*'];
  const isAllowed = isPreflight || allowed.some((pattern) => fits(pattern, headers.origin ?? ''));
  if (!cors || !isAllowed) delete headers.origin;
}

/**
 * Makes serverless-offline distinguish a path with a slash at its end from the path
 * without it, like the gateway of AWS. serverless-offline drops one slash, so a path
 * that is declared with a slash reaches its operation unaided.
 */
function keepSlash(request: IncomingMessage, routes: readonly RouteMethods[]): void {
  const { method = '', url = '' } = request;
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.endsWith('/') || isDeclared(routes, method, path.slice(0, -1))) return;
  // Adds the slash that serverless-offline drops.
  request.url = `${path}/${url.slice(path.length)}`;
}

function isDeclared(routes: readonly RouteMethods[], method: string, path: string): boolean {
  return routes.some(
    ({ path: template, slashMethods = [] }) =>
      slashMethods.includes(method) && matchTemplate(template, path) !== undefined,
  );
}

/**
 * Hides the type of the body from serverless-offline. It would parse JSON, so `null`, `false`, `0` and `""` would not
 * arrive, and other texts would not arrive byte for byte. It would refuse types that it cannot read, and pass on as
 * text what the gateway of AWS passes on in base64. Of the two types that it sees in their place, it reads neither, and
 * passes on one as text and the other in base64. Functions get the original type: the event takes its headers from the
 * raw ones.
 */
function hideType({ headers }: IncomingMessage): void {
  const isText = arrivesAsText(headers['content-type']);
  headers['content-type'] = isText ? 'text/plain' : 'application/octet-stream';
}
