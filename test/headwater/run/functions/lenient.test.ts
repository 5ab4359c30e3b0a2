/**
 * What descriptors leave out or misname, over the functions that are emitted for the only thing that it can mean.
 *
 * @module-tag functions
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import type { ClientRequest } from '../../../support/event.ts';
import { makeProject } from '../../../support/project.ts';

const operation = (
  method: string,
  nickname: string,
  parameters: readonly object[] = [],
  more: object = {},
) => ({
  method,
  nickname,
  type: 'any',
  'x-status': 200,
  parameters,
  ...more,
});
const body = (type: string | undefined, more: object = {}) => ({ paramType: 'body', type, ...more });

const thing = {
  resourcePath: '/thing',
  apis: [
    {
      path: '/thing/{id}.{format}',
      parameters: [
        { paramType: 'path', name: 'id', type: 'int' },
        { paramType: 'query', name: 'size', type: 'int' },
      ],
      operations: [
        operation('GET', 'read'),
        operation('PUT', 'change', [{ paramType: 'query', name: 'size', type: 'string' }]),
      ],
    },
    {
      path: '/list/{id}',
      operations: [
        operation('GET', 'list', [
          { name: 'id', type: 'int' },
          { name: 'count', type: 'int', min: 1, max: '5' },
          { name: 'word', maxLength: '3' },
          { name: 'trim', pattern: '\\s+$', maxLength: 5 },
        ]),
      ],
    },
    {
      path: '/body',
      operations: [
        operation('POST', 'addAll', [body('Named', { allowMultiple: true })]),
        operation('PUT', 'addAny', [body(undefined)]),
        operation('PATCH', 'addOpen', [body('Open')]),
        operation('GET', 'search', [body('Named')]),
      ],
    },
    {
      path: '/result',
      operations: [
        { method: 'GET', nickname: 'result' },
        { method: 'POST', nickname: 'none' },
      ],
    },
    {
      path: '/variable/{key}',
      operations: [
        operation('GET', 'variable', [
          { 'paramType:': 'query', name: 'size', type: 'int' },
          { 'paramType:': 'query', name: 'size', type: 'int' },
        ]),
      ],
    },
    { path: '/unknown', operations: [operation('POST', 'unknown', [body('List[Gadget]')])] },
    { path: '/shared', operations: [operation('POST', 'shared', [body('Shared')])] },
  ],
  models: {
    Named: {
      required: ['name', 'nam'],
      properties: { name: { type: 'string', pattern: 'x+$', maxLength: 9 } },
    },
    Open: {},
  },
};
const other = {
  resourcePath: '/other',
  apis: [],
  models: { Shared: { required: ['count'], properties: { count: { type: 'int' } } } },
};

const nicknames = thing.apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
const echo = (nickname: string) => `import type { Handle } from '#generated/types/thing/${nickname}.ts';

export const handle: Handle = (input, body) => ({ input, body });
`;
const silent = echo('none').replace('(input, body) => ({ input, body })', '() => undefined');

let project: string;
let codes: readonly string[];
beforeAll(async () => {
  const handlers = nicknames.map((name) => [
    `handlers/thing/${name}.ts`,
    name === 'none' ? silent : echo(name),
  ]);
  project = await makeProject({
    'descriptors/api-docs.json': { basePath: '/v1' },
    'descriptors/thing.json': thing,
    'descriptors/other.json': other,
    ...Object.fromEntries(handlers),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  codes = diagnostics.map(({ code }) => code);
});

async function send(nickname: string, request: Partial<ClientRequest>): Promise<unknown[]> {
  const call = await loadFunction(project, `thing-${nickname}`);
  const json = { 'content-type': 'application/json' };
  const { status, body: answer } = await call({
    method: 'GET',
    url: '/',
    ...(request.body === undefined ? {} : { headers: json }),
    ...request,
  });
  return [status, status < 300 ? answer : undefined];
}
const json = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) });

test('each is a warning', () => {
  expect([...new Set(codes)].toSorted()).toEqual([
    'W-BODY',
    'W-FORMAT',
    'W-KEY',
    'W-LIMIT',
    'W-MODEL',
    'W-PARAM',
    'W-REGEX',
    'W-RESOURCE-PATH',
    'W-RESULT',
    'W-SHAPE',
    'W-TYPE',
  ]);
});

const requests: readonly [
  what: string,
  nickname: string,
  request: Partial<ClientRequest>,
  answer: unknown[],
][] = [
  [
    'parameters of an api',
    'read',
    { url: '/?size=2', pathParameters: { id: '1' } },
    [200, { input: { id: 1, size: 2 } }],
  ],
  ['a wrong parameter of an api', 'read', { url: '/?size=x', pathParameters: { id: '1' } }, [400, undefined]],
  [
    'an own parameter instead of that of the api',
    'change',
    { url: '/?size=x', pathParameters: { id: '1' } },
    [200, { input: { id: 1, size: 'x' } }],
  ],
  [
    'no place: path, and query',
    'list',
    { url: '/?count=5', pathParameters: { id: '7' } },
    [200, { input: { id: 7, count: 5 } }],
  ],
  [
    'a variable without a parameter, and a place with a colon, twice',
    'variable',
    { url: '/?size=2', pathParameters: { key: '7' } },
    [200, { input: { key: '7', size: 2 } }],
  ],
  [
    'a wrong value of a place with a colon',
    'variable',
    { url: '/?size=x', pathParameters: { key: '7' } },
    [400, undefined],
  ],
  ['min beside the type', 'list', { url: '/?count=0', pathParameters: { id: '7' } }, [400, undefined]],
  [
    'max beside the type, as a text',
    'list',
    { url: '/?count=6', pathParameters: { id: '7' } },
    [400, undefined],
  ],
  [
    'no type: a string',
    'list',
    { url: '/?word=abc', pathParameters: { id: '7' } },
    [200, { input: { id: 7, word: 'abc' } }],
  ],
  ['a length as a text', 'list', { url: '/?word=abcd', pathParameters: { id: '7' } }, [400, undefined]],
  ['a quadratic pattern', 'list', { url: '/?trim=ab', pathParameters: { id: '7' } }, [400, undefined]],
  ['several bodies', 'addAll', json([{ name: 'xx' }]), [200, { input: {}, body: [{ name: 'xx' }] }]],
  ['one body of several', 'addAll', json({ name: 'xx' }), [400, undefined]],
  ['a wrong one of several bodies', 'addAll', json([{ name: 'xx' }, {}]), [400, undefined]],
  ['a text too long for its quadratic pattern', 'addAll', json([{ name: 'x'.repeat(10) }]), [400, undefined]],
  ['a text that its quadratic pattern refuses', 'addAll', json([{ name: 'y' }]), [400, undefined]],
  ['a body without a type', 'addAny', json([1]), [200, { input: {}, body: [1] }]],
  ['a model without properties', 'addOpen', json({ any: 1 }), [200, { input: {}, body: { any: 1 } }]],
  ['no object for a model without properties', 'addOpen', json([]), [400, undefined]],
  ['a body on GET', 'search', { body: '{"name":"xx"}' }, [200, { input: {}, body: { name: 'xx' } }]],
  ['a wrong body on GET', 'search', { body: '{}' }, [400, undefined]],
  ['no result of a GET', 'result', {}, [200, { input: {} }]],
  ['no result of a POST', 'none', { method: 'POST' }, [204, undefined]],
  ['a list of an unknown type', 'unknown', json([1, {}]), [200, { input: {}, body: [1, {}] }]],
  ['no list of an unknown type', 'unknown', json({}), [400, undefined]],
  ['a model of a sibling', 'shared', json({ count: 1 }), [200, { input: {}, body: { count: 1 } }]],
  ['a wrong model of a sibling', 'shared', json({ count: 'x' }), [400, undefined]],
];

describe('a request:', () => {
  test.each(requests)('%s', async (_what, nickname, request, answer) => {
    expect(await send(nickname, request)).toEqual(answer);
  });
});
