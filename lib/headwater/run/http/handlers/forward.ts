/**
 * Paths that the gateway cannot route: with a slash at their end, or with text and variables in one segment. It sends these
 * requests to the default route, which passes them on.
 */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { bySpecificity, matchTemplate } from '../../../shared/path-template.ts';
import { withoutSlash } from './default-route.ts';

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** The modules of functions, by their routes, such as `POST /v1/user/`. */
type ForwardedModules = Readonly<Record<string, () => Promise<{ readonly handler: LambdaHandler }>>>;

/** The function of an operation gets the event that the gateway would have sent, for the path without a slash at its end. */
export function forward(unrouted: LambdaHandler, modules: ForwardedModules): LambdaHandler {
  const routes = Object.entries(modules)
    .map(([route, load]) => {
      const [method = '', path = ''] = route.split(' ');
      return { method, path, load };
    })
    .toSorted((one, other) => bySpecificity(one.path, other.path));
  return async (event, context) => {
    for (const { load, ...route } of routes) {
      const routed = routedEvent(event, route);
      if (routed) return (await load()).handler(routed, context);
    }
    return unrouted(event, context);
  };
}

/** Undefined if the route is another. A direct invocation can bring anything for an event. */
function routedEvent(
  event: APIGatewayProxyEventV2 | null,
  { method, path }: { readonly method: string; readonly path: string },
): APIGatewayProxyEventV2 | undefined {
  if (!event?.rawPath || event.requestContext?.http?.method !== method) return undefined;
  const variables = matchTemplate(path, event.rawPath);
  if (!variables) return undefined;
  const { requestContext } = event;
  const rawPath = path.endsWith('/') ? (withoutSlash(event.rawPath) ?? '') : event.rawPath;
  const routeKey = `${method} ${withoutSlash(path) ?? path}`;
  return {
    ...event,
    routeKey,
    rawPath,
    ...(Object.keys(variables).length > 0 ? { pathParameters: variables } : {}),
    requestContext: { ...requestContext, routeKey, http: { ...requestContext.http, path: rawPath } },
  };
}
