/** application/x-www-form-urlencoded: a body in the format of a query string. */

import { decodeUtf8 } from './body.ts';
import type { Form } from './form.ts';
import { parseQueryString } from './query-string.ts';

/** @throws ServiceError malformed_form (not UTF-8). */
export function readUrlencoded(body: Uint8Array): Form {
  const { values, malformed } = parseQueryString(decodeUtf8(body, 'malformed_form'));
  return { texts: values, files: new Map(), malformed };
}
