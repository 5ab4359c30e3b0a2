/** `x-message`: the words of a descriptor in place of a pattern. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

const code = { type: 'string', pattern: '^[A-Z]+$', 'x-message': 'must be capital "letters"' };
const slow = { type: 'string', pattern: '^a+a+$', maxLength: 40, 'x-message': 'must be two a or more' };
const parameters = [
  { paramType: 'query', name: 'code', ...code },
  { paramType: 'query', name: 'codes', type: 'array', items: code },
  { paramType: 'query', name: 'plain', type: 'string', pattern: '^b' },
];
const body = { paramType: 'body', type: 'Coded' };
const models = {
  Coded: {
    id: 'Coded',
    properties: {
      code,
      codes: { type: 'array', items: code },
      slow,
      plain: { type: 'string', pattern: '^b' },
    },
  },
};

const operation = { nickname: 'read', httpMethod: 'GET', responseClass: 'any', parameters };
const writing = { ...operation, nickname: 'write', httpMethod: 'POST', parameters: [body] };
const handler = 'export const handle = () => 1;';

let project: string;
let read: CallFunction;
let write: CallFunction;

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': {
      resourcePath: '/thing',
      apis: [{ path: '/thing', operations: [operation, writing] }],
      models,
    },
    'handlers/thing/read.ts': handler,
    'handlers/thing/write.ts': handler,
  });
  expect((await build(project)).diagnostics.map(({ code }) => code)).toEqual(['W-REGEX']);
  read = await loadFunction(project, 'thing-read');
  write = await loadFunction(project, 'thing-write');
});

test('of a parameter, and of the items of one', async () => {
  expect(await read({ url: '/v1/thing?code=a&codes=A,b&plain=a' })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { name: 'code', code: 'pattern', message: 'must be capital "letters"' },
        { name: 'codes', pointer: '/1', code: 'pattern', message: 'must be capital "letters"' },
        { name: 'plain', code: 'pattern', message: 'must match ^b' },
      ],
    },
  });
  expect((await read({ url: '/v1/thing?code=A&codes=A,B&plain=b' })).status).toBe(200);
});

test('of a property, of the items of one, and of a slow pattern', async () => {
  const headers = { 'content-type': 'application/json' };
  const sent = JSON.stringify({ code: 'a', codes: ['b'], slow: 'b', plain: 'a' });
  expect(await write({ method: 'POST', url: '/v1/thing', headers, body: sent })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { pointer: '/code', message: 'must be capital "letters"' },
        { pointer: '/codes/0', message: 'must be capital "letters"' },
        { pointer: '/slow', message: 'must be two a or more' },
        { pointer: '/plain', message: 'must match ^b' },
      ],
    },
  });
});

test('is served', async () => {
  const served = JSON.parse(await readFile(join(project, '.generated/served/thing.json'), 'utf8'));
  const message = code['x-message'];
  expect(served.apis[0].operations[0].parameters.slice(0, 2)).toMatchObject([
    { 'x-message': message },
    { 'x-message': message },
  ]);
  expect(served.models.Coded.properties).toMatchObject({
    code: { 'x-message': message },
    codes: { 'x-items': { 'x-message': message } },
  });
});

test.each([
  [{ ...code, pattern: undefined }, 'W-LIMIT'],
  [{ ...code, 'x-message': '' }, 'W-LIMIT'],
  [{ type: 'int', 'x-message': 'must be small' }, 'W-LIMIT'],
  [{ ...code, 'x-message': 7 }, 'E-SHAPE'],
])('%j is reported', async (type, expected) => {
  const parameter = { paramType: 'query', name: 'a', ...type };
  const declared = {
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({ parameters: [parameter] }),
  };
  const { diagnostics } = planService(await readDescriptors(await makeProject(declared), 'descriptors'));
  expect(diagnostics.map(({ code }) => code)).toEqual([expected]);
});
