/** Answers what no route of the gateway fits, which itself would say no more than that. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { RouteMethods } from '../../plan/route-table.ts';
import type { OperationContext } from '../operation-context.ts';
import { describedBy, withLinks } from '../response/links.ts';

export type Handle = (
  input: unknown,
  body: unknown,
  context: Pick<OperationContext, 'event' | 'response'>,
) => void;

/**
 * OPTIONS of a path that there is gets 204 with Allow (RFC 9110 section 9.3.7).
 *
 * @throws ServiceError not_found, method_not_allowed.
 */
export function answerUnrouted(routes: readonly RouteMethods[]): Handle {
  return (_input, _body, { event, response }) => {
    const { method } = event.requestContext.http;
    const found = routes.filter(({ path }) => fits(path, event.rawPath));
    if (found.length === 0) throw notFound(routes, event.rawPath);
    const methods = new Set([...found.flatMap((route) => route.methods), 'OPTIONS']);
    const allow = [...methods].join(', ');
    const { headers } = withLinks({ headers: { allow } }, linksOf(found, event));
    if (method !== 'OPTIONS') {
      const detail = `The method is not one of this path; it has ${allow}.`;
      throw new ServiceError('method_not_allowed', detail, { headers });
    }
    const patchTypes = found.flatMap((route) => route.patchTypes ?? []);
    Object.assign(response.headers, headers);
    if (patchTypes.length > 0) response.headers['accept-patch'] = patchTypes.join(', ');
  };
}

/** Where the resource is described: `/a/b` may be a path of one, and `/a/{id}` of another. */
function linksOf(found: readonly RouteMethods[], event: APIGatewayProxyEventV2): string[] {
  const descriptors = new Set(found.flatMap((route) => route.describedBy ?? []));
  return [...descriptors].flatMap((path) => describedBy({ links: { describedBy: path } }, event));
}

function notFound(routes: readonly RouteMethods[], path: string): ServiceError {
  const bare = path.replace(/\/+$/, '');
  const meant = bare !== path && routes.some((route) => fits(route.path, bare));
  const detail = meant
    ? `There is nothing at this path; ${bare} has no slash at its end.`
    : 'There is nothing at this path.';
  return new ServiceError('not_found', detail);
}

/** `{name}` stands for one segment, `{name+}` for all that are left. */
function fits(template: string, path: string): boolean {
  const segments = path.split('/');
  const parts = template.split('/');
  const isGreedy = /^\{.+\+\}$/.test(parts.at(-1) ?? '');
  if (isGreedy ? segments.length < parts.length : segments.length !== parts.length) return false;
  return parts.every((part, index) =>
    part.startsWith('{') ? segments[index] !== '' : segments[index] === part,
  );
}
