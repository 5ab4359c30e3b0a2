/** Descriptor features beyond plain parameters and bodies, through emitted bundles. */

import { beforeAll, describe, expect, test } from 'vitest';
import { makeEchoProject } from '../../../support/echo-project.ts';
import type { CallFunction } from '../../../support/emitted-function.ts';

const path = (name: string, type = 'string') => ({ paramType: 'path', name, type });
const operations = [
  {
    method: 'POST',
    path: '/animals',
    nickname: 'adopt',
    parameters: [{ paramType: 'body', name: 'body', type: 'Animal', required: true }],
  },
  {
    method: 'POST',
    path: '/shapes',
    nickname: 'draw',
    parameters: [{ paramType: 'body', name: 'body', type: 'Shape', required: true }],
  },
  {
    method: 'POST',
    path: '/counts',
    nickname: 'count',
    parameters: [{ paramType: 'body', name: 'body', type: 'Counts', required: true }],
  },
  {
    method: 'PATCH',
    path: '/parts',
    nickname: 'change',
    parameters: [
      { paramType: 'body', name: 'name', type: 'string', required: true },
      { paramType: 'body', name: 'size', type: 'integer' },
      { paramType: 'body', name: 'animal', type: 'Animal' },
    ],
  },
  { method: 'GET', path: '/tree/{leaf*}', nickname: 'optional', parameters: [path('leaf')] },
  { method: 'GET', path: '/twig/{leaf+}', nickname: 'greedy', parameters: [path('leaf')] },
  { method: 'GET', path: '/pet/{petId}', nickname: 'first', parameters: [path('petId', 'integer')] },
  {
    method: 'GET',
    path: '/pet/{owner-id}/toy/{petId}',
    nickname: 'second',
    parameters: [path('owner-id', 'integer'), path('petId')],
  },
];
const models = {
  Animal: {
    discriminator: 'kind',
    subTypes: ['Cat', 'Dog'],
    required: ['kind', 'name'],
    properties: { kind: { type: 'string' }, name: { type: 'string' } },
  },
  Cat: { properties: { lives: { type: 'integer', maximum: '9' } } },
  Dog: { subTypes: ['Puppy'], properties: { owner: { $ref: 'Animal' } } },
  Puppy: { required: ['weeks'], properties: { weeks: { type: 'integer' } } },
  Shape: {
    discriminator: 'form',
    subTypes: ['circle', 'square'],
    properties: {
      form: { type: 'string', enum: ['circle', 'square'] },
      name: { type: 'string', maxLength: 3 },
      area: { type: 'number', required: true, 'x-read-only': true },
      inner: { $ref: 'Shape' },
    },
  },
  circle: { properties: { radius: { type: 'number' } } },
  square: { properties: { side: { type: 'number' } } },
  Counts: {
    properties: { note: { type: 'string' } },
    additionalProperties: { type: 'integer', minimum: '0' },
  },
};

let load: (nickname: string) => Promise<CallFunction>;
beforeAll(async () => {
  load = await makeEchoProject(operations, models);
});

/** The body that the handler got, or `pointer: code` of each issue. */
async function send(nickname: string, body: unknown): Promise<unknown> {
  const call = await load(nickname);
  const headers = { 'content-type': 'application/json' };
  const answer = await call({ method: 'POST', url: '/v1/x', headers, body: JSON.stringify(body) });
  if (answer.status === 200) return (answer.body as { body: unknown }).body;
  const { errors } = answer.body as { errors: { pointer: string; code: string }[] };
  return errors.map(({ pointer, code }) => `${pointer}: ${code}`);
}

