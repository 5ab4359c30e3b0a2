/**
 * Makes serverless-offline distinguish a path with a slash at its end from the path
 * without it, like the gateway of AWS. serverless-offline drops one slash, so a path
 * that is declared with a slash reaches its operation unaided.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { RouteMethods } from '../../shared/plan/function-plan.ts';

/** @param routesOf Returns the route table of the default route in the current build. */
export function keepSlashes(routesOf: () => readonly RouteMethods[]): void {
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    const { method = '', url = '' } = request;
    const [path = ''] = url.split(/[?#]/, 1);
    if (!path.endsWith('/') || isDeclared(routesOf(), method, path.slice(0, -1))) return;
    // Adds the slash that serverless-offline drops.
    request.url = `${path}/${url.slice(path.length)}`;
  });
}

function isDeclared(routes: readonly RouteMethods[], method: string, path: string): boolean {
  return routes.some(({ path: template, slashMethods = [] }) => {
    if (!slashMethods.includes(method)) return false;
    const pattern = template.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : RegExp.escape(part)));
    return new RegExp(`^${pattern.join('/')}$`).test(path);
  });
}
