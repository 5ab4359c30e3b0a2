/** Local gateways check what functions return: by descriptors of Swagger 1.x and of OpenAPI, and by nothing in a bundle. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { readEmitted } from '../../../../lib/headwater/tools/local/gateway/emitted-functions.ts';
import type { GatewayOptions } from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { answerRequest } from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import {
  checkResponsesVariable,
  guardFunctions,
  readResponseGuard,
} from '../../../../lib/headwater/tools/local/response-guard.ts';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, startLocal } from '../../../support/local-service.ts';
import { listing, makeProject, writeFiles } from '../../../support/project.ts';

const models = {
  Pet: {
    id: 'Pet',
    properties: {
      name: { type: 'string', required: true, maxLength: 5 },
      age: { type: 'int', minimum: 0 },
      friends: { type: 'List[Pet]' },
      lives: { type: ['Home', 'string'] },
      eats: { type: 'Food' },
    },
  },
  Home: { id: 'Home', properties: { street: { type: 'string', required: true } } },
  Food: {
    id: 'Food',
    discriminator: 'kind',
    subTypes: ['Fish', 'Hay'],
    properties: { kind: { type: 'string', required: true, enum: ['Fish', 'Hay'] } },
  },
  Fish: { id: 'Fish', properties: { bones: { type: 'boolean', required: true } } },
  Hay: { id: 'Hay', properties: { bales: { type: 'int', required: true } } },
};

const operation = (nickname: string, words: object = {}) => ({
  httpMethod: 'GET',
  nickname,
  responseClass: 'Pet',
  'x-headers': ['X-Count'],
  ...words,
});

const declaration = {
  resourcePath: '/',
  apis: [
    {
      path: '/pet/{as}',
      operations: [
        operation('read', {
          parameters: [{ paramType: 'path', name: 'as', type: 'string' }],
          errorResponses: [{ code: 409, reason: 'The name is taken' }],
        }),
      ],
    },
    { path: '/gone', operations: [operation('clear', { httpMethod: 'DELETE', responseClass: 'void' })] },
  ],
  models,
};

/** The types of handlers do not see limits, nor what is cast away. */
const read = `import type { Handle } from '#generated/types/pet/read.ts';
import { nameTaken } from '#generated/problems.ts';
import { ServiceError } from 'headwater/errors';
const pets: Record<string, unknown> = {
  right: { name: 'Tom', age: 3, friends: [{ name: 'Ann' }], eats: { kind: 'Fish', bones: true }, lives: 'here' },
  long: { name: 'Thomas', age: -1 },
  longest: { name: 'Tom'.repeat(100) },
  deep: { name: 'Tom', friends: [{ name: 'Ann' }, { nam: 'Bob' }] },
  tagged: { name: 'Tom', eats: { kind: 'Hay', bales: 'two' } },
  untagged: { name: 'Tom', eats: { kind: 'Rock' } },
  union: { name: 'Tom', lives: 7 },
  nullish: null,
};
export const handle: Handle = ({ as }, _body, { response }) => {
  if (as === 'header') response.headers['x-total'] = '1';
  if (as === 'declared') response.headers['x-count'] = '1';
  if (as === 'status') response.status = 202;
  if (as === 'thrown') throw { status: 418 };
  if (as === 'taken') throw new ServiceError(nameTaken, 'Another pet has the name.');
  if (as === 'query') throw new ServiceError('invalid_query', 'Expected a word.');
  if (as === 'plain') throw { status: 400 };
  if (as === 'foreign') throw { status: 409, type: 'https://example.com/taken' };
  if (as === 'text') response.headers['content-type'] = 'text/plain';
  return (as in pets ? pets[as] : pets.right) as never;
};
`;

const files = {
  'descriptors/api-docs.json': {
    ...listing,
    'x-problems': { name_taken: { status: 409, title: 'The name belongs to another pet' } },
  },
  'descriptors/pet.json': declaration,
  'handlers/pet/read.ts': read,
  'handlers/pet/clear.ts': 'export const handle = () => undefined;\n',
};

let project: string;
let emitted: GatewayOptions;

beforeAll(async () => {
  project = await makeProject(files);
  expect((await build(project)).diagnostics).toEqual([]);
  emitted = await readEmitted(project);
});

async function call(target: string, { refuses = false, method = 'GET' } = {}) {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const guard = await readResponseGuard(project, refuses);
    const options = { ...emitted, functions: guardFunctions(emitted.functions, guard) };
    const { status, headers, body } = await answerRequest(
      { method, target, headers: [], body: new Uint8Array() },
      options,
    );
    const text = Buffer.from(body).toString();
    return { status, headers: Object.fromEntries(headers), text, lines: lines.mock.calls.flat() };
  } finally {
    lines.mockRestore();
  }
}

const declaredStatuses = 'is not declared; declared: 200, 304, 400, 406, 409, 412, 500, 503, 504';
const urn = 'urn:problem-type:headwater:';
const conflicts = ['state_conflict', 'already_exists', 'write_conflict']
  .map((code) => `"${urn}${code}", `)
  .join('')
  .concat('"about:blank"');
const known = 'X-Request-Id, traceparent, Link, X-Count';

