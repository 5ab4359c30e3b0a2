/**
 * Refuses requests to other names than this machine's. A page of another site can point its own name to 127.0.0.1 (DNS
 * rebinding); browsers then treat it and the service as one origin. Only the header Host shows the difference.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Names that need no DNS (RFC 6761 section 6.3). */
const loopbackPattern = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z0-9_-]+\.)+localhost)$/i;

/** The variable that passes further accepted names to a process that `npm start` forks. */
export const allowedHostsVariable = 'HEADWATER_ALLOWED_HOSTS';

/**
 * Guards every server of this process.
 *
 * @param allowed Names that the operator accepts, without port.
 */
export function refuseOtherHosts(allowed: readonly string[] = readAllowedHosts()): void {
  const guarded = new WeakSet<Server>();
  // Node.js publishes a request before it passes it to the listeners of its server.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { readonly server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    for (const event of ['request', 'checkContinue']) guard(server, event, allowed);
  });
}

function readAllowedHosts(): string[] {
  return (process.env[allowedHostsVariable] ?? '').split(' ').filter(Boolean);
}

function guard(server: Server, event: string, allowed: readonly string[]): void {
  // The listeners of both events have these parameters.
  const listeners = server.listeners(event) as RequestListener[];
  if (listeners.length === 0) return;
  server.removeAllListeners(event);
  server.on(event, (request: IncomingMessage, response: ServerResponse) => {
    if (!isAccepted(request, allowed)) return refuse(response, allowed);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** HTTP/1.0 has no Host; browsers always send one. */
function isAccepted({ headers: { host } }: IncomingMessage, allowed: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return loopbackPattern.test(name) || allowed.some((each) => each.toLowerCase() === name);
}

function refuse(response: ServerResponse, allowed: readonly string[]): void {
  const names = ['localhost', '127.0.0.1', '[::1]', 'names that end with .localhost', ...allowed];
  const accepted = new Intl.ListFormat('en-GB').format(names);
  const problem = {
    type: 'about:blank',
    title: 'Misdirected Request',
    status: 421,
    detail: `This service answers requests to ${accepted}; the header Host has another name. npm start -- --allow-host NAME adds one.`,
  };
  response.writeHead(421, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
}
