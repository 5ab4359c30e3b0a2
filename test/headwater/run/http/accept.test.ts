/** The media type that Accept selects, with one version and with several. */

import { describe, expect, test } from 'vitest';
import { preferredType } from '../../../../lib/headwater/run/http/request/preferred-type.ts';

const json = 'application/json';
const v1 = 'application/vnd.a-v1+json';
const v2 = 'application/vnd.a-v2+json';

type Row = readonly [accept: string | undefined, chosen: string | undefined];

const rows: Readonly<Record<string, readonly Row[]>> = {
  'is empty': [
    [undefined, json],
    ['', json],
    [' \t ', json],
    [' , ,, ', json],
  ],
  'names types': [
    [json, json],
    [v1, v1],
    [v2, v2],
    ['APPLICATION/Vnd.A-V2+JSON', v2],
    ['application/vnd.a-v3+json', undefined],
    ['application/vnd.b-v2+json', undefined],
    ['application/vnd.a+json', undefined],
    ['text/html', undefined],
    [`text/html, ${v2}, text/plain`, v2],
    [`,, ${v2} ,`, v2],
  ],
  'has wildcards': [
    ['*/*', json],
    ['application/*', json],
    ['text/*', undefined],
    [`*/*, ${v2}`, v2],
    [`${v2}, application/*`, v2],
    ['application/*+json', undefined],
    ['*/json', undefined],
    ['*', undefined],
  ],
  'has weights': [
    [`${json};q=0.4, ${v2};q=0.5`, v2],
    [`${json};q=0.5, ${v2};q=0.4`, json],
    [`${json};q=0.9, ${v2}`, v2],
    [`${v2};q=0.001`, v2],
    [`*/*;q=0.8, ${v2};q=0.7`, json],
    [`${v2};q=0.5, */*;q=0.1`, v2],
    [`${json};q=0.2, application/*;q=0.3`, v1],
    [`${json};q=0.2, */*;q=0.3, ${v1};q=0.1`, v2],
    ['application/*;q=0.1, */*', json],
    [`${v2} ; Q=0.5 , ${v1}; q="0.6"`, v1],
    [`text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2`, json],
    [`${json};q=.2, ${v2};q=1.`, v2],
  ],
  'has equal weights': [
    [`${v2}, ${v1}, ${json}`, json],
    [`${v2}, ${v1}`, v1],
    [`${v2};q=0.5, ${json};q=0.5`, json],
    [`*/*;q=0.5, ${v2};q=0.5`, v2],
    [`${json};q=0.1, ${json};q=0.9, ${v2};q=0.5`, json],
    [`${json};q=0, ${json};q=0.9, ${v2};q=0.5`, json],
  ],
  'excludes types': [
    [`${json};q=0`, undefined],
    ['*/*;q=0', undefined],
    [`${json};q=0, */*`, v1],
    [`*/*, ${v1};q=0.000, ${json};q=0`, v2],
    [`application/*;q=0, ${v2}`, v2],
    [`*/*;q=0, application/*;q=0.1`, json],
    [`application/*;q=0, */*`, undefined],
  ],
  'has invalid weights': [
    [`${json};q=2, ${v2}`, json],
    [`${v2};q=1.5, ${json};q=0.9`, v2],
    [`${v2};q=abc`, v2],
    [`${v2};q=-1`, v2],
    [`${v2};q=1e-9, ${json};q=0.5`, v2],
    [`${v2};q=0x0`, v2],
    [`${v2};q=NaN`, v2],
    [`${v2};q=.`, v2],
    [`${v2};q=""`, v2],
    [`${v2};q`, undefined],
    [`${v2};q=`, undefined],
  ],
  'has parameters': [
    [`${v2};charset=utf-8`, v2],
    [`${v2};Charset="UTF-8";q=0.5, ${json};q=0.4`, v2],
    [`${json};charset=utf8`, json],
    [`${json};charset=utf-16`, undefined],
    [`${json};v=1`, undefined],
    [`${json};v=1, ${v2};q=0.1`, v2],
    [`${json};v=1;q=0.9, */*;q=0.1`, json],
    [`${json};charset=utf-8;v=1`, undefined],
    [`*/*;v=1`, undefined],
    [`${json};q=0.5;v=1`, json],
    [`${json};q=0.5;q=0`, json],
    [`${v2};;; ;q=0.5;`, v2],
    [`${json};a="b,${v2}";q=0.5, ${v1};q=0.4`, v1],
    [`${json};a="\\"";q=0.5, ${v1};q=0.4`, v1],
    [`${json};a=";q=0", ${v1};q=0.4`, v1],
  ],
  'is malformed': [
    ['nonsense', undefined],
    [`nonsense, ${v2}`, v2],
    [`${json} ${v2}`, undefined],
    [`${json} ${v2}, ${v1}`, v1],
    [`/, a/, /b, a/b/c, ${v2}`, v2],
    [`${json};"q"=0, ${v2}`, v2],
    [`${json};a="b, ${v2}`, v2],
    ['__proto__/constructor', undefined],
    [`"${json}"`, undefined],
    [`{application/json}`, undefined],
    [`é/ö, ${v2}`, v2],
  ],
};
describe.each(Object.entries(rows))('an Accept that %s', (_name, cases) => {
  test.each(cases)('%s selects %s', (accept, chosen) => {
    expect(preferredType(accept, [json, v1, v2])).toBe(chosen);
  });
});

const long: readonly (readonly [name: string, accept: string])[] = [
  ['types', 'a/b,'.repeat(2_500)],
  ['parameters', `a/b${';c=d'.repeat(2_500)}`],
  ['a type', `${'a'.repeat(10_000)}/b`],
  ['spaces', `a/b;${' '.repeat(10_000)}!`],
  ['semicolons', `a/b${' ;'.repeat(5_000)}!`],
  ['unclosed quotes', 'a/b;c="x,'.repeat(1_111)],
  ['escaped quotes', `a/b;c="${'\\"'.repeat(5_000)}`],
];
test.each(long)('10,000 bytes of %s are ignored', (_name, accept) => {
  expect(preferredType(accept, [json])).toBe(undefined);
  expect(preferredType(`${accept},${json}`, [json])).toBe(json);
});
