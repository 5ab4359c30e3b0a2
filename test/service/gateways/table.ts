/** Tables of requests with their responses. */

import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { describeGateways } from './gateways.ts';

export type Row = readonly [
  name: string,
  request: RawRequest,
  status: number,
  /** Expected members of the response body. */
  body?: object,
];

export function testTable(suite: string, rows: readonly Row[]): void {
  describeGateways(suite, (test) => {
    for (const [name, request, status, body = {}] of rows) {
      test(name, async (call) => {
        const answer = await call(request);
        expect({ status: answer.status, body: answer.body ?? {} }).toMatchObject({ status, body });
      });
    }
  });
}

/** The type member of the problem with this code. */
export function problem(code: string): { readonly type: string } {
  return { type: `urn:problem-type:headwater:${code}` };
}

/** An invalid_request with exactly these issues. */
export function issues(...errors: readonly object[]): object {
  return { ...problem('invalid_request'), errors };
}

/** Formats a text for a test name: escapes invisible characters and truncates. */
export function show(text: string): string {
  const visible = JSON.stringify(text).slice(1, -1);
  return visible.length > 60 ? `${visible.slice(0, 50)}… (${text.length})` : visible;
}
