/**
 * Keeps serverless-offline from reading bodies. It parses JSON, so `null`, `false`, `0`
 * and `""` would not arrive, and other texts would not arrive byte for byte. It also
 * refuses types that it cannot read. Functions get the original type.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Bodies of these types arrive in base64. */
const binaryTypes = /multipart\/form-data|application\/octet-stream/i;

export function hideTypes(): void {
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    const type = request.headers['content-type'];
    // The event takes its headers from the raw ones.
    if (type !== undefined && !binaryTypes.test(type)) request.headers['content-type'] = 'text/plain';
  });
}