describe('a response that differs is sent with a line that says where:', () => {
  const cases: readonly [as: string, status: number, differences: readonly string[]][] = [
    ['right', 200, []],
    ['declared', 200, []],
    [
      'long',
      200,
      [
        'body at /name: must have at most 5 characters; was "Thomas"',
        'body at /age: must be at least 0; was -1',
      ],
    ],
    ['longest', 200, [`body at /name: must have at most 5 characters; was "${'Tom'.repeat(25)}T...`]],
    [
      'deep',
      200,
      [
        'body at /friends/1/name: is required',
        'body at /friends/1/nam: unknown member; expected name, age, friends, lives, eats (did you mean name?); was "Bob"',
      ],
    ],
    ['tagged', 200, ['body at /eats/bales: must be an integer; was "two"']],
    ['untagged', 200, ['body at /eats/kind: must be one of "Fish", "Hay"; was "Rock"']],
    ['union', 200, ['body at /lives: must be a Home, or a string; was 7']],
    ['nullish', 200, ['body: must be an object; was null']],
    ['header', 200, [`header x-total: is not declared; declared: ${known}; was "1"`]],
    ['status', 202, [`status: ${declaredStatuses}; was 202`]],
    ['thrown', 418, [`status: ${declaredStatuses}; was 418`]],
    ['text', 200, ['header Content-Type: is not declared; declared: application/json; was "text/plain"']],
    [
      'taken',
      409,
      [
        `body at /type: must be one of ${conflicts}; was "${urn}name_taken"; x-problems of the response 409 declares it`,
      ],
    ],
    [
      'query',
      400,
      [
        `body at /type: must be "${urn}invalid_request"; was "${urn}invalid_query"; x-problems of the response 400 declares it`,
      ],
    ],
    [
      'plain',
      400,
      [
        `body at /type: must be "${urn}invalid_request"; was "about:blank"; the response 400 of the operation declares it`,
      ],
    ],
    ['foreign', 409, [`body at /type: must be one of ${conflicts}; was "https://example.com/taken"`]],
  ];
  test.each(cases)('%s', async (as, status, differences) => {
    const answer = await call(`/v1/pet/${as}`);
    expect(answer.status).toBe(status);
    expect(answer.lines).toEqual(
      differences.map((each) => `Response differs from its descriptor: GET /v1/pet/${as} ${status}, ${each}`),
    );
  });
});

test('no content, and functions without an operation pass', async () => {
  for (const [target, method] of [
    ['/v1/gone', 'DELETE'],
    ['/v1/openapi.json', 'GET'],
    ['/v1/nowhere', 'GET'],
  ] as const)
    expect((await call(target, { method, refuses: true })).lines, target).toEqual([]);
});

test('with --check-responses it becomes a 500 with the pointer, which the document describes', async () => {
  const answer = await call('/v1/pet/long', { refuses: true });
  const detail = [
    'Response differs from its descriptor: GET /v1/pet/long 200, body at /name: must have at most 5 characters; was "Thomas"',
    'Response differs from its descriptor: GET /v1/pet/long 200, body at /age: must be at least 0; was -1',
  ];
  expect(answer.lines).toEqual(detail);
  expect(answer.status).toBe(500);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(JSON.parse(answer.text)).toEqual({
    type: 'urn:problem-type:headwater:internal_error',
    title: 'Internal error',
    status: 500,
    detail: detail.join('\n'),
    instance: `urn:request:headwater:${answer.headers['x-request-id']}`,
    errors: [
      {
        in: 'body',
        pointer: '/name',
        code: 'max_length',
        message: 'must have at most 5 characters; was "Thomas"',
      },
      { in: 'body', pointer: '/age', code: 'minimum', message: 'must be at least 0; was -1' },
    ],
  });
  expect(await call('/v1/pet/header', { method: 'HEAD', refuses: true })).toMatchObject({
    status: 500,
    text: '',
  });
  expect(await call('/v1/pet/right', { refuses: true })).toMatchObject({ status: 200, lines: [] });
});

test('no emitted bundle has a byte of it', async () => {
  const metafile = JSON.parse(await readFile(join(project, '.generated/metafile.json'), 'utf8'));
  const outputs = Object.entries<{ readonly inputs: object }>(metafile.outputs);
  expect(outputs.length).toBeGreaterThan(3);
  for (const [path, { inputs }] of outputs) {
    expect(Object.keys(inputs).filter((input) => /lib\/headwater\/(?:compile|tools)\//.test(input))).toEqual(
      [],
    );
    const text = await readFile(join(project, path), 'utf8');
    expect(text).not.toContain('differs from its descriptor');
    expect(text).not.toContain(checkResponsesVariable);
  }
});

describe.each(['offline', 'strict'])('npm start over the gateway %s', { tags: ['local'] }, (gateway) => {
  test('warns, follows a new build, and refuses with --check-responses', async () => {
    const own = await copyProjectWith(files);
    const options = ['--gateway', gateway, '--data', '.checked'];
    const warned = await startLocal(own, [...options, '--watch']);
    expect((await warned.fetch('/v1/pet/long')).status).toBe(200);
    const line =
      'Response differs from its descriptor: GET /v1/pet/long 200, body at /name: must have at most 5';
    await until(() => warned.output().includes(line), warned.output);
    const longer = {
      ...models,
      Pet: { ...models.Pet, properties: { name: { type: 'string', maxLength: 3 } } },
    };
    await writeFiles(own, { 'descriptors/pet.json': { ...declaration, models: longer } });
    await until(async () => {
      await warned.fetch('/v1/pet/long');
      return warned.output().includes('body at /name: must have at most 3');
    }, warned.output);
    warned.child.kill('SIGINT');
    await warned.exited;

    const refused = await startLocal(own, [...options, '--check-responses']);
    const response = await refused.fetch('/v1/pet/long');
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/age' }, { pointer: '/name' }] });
    expect((await refused.fetch('/v1/api-docs.json')).status).toBe(200);
    refused.child.kill('SIGINT');
    expect(await refused.exited).toBe(0);
  });
});
