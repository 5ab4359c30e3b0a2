/** Problems of a project's own: `x-problems` of the listing, and what follows from it. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { headwater } from '../../support/command.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

const problems = {
  already_sold: { status: 409, title: 'The house has been sold' },
  gone_2: { status: 410, title: "It's ${gone}" },
};
const handler = `import { alreadySold } from '#generated/problems.ts';
import { ServiceError } from 'headwater/errors';

export const handle = () => {
  throw new ServiceError(alreadySold, 'Sold on 2026-01-31.', { members: { buyer: 'anna' } });
};
`;
const responses = [{ code: 409, reason: 'Sold', 'x-problems': ['already_sold'] }];

const project = () =>
  makeProject({
    'descriptors/api-docs.json': { ...listing, 'x-problems': problems },
    'descriptors/thing.json': thing({ authorizations: {}, errorResponses: responses }),
    'handlers/thing/read.ts': handler,
  });

test('a handler throws a declared problem, and OpenAPI and the client know it', async () => {
  const folder = await project();
  expect((await build(folder)).diagnostics).toEqual([]);
  const read = async (path: string) => readFile(join(folder, '.generated', path), 'utf8');
  expect(await read('problems.ts')).toContain("export const gone2 = { code: 'gone_2', status: 410,");
  const handle = await loadHandler(folder, 'thing-read');
  const answer = Object(await handle(httpApiEvent({ url: '/v1/thing' }), lambdaContext()));
  expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({
    statusCode: 409,
    body: {
      type: 'urn:problem-type:headwater:already_sold',
      title: 'The house has been sold',
      status: 409,
      detail: 'Sold on 2026-01-31.',
      buyer: 'anna',
    },
  });
  const document = JSON.parse(await read('openapi.json'));
  expect(JSON.stringify(document.paths['/v1/thing'].get.responses['409'])).toContain(
    '"urn:problem-type:headwater:already_sold"',
  );
  expect(document.components.examples.already_sold.value).toMatchObject({ status: 409 });
  await headwater(folder, ['client', 'client.ts']);
  expect(await readFile(join(folder, 'client.ts'), 'utf8')).toContain("| 'already_sold' | 'gone_2';");
});

test('a bundle has only the problems that its handler throws', { tags: ['descriptors'] }, async () => {
  const folder = await project();
  await build(folder);
  const bundle = await readFile(join(folder, '.generated/bundles/thing-read/index.mjs'), 'utf8');
  expect(bundle).toContain('already_sold');
  expect(bundle).not.toContain('gone_2');
});

test.each([
  ['a code of every service', { not_found: { status: 404, title: 'T' } }, 'E-DUPLICATE', 'another code'],
  ['a code that is no name', { 'Already-Sold': { status: 409, title: 'T' } }, 'E-NAME', 'lower-case words'],
  ['a status of a success', { sold: { status: 200, title: 'T' } }, 'E-SHAPE', 'a status from 400 to 599'],
  ['a status as a text', { sold: { status: '409', title: 'T' } }, 'E-SHAPE', 'a status from 400 to 599'],
  ['no status', { sold: { title: 'T' } }, 'E-SHAPE', 'a status from 400 to 599'],
  ['no title', { sold: { status: 409 } }, 'E-SHAPE', 'a title'],
  ['no object', { sold: 409 }, 'E-SHAPE', 'an object'],
  ['a list', ['sold'], 'E-SHAPE', 'an object'],
])('%s is refused', async (_name, declared, code, accepted) => {
  const folder = await makeProject({
    'descriptors/api-docs.json': { ...listing, 'x-problems': declared },
    'descriptors/thing.json': thing({ authorizations: {} }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
  });
  const { diagnostics } = await build(folder);
  expect(diagnostics).toMatchObject([{ code, accepted: expect.stringContaining(accepted) }]);
});

test('a misspelt problem of a response is a warning with the right one', async () => {
  const folder = await makeProject({
    'descriptors/api-docs.json': { ...listing, 'x-problems': problems },
    'descriptors/thing.json': thing({
      authorizations: {},
      errorResponses: [{ code: 409, reason: 'Sold', 'x-problems': ['alredy_sold'] }],
    }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
  });
  const { diagnostics } = await build(folder);
  expect(diagnostics).toMatchObject([{ code: 'W-RESPONSE', accepted: '"already_sold"' }]);
});
