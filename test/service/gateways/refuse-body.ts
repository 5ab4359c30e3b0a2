/** Tables of invalid bodies: every operation with a body must refuse them in the same way. */

import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Row, testTable } from './table.ts';

export type Body = string | Uint8Array;

export const json = [['Content-Type', 'application/json']] as const;
const vendor = [['Content-Type', 'application/vnd.headwater+json']] as const;

/** The body is read before the source, so the source need not exist. */
const operations: readonly (readonly [name: string, request: RawRequest])[] = [
  ['POST', { method: 'POST', target: '/v1/source', headers: json }],
  ['PUT', { method: 'PUT', target: '/v1/source/0123456789abcdef01234567', headers: json }],
  [
    'PATCH',
    {
      method: 'PATCH',
      target: '/v1/source/0123456789abcdef01234567',
      headers: [['Content-Type', 'application/merge-patch+json']],
    },
  ],
  ['POST of a vendor type', { method: 'POST', target: '/v1/source', headers: vendor }],
];

export function refuse(
  suite: string,
  rows: readonly (readonly [name: string, body: Body, answer: object])[],
): void {
  testTable(
    suite,
    operations.flatMap(([operation, request]) =>
      rows.map(([name, body, answer]): Row => [`${operation}: ${name}`, { ...request, body }, 400, answer]),
    ),
  );
}
