/** The requests of the smoke test that change nothing: each with its credential and the statuses that it may get. */

import { adminScope } from '../../../shared/owner.ts';
import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import type { Credential } from './credentials.ts';
import type { SmokeRoute } from './routes.ts';

export interface SmokeRequest {
  /** The key of its function in functions.json; '' if none declares the path. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly credential: Credential;
  readonly expected: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. A request with a body is sent once: it may have changed something although its response is lost. */
  readonly body?: object;
}

/** Each GET without a variable in its path, and a path that is none. A protected one is refused. */
export function requestsWithoutKey(routes: readonly SmokeRoute[]): SmokeRequest[] {
  const gets = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const credential = { kind: 'none' } as const;
  return [
    ...gets.map(({ isGuarded, answers, ...route }) => ({
      ...routeOf(route),
      credential,
      expected: isGuarded ? [401] : answers,
    })),
    // The function that answers looks nothing up.
    { id: '', method: 'GET', path: '/no-such-path', credential, expected: [404] },
  ];
}

/**
 * One request of each function that takes keys, with a key that it refuses: one without the scopes that the operation asks
 * for, or else an unknown one. Its handler does not run; but it has looked the key up in the table.
 */
export function requestsWithRefusedKey(routes: readonly SmokeRoute[]): SmokeRequest[] {
  const keyed = routes.filter(({ byKey }) => byKey.length > 0);
  const first = keyed.filter(({ id }, index) => keyed.findIndex((other) => other.id === id) === index);
  return first.map(({ byKey: [alternative = [], ...others], ...route }) => {
    const asksForScopes = [alternative, ...others].every((each) =>
      each.some(({ scopes }) => scopes.length > 0),
    );
    return asksForScopes
      ? { ...routeOf(route), credential: { kind: 'plain', alternative }, expected: [403] }
      : { ...routeOf(route), credential: { kind: 'unknown', alternative }, expected: [401] };
  });
}

/** Each GET that the key of all scopes may call. */
export function requestsWithScopedKey(routes: readonly SmokeRoute[]): SmokeRequest[] {
  return routes.flatMap(({ answers: expected, ...route }) => {
    const alternative = usableAlternative(route);
    return route.method === 'GET' && alternative
      ? [{ ...routeOf(route), credential: { kind: 'scoped', alternative }, expected }]
      : [];
  });
}

/** How the key of all scopes is sent. No key of the smoke test may act for other owners. */
export function usableAlternative({ byKey }: Pick<SmokeRoute, 'byKey'>): AccessAlternative | undefined {
  return byKey.find((alternative) => !alternative.some(({ scopes }) => scopes.includes(adminScope)));
}

/** The scopes of all operations that the key may call. */
export function scopesFor(routes: readonly SmokeRoute[]): string[] {
  const used = routes.flatMap((route) => usableAlternative(route) ?? []);
  return [...new Set(used.flatMap(({ scopes }) => scopes))];
}

function routeOf({ id, method, path }: Pick<SmokeRoute, 'id' | 'method' | 'path'>) {
  return { id, method, path };
}
