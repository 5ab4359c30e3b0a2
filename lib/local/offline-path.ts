/**
 * Makes serverless-offline distinguish a path with a slash at its end from the one
 * without, like the gateway of AWS. serverless-offline drops one slash.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

export function keepSlashes(): void {
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    // Adds the slash that is dropped.
    request.url = request.url?.replace(/^([^?#]+\/)(?=[?#]|$)/, '$1/');
  });
}
