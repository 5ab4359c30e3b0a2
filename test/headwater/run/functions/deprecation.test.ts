/** `deprecated`, `x-deprecation` and `x-sunset`: RFC 9745 and RFC 8594, on every response of the operation. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const operations = {
  both: { deprecated: 'true', 'x-deprecation': '2023-06-30T23:59:59Z', 'x-sunset': '2024-06-30' },
  since: { deprecated: true, 'x-deprecation': '2023-07-01t02:29:59.9+02:30' },
  sunset: { deprecated: 'true', 'x-sunset': '1994-11-06T08:49:37z' },
  undated: { deprecated: 'true' },
  none: {},
} as const;
type Nickname = keyof typeof operations;

let project: string;
beforeAll(async () => {
  const apis = Object.entries(operations).map(([nickname, members]) => ({
    path: `/${nickname}`,
    operations: [
      {
        httpMethod: 'GET',
        nickname,
        responseClass: 'any',
        parameters: [{ paramType: 'query', name: 'fail', dataType: 'boolean', required: true }],
        ...members,
      },
    ],
  }));
  const handler = (nickname: string) => `import type { Handle } from '#generated/types/thing/${nickname}.ts';
export const handle: Handle = ({ fail }) => {
  if (fail) throw new Error('on purpose');
  return {};
};`;
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': { resourcePath: '/', apis },
    ...Object.fromEntries(
      Object.keys(operations).map((name) => [`handlers/thing/${name}.ts`, handler(name)]),
    ),
  });
  expect((await build(project)).diagnostics).toEqual([]);
});

const rows: readonly [Nickname, object][] = [
  ['both', { deprecation: '@1688169599', sunset: 'Sun, 30 Jun 2024 00:00:00 GMT' }],
  ['since', { deprecation: '@1688169599' }],
  ['sunset', { sunset: 'Sun, 06 Nov 1994 08:49:37 GMT' }],
  ['undated', {}],
  ['none', {}],
];

test.each(rows)('%s', async (nickname, dates) => {
  const call = await loadFunction(project, `thing-${nickname}`);
  for (const [query, status] of [
    ['?fail=false', 200],
    ['', 400],
    ['?fail=true', 500],
  ] as const) {
    const answer = await call({ url: `/v1/${nickname}${query}` });
    const { deprecation, sunset } = answer.headers;
    expect([answer.status, { deprecation, sunset }]).toEqual([
      status,
      { deprecation: undefined, sunset: undefined, ...dates },
    ]);
  }
});

test('the served descriptors include the dates', async () => {
  const text = await readFile(join(project, '.generated/served/thing.json'), 'utf8');
  const { apis } = JSON.parse(text) as { apis: { operations: object[] }[] };
  expect(apis.map(({ operations }) => operations[0])).toMatchObject(
    Object.values(operations).map((members) =>
      'deprecated' in members ? { ...members, deprecated: 'true' } : {},
    ),
  );
});
