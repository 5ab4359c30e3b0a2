/** The routes of a function in serverless.yml or functions.json. */

import { isObject } from '../build/source/source-node.ts';

type Members = Readonly<Record<string, unknown>>;

/** The keys of the routes of the HTTP API, e.g. `GET /v1/source`. */
export function routeKeysOf(settings: Members): string[] {
  return eventsOf(settings).flatMap((event) => {
    const route = isObject(event) ? event['httpApi'] : undefined;
    if (typeof route === 'string') return [route];
    return isObject(route) ? [`${String(route['method']).toUpperCase()} ${route['path']}`] : [];
  });
}

export function eventsOf({ events }: Members): readonly unknown[] {
  return Array.isArray(events) ? events : [];
}
