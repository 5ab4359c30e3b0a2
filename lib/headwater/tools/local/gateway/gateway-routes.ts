/**
 * Selects the route of a request: a literal segment before a variable before a greedy
 * variable, then `$default`. Neither HEAD for a GET nor OPTIONS is implicit.
 *
 * docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */

export interface Route {
  /** `GET /a/{id}`, `ANY /a/{rest+}` or `$default`. */
  readonly key: string;
  readonly functionId: string;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** @param path The decoded path, without the query. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const [best] = routes
    .flatMap((route) => {
      const match = matchOne(route, method, path);
      return match ? [match] : [];
    })
    .toSorted((a, b) => (rank(a.route.key) < rank(b.route.key) ? -1 : 1));
  return best;
}

function matchOne(route: Route, method: string, path: string): Match | undefined {
  if (route.key === '$default') return { route, pathParameters: {} };
  const [routeMethod = '', routePath = ''] = route.key.split(' ');
  if (routeMethod !== method && routeMethod !== 'ANY') return undefined;
  const names: string[] = [];
  const pattern = routePath.split('/').map((segment) => {
    const [, name, greedy] = /^\{(.+?)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) return segment.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    names.push(name);
    return greedy ? '(.+)' : '([^/]+)';
  });
  const [all, ...texts] = new RegExp(`^${pattern.join('/')}$`, 's').exec(path) ?? [];
  if (all === undefined) return undefined;
  return { route, pathParameters: Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])) };
}

/** Sorts more specific paths first, segment by segment; within one path, a named method before ANY. */
function rank(key: string): string {
  if (key === '$default') return '9';
  const [method, path = ''] = key.split(' ');
  const kinds = path
    .split('/')
    .map((segment) => (/^\{.*\+\}$/.test(segment) ? 3 : segment.startsWith('{') ? 2 : 1));
  return `${kinds.join('')} ${method === 'ANY' ? 2 : 1}`;
}
