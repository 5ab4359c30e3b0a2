/** application/x-www-form-urlencoded: a body in the format of a query string. */

import { decodeUtf8 } from './body.ts';
import { type Form, maxFields, tooManyFields } from './form.ts';
import { parseQueryString } from './query-string.ts';

/** @throws ServiceError malformed_form when it is not UTF-8, or has too many fields. */
export function readUrlencoded(body: Uint8Array): Form {
  const text = decodeUtf8(body, 'malformed_form');
  if (countFields(text) > maxFields) throw tooManyFields();
  const { values, malformed } = parseQueryString(text);
  return { texts: values, files: new Map(), malformed };
}

/** Stops at the limit: a list of all pairs would cost what the limit saves. */
function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= maxFields; at = text.indexOf('&', at + 1)) count++;
  return count;
}
