/** Bundles have `JSON.parse` in place of the parser of middy: what that refuses, the inspection must have found. */

import httpJsonBodyParser from '@middy/http-json-body-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeMembers } from '../../../../lib/headwater/run/http/request/read-only.ts';
import { inspectJson } from '../../../../lib/headwater/shared/json/inspect-json.ts';
import { amount } from '../../../support/amount.ts';

const names = fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', '__proto', 'Constructor', '');
const { value } = fc.letrec<{ readonly value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('1', 'null', '"__proto__"', '"a"', '[]', '{}'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(names, tie('value')), { maxLength: 3, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, member]) => `${written(name)}:${member}`).join()}}`),
  ),
}));

/** Every second name has an escape. */
function written(name: string): string {
  const [first = ''] = name;
  const code = first.charCodeAt(0).toString(16).padStart(4, '0');
  return name.length % 2 === 1 ? `"\\u${code}${name.slice(1)}"` : JSON.stringify(name);
}

test('the inspection reports a name exactly where the parser of middy refuses one', {
  tags: ['property'],
}, () => {
  let refused = 0;
  fc.assert(
    fc.property(value, (body) => {
      const isRefused = inspectJson(body).findings.some(({ flaw }) => flaw === 'forbidden_name');
      if (isRefused) refused++;
      expect(parserRefuses(body)).toBe(isRefused);
    }),
    { numRuns: amount({ few: 300, many: 5_000, most: 100_000 }) },
  );
  expect(refused).toBeGreaterThan(20);
});

function parserRefuses(body: string): boolean {
  const event = { headers: { 'content-type': 'application/json' }, body, isBase64Encoded: false };
  try {
    httpJsonBodyParser().before?.({ event } as never);
    return false;
  } catch {
    return true;
  }
}

test('members that a client has sent back are taken out of the body, and out of nothing that it inherits', () => {
  const body = { constructor: { name: 'a' }, kept: 1 };
  takeMembers(body, ['/constructor', '/constructor/name']);
  expect(body).toEqual({ kept: 1 });
  expect(Object.name).toBe('Object');
});
