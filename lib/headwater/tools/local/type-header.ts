/** A header of all local answers while the code in service has type errors. Deployed functions have nothing of it. */

import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Diagnostic } from '../../compile/source/diagnostic.ts';
import { membersOf } from '../../shared/json/is-object.ts';

export const typeHeader = 'x-type-errors';

/** `npm start` sends it to the process of a gateway. */
export interface TypeMessage {
  readonly kind: 'types';
  /** Absent if there are no errors. */
  readonly header?: string;
}

/** In bytes. A gateway of AWS allows 10,240 for all headers. */
const maxLength = 500;

/** @example typeMessage([…]) // { kind: 'types', header: "2: handlers/order/create.ts:12:25 Type 'string' is not …" } */
export function typeMessage(errors: readonly Diagnostic[]): TypeMessage {
  const [first] = errors;
  if (!first) return { kind: 'types' };
  const text = `${errors.length}: ${first.file}:${first.line}:${first.column} ${first.found}`;
  // Node.js refuses other characters in headers.
  return { kind: 'types', header: text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, maxLength) };
}

/** Adds the header to the responses of all servers of this process. */
export function showTypeErrors(): void {
  let header: string | undefined;
  process.on('message', (message) => {
    const { kind, header: sent } = membersOf(message);
    if (kind === 'types') header = sent === undefined ? undefined : String(sent);
  });
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { readonly response: ServerResponse };
    if (header !== undefined) response.setHeader(typeHeader, header);
  });
}
