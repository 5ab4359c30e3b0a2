/** Numbers in a body, by declared type: a number that the type cannot hold is refused, never rounded. */

import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

const write = {
  httpMethod: 'POST',
  nickname: 'write',
  responseClass: 'any',
  parameters: [{ paramType: 'body', dataType: 'Thing' }],
};
const properties = {
  int: { type: 'int' },
  long: { type: 'long' },
  float: { type: 'float' },
  double: { type: 'double' },
  any: { type: 'any' },
};

let call: CallFunction;
beforeAll(async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing(write, { models: { Thing: { properties } } }),
    'handlers/thing/write.ts': `import type { Handle } from '#generated/types/thing/write.ts';
export const handle: Handle = (_input, body) => ({ body });
`,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  call = await loadFunction(project, 'thing-write');
});

const send = (member: string, text: string) =>
  call({
    method: 'POST',
    url: '/v1/thing',
    headers: { 'content-type': 'application/json' },
    body: `{"${member}":${text}}`,
  });

const refused: readonly [member: string, text: string, code: string][] = [
  ['int', '2147483648', 'maximum'],
  ['int', '-2147483649', 'minimum'],
  ['int', '9007199254740993', 'out_of_range'],
  ['int', '1.5', 'type'],
  ['int', '"1"', 'type'],
  ['int', '1e400', 'out_of_range'],
  ['long', '9007199254740992', 'maximum'],
  ['long', '-9007199254740992', 'minimum'],
  ['long', '9007199254740993', 'out_of_range'],
  ['long', '-9007199254740993', 'out_of_range'],
  ['long', '9007199254740993.0', 'maximum'],
  ['long', '9223372036854775807', 'out_of_range'],
  ['long', '9223372036854775808', 'maximum'],
  ['long', '1e300', 'maximum'],
  ['long', '0.1', 'type'],
  ['float', '1e400', 'out_of_range'],
  ['double', '1e309', 'out_of_range'],
  ['double', '-1e309', 'out_of_range'],
  ['double', '9007199254740993', 'out_of_range'],
  ['double', 'true', 'type'],
  ['any', '9007199254740993', 'out_of_range'],
  ['any', '[{"a":1e999}]', 'out_of_range'],
];
test.each(refused)('%s is not %s: %s', async (member, text, code) => {
  expect(await send(member, text)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', pointer: expect.stringContaining(`/${member}`), code }] },
  });
});

const taken: readonly [member: string, text: string, value: number][] = [
  ['int', '2147483647', 2_147_483_647],
  ['int', '1e3', 1_000],
  ['int', '1.0', 1],
  ['long', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['double', '9007199254740993.0', 9_007_199_254_740_992],
  ['double', '9.007199254740993e15', 9_007_199_254_740_992],
  ['double', '9007199254740992', 9_007_199_254_740_992],
  ['double', '1152921504606847000', 2 ** 60],
  ['double', '1e308', 1e308],
  ['double', '1e-400', 0],
  ['double', '0.1', 0.1],
  ['any', '1180591620717411303424', 2 ** 70],
];
test.each(taken)('%s is %s', async (member, text, value) => {
  expect(await send(member, text)).toMatchObject({ status: 201, body: { body: { [member]: value } } });
});
