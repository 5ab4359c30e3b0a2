/**
 * Paths that are declared with a slash at their end. The gateway takes no such
 * route, so it sends these requests to the default route, which hands them over.
 */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { matches, withoutSlash } from './default-route.ts';

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

/** Undefined if the route is another. A direct invocation can bring anything for an event. */
function routedEvent(
  event: APIGatewayProxyEventV2 | null,
  route: string,
): APIGatewayProxyEventV2 | undefined {
  const [method, template = ''] = route.split(' ');
  const rawPath = withoutSlash(event?.rawPath);
  if (!event || rawPath === undefined || event.requestContext?.http?.method !== method) return undefined;
  if (!matches(template, rawPath)) return undefined;
  const segments = rawPath.split('/');
  // The gateway has decoded the path.
  const variables = template
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), segments[index]]] : []));
  const { requestContext } = event;
  return {
    ...event,
    routeKey: route,
    rawPath,
    ...(variables.length > 0 ? { pathParameters: Object.fromEntries(variables) } : {}),
    requestContext: { ...requestContext, routeKey: route, http: { ...requestContext.http, path: rawPath } },
  };
}
