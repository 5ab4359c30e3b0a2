/** Responds to requests that match no route. The gateway itself would respond to all of them with the same 404. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { matchTemplate } from '../../../shared/path-template.ts';
import type { RouteMethods, ServiceDescriptions } from '../../../shared/plan/function-plan.ts';
import { isReferenceOn } from '../../../shared/plan/reference-files.ts';
import type { ServiceHandle } from '../operation-context.ts';
import { describedBy, withLinks } from '../response/links.ts';

type UnroutedHandle = ServiceHandle<void>;

/**
 * OPTIONS on a known path returns 204 with Allow (RFC 9110 section 9.3.7). GET and HEAD of `/` and of the base path
 * redirect (303) to the descriptions of the service, and link to all of them (RFC 8631 section 4.1).
 *
 * @throws ServiceError not_found, method_not_allowed.
 */
export function respondUnrouted(routes: readonly RouteMethods[]): UnroutedHandle {
  return (_input, _body, { event, response }) => {
    const { method } = event.requestContext.http;
    const matching = routesAt(event.rawPath, routes);
    if (matching.length === 0) throw notFound(routes, event.rawPath);
    const redirectsTo = matching.find((route) => route.redirectsTo !== undefined)?.redirectsTo;
    if (redirectsTo !== undefined && (method === 'GET' || method === 'HEAD')) {
      response.status = 303;
      Object.assign(response.headers, redirectHeaders(redirectsTo, event.headers['accept']));
      return;
    }
    const methods = new Set([...matching.flatMap((route) => route.methods), 'OPTIONS']);
    const allow = [...methods].join(', ');
    const { headers } = withLinks({ headers: { allow } }, linksOf(matching, event));
    if (method !== 'OPTIONS') {
      const detail = `The method is not one of this path; it has ${allow}.`;
      throw new ServiceError('method_not_allowed', detail, { headers });
    }
    const patchTypes = matching.flatMap((route) =>
      route.methods.includes('PATCH') ? (route.patchTypes ?? []) : [],
    );
    Object.assign(response.headers, headers);
    if (patchTypes.length > 0) response.headers['accept-patch'] = patchTypes.join(', ');
  };
}

/** Browsers name the type; programs do not. */
const namesHtml = /(?:^|,)[ \t]*text\/html[ \t]*(?:,|$|;(?![ \t]*q=0(?:\.0*)?[ \t]*(?:,|$)))/i;

/** Redirects browsers to the page, if it is on, and other clients to the descriptors. */
function redirectHeaders({ descriptors, document, page }: ServiceDescriptions, accept: string | undefined) {
  const links = [document, descriptors].map(
    (path) => `<${path}>; rel="service-desc"; type="application/json"`,
  );
  if (page === undefined || !isReferenceOn()) return { location: descriptors, link: links.join(', ') };
  const all = [...links, `<${page}>; rel="service-doc"; type="text/html"`];
  return {
    location: namesHtml.test(accept ?? '') ? page : descriptors,
    link: all.join(', '),
    vary: 'Accept',
  };
}

/** With a slash at its end, a path has the methods that are declared with it. */
function routesAt(path: string, routes: readonly RouteMethods[]): RouteMethods[] {
  const bare = withoutSlash(path);
  return routes.flatMap((route) => {
    if (isMatch(route, path)) return route;
    const { slashMethods: methods } = route;
    return methods && bare !== undefined && isMatch(route, bare) ? { ...route, methods } : [];
  });
}

/** Links to the descriptors of all matching routes: `/a/b` and `/a/{id}` may belong to different resources. */
function linksOf(matching: readonly RouteMethods[], event: APIGatewayProxyEventV2): string[] {
  const descriptors = new Set(matching.flatMap((route) => route.describedBy ?? []));
  return [...descriptors].flatMap((path) => describedBy({ links: { describedBy: path } }, event));
}

/** A run of slashes is tried once, from its first one: at each of them, a path of nothing else would take quadratic time. */
const lastSlashes = /(?<!\/)\/+$/;

function notFound(routes: readonly RouteMethods[], path: string): ServiceError {
  const bare = path.replace(lastSlashes, '');
  const isWithoutSlash = bare !== path && routes.some((route) => isMatch(route, bare));
  const detail = isWithoutSlash
    ? `There is nothing at this path; ${bare} has no slash at its end.`
    : 'There is nothing at this path.';
  return new ServiceError('not_found', detail);
}

/** Returns the routes that a path means, or would mean without slashes at its end. */
export function routesNear(path: string, routes: readonly RouteMethods[]): RouteMethods[] {
  const bare = path.replace(lastSlashes, '');
  return routes.filter((route) => isMatch(route, path) || isMatch(route, bare));
}

function isMatch(route: RouteMethods, path: string): boolean {
  return matchTemplate(route.path, path) !== undefined;
}

export function withoutSlash(path: string | undefined): string | undefined {
  return path?.endsWith('/') ? path.slice(0, -1) : undefined;
}
