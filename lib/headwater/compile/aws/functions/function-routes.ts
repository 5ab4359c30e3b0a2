/** A function of serverless.yml or functions.json, and its routes. */

import { isObject } from '../../../shared/json/is-object.ts';

type Members = Readonly<Record<string, unknown>>;

/** A function with its key in serverless.yml, its full name and its settings. */
export interface NamedFunction {
  readonly key: string;
  readonly name: string;
  readonly settings: Members;
}

/** The keys of the routes of the HTTP API, e.g. `GET /v1/bookmark`. */
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
