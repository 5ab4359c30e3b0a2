/**
 * Lets serverless-offline tell a path with a slash at its end from the one
 * without, as the gateway of AWS does: by itself it drops one slash.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

export function keepSlashes(): void {
  // Node.js tells of a request before it hands it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    // One more, which is the one that is dropped.
    request.url = request.url?.replace(/^([^?#]+\/)(?=[?#]|$)/, '$1/');
  });
}