const bodies: readonly [name: string, nickname: string, body: unknown, issues?: readonly string[]][] = [
  ['a sub type', 'adopt', { kind: 'Cat', name: 'Tom', lives: 9 }],
  [
    'a sub type of a sub type',
    'adopt',
    { kind: 'Puppy', name: 'Rex', weeks: 3, owner: { kind: 'Dog', name: 'Max' } },
  ],
  ['the parent itself', 'adopt', { kind: 'Animal', name: 'Any' }],
  ['an unknown sub type', 'adopt', { kind: 'Cow', name: 'Ada' }, ['/kind: not_allowed']],
  ['no sub type', 'adopt', { name: 'Tom' }, ['/kind: required']],
  ['a sub type that is not a string', 'adopt', { kind: 7, name: 'Tom' }, ['/kind: not_allowed']],
  [
    'members of another sub type',
    'adopt',
    { kind: 'Cat', name: 'Tom', weeks: 3 },
    ['/weeks: unknown_member'],
  ],
  ['a limit of the sub type', 'adopt', { kind: 'Cat', name: 'Tom', lives: 10 }, ['/lives: maximum']],
  ['a member that the parent requires', 'adopt', { kind: 'Cat' }, ['/name: required']],
  ['a member that the sub type requires', 'adopt', { kind: 'Puppy', name: 'Rex' }, ['/weeks: required']],
  [
    'a sub type within another',
    'adopt',
    { kind: 'Dog', name: 'Rex', owner: { kind: 'Cat', name: 1 } },
    ['/owner/name: type'],
  ],
  ['a sub type of a model that only stands for them', 'draw', { form: 'circle', name: 'a', radius: 1 }],
  ['a model that only stands for its sub types', 'draw', { form: 'Shape' }, ['/form: not_allowed']],
  [
    'what all sub types share',
    'draw',
    { form: 'square', inner: { form: 'circle', name: 'long', side: 1 } },
    ['/inner/name: max_length', '/inner/side: unknown_member'],
  ],
  ['a member that the service sets', 'draw', { form: 'square', area: 1 }, ['/area: read_only']],
  ['additional members', 'count', { note: 'x', apples: 3, pears: 0 }],
  ['an additional member of another type', 'count', { apples: 'three' }, ['/apples: type']],
  ['an additional member out of range', 'count', { apples: -1 }, ['/apples: minimum']],
  ['a declared member of another type', 'count', { note: 3 }, ['/note: type']],
  ['named members', 'change', { name: 'a', size: 3, animal: { kind: 'Cat', name: 'Tom' } }],
  ['named members with one missing', 'change', { size: 3 }, ['/name: required']],
  ['named members with one of another type', 'change', { name: 'a', size: '3' }, ['/size: type']],
  ['a member that is not named', 'change', { name: 'a', other: 1 }, ['/other: unknown_member']],
  ['a list instead of named members', 'change', ['a'], [': type']],
];
test.each(bodies)('body: %s', async (_name, nickname, body, issues) => {
  expect(await send(nickname, body)).toEqual(issues ?? body);
});

/** Path variables of the gateway -> input of the handler. */
const paths: readonly [name: string, nickname: string, variables: Record<string, string>, input: object][] = [
  ['the rest of a path', 'greedy', { leaf: 'a/b/c' }, { leaf: 'a/b/c' }],
  ['an optional rest of a path', 'optional', { leaf: 'a/b' }, { leaf: 'a/b' }],
  ['an empty rest of a path', 'optional', {}, {}],
  ['a variable under its own name', 'first', { petId: '7' }, { petId: 7 }],
  // The gateway has one name per position, and both variables share a position.
  [
    'a variable under the name of its sibling',
    'second',
    { petId: '7', petId_: 'ball' },
    { 'owner-id': 7, petId: 'ball' },
  ],
];
describe('path:', () => {
  test.each(paths)('%s', async (_name, nickname, pathParameters, input) => {
    const call = await load(nickname);
    expect(await call({ url: '/v1/x', pathParameters })).toMatchObject({ status: 200, body: { input } });
  });

  test('an issue uses the declared name of the variable', async () => {
    const call = await load('second');
    const { body } = await call({ url: '/v1/x', pathParameters: { petId: 'x', petId_: 'ball' } });
    expect(body).toMatchObject({ errors: [{ in: 'path', name: 'owner-id', code: 'not_an_integer' }] });
  });
});
