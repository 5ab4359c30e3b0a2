/**
 * Paths that are declared with a slash at their end. The gateway takes no such
 * route, so it sends these requests to the default route, which hands them over.
 */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** The modules of functions, by their routes without the slash, such as `POST /v1/user`. */
type SlashModules = Readonly<Record<string, () => Promise<{ readonly handler: LambdaHandler }>>>;

/** The function of an operation gets the event that it would have got for the path without the slash. */
export function handOverSlashes(unrouted: LambdaHandler, modules: SlashModules): LambdaHandler {
  // The gateway prefers a segment without a variable.
  const routes = Object.entries(modules).toSorted(([one], [other]) =>
    specificity(one) < specificity(other) ? -1 : 1,
  );
  return async (event, context) => {
    for (const [route, load] of routes) {
      const routed = routedEvent(event, route);
      if (routed) return (await load()).handler(routed, context);
    }
    return unrouted(event, context);
  };
}

function specificity(route: string): string {
  const segments = route.split('/').slice(1);
  return segments.map((segment) => (segment.startsWith('{') ? 2 : 1)).join('');
}

/** The variables of the path, which the gateway has decoded; undefined if it does not match. */
function matchPath(template: string, path: string): Record<string, string> | undefined {
  const parts = template.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment !== '') variables[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return variables;
}

/** Undefined if the route is another. A direct invocation can bring anything for an event. */
function routedEvent(
  event: APIGatewayProxyEventV2 | null,
  route: string,
): APIGatewayProxyEventV2 | undefined {
  const [method, template = ''] = route.split(' ');
  const rawPath = withoutSlash(event?.rawPath);
  if (!event || rawPath === undefined || event.requestContext?.http?.method !== method) return undefined;
  const variables = matchPath(template, rawPath);
  if (!variables) return undefined;
  const { requestContext } = event;
  return {
    ...event,
    routeKey: route,
    rawPath,
    ...(Object.keys(variables).length > 0 ? { pathParameters: variables } : {}),
    requestContext: { ...requestContext, routeKey: route, http: { ...requestContext.http, path: rawPath } },
  };
}

/** Undefined for a path without a slash at its end. */
export function withoutSlash(path: string | undefined): string | undefined {
  return path?.endsWith('/') ? path.slice(0, -1) : undefined;
}
