/**
 * A new header of every response: its row in a copy of lib/ suffices, and with `isForClients` its description.
 *
 * @module-tag descriptors
 */

import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { linkPackages } from '../../support/link-packages.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const table = 'lib/headwater/shared/plan/response-headers.ts';
const descriptions = 'lib/headwater/compile/emit/openapi/response-headers.ts';
const checked = { extends: './tsconfig.json', include: [descriptions] };

let project: string;

beforeAll(async () => {
  const files = {
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing(),
    'handlers/thing/read.ts': 'export const handle = () => 7;',
    'descriptions.json': checked,
  };
  project = await makeProject(files, { settings: { cors: { origins: ['https://app.example.com'] } } });
  for (const link of ['lib', 'node_modules']) await rm(join(project, link));
  cpSync(join(repository, 'lib'), join(project, 'lib'), { recursive: true });
  await linkPackages(project);
  await addRow(table, `'X-Silent': { value: 'a' },\n  'X-Told': { value: 'b', isForClients: true },`);
});

/** The place before the row of X-Request-Id. */
async function addRow(path: string, row: string): Promise<void> {
  const text = await readFile(join(project, path), 'utf8');
  await writeFile(
    join(project, path),
    text.replace("'X-Request-Id':", (next) => `${row}\n  ${next}`),
  );
}

function run(...args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: project }, (_error, output, complaint) =>
      done(`${output}${complaint}`),
    );
  });
}

const readJson = async (path: string) =>
  JSON.parse(await readFile(join(project, '.generated', path), 'utf8'));

test('the compiler asks for the description of a header for clients, and of no other', async () => {
  const check = ['node_modules/typescript/bin/tsc', '-p', 'descriptions.json'] as const;
  const refusal = await run(...check);
  expect(refusal).toContain(`Property '"X-Told"' is missing`);
  expect(refusal).not.toContain('X-Silent');
  await addRow(descriptions, `'X-Told': 'Says b',`);
  expect(await run(...check)).toBe('');
});

test('both are sent; documents and browsers know the one for clients', async () => {
  expect(await run('lib/headwater/bin/headwater.cjs', 'build')).toContain('Built 1 operation');
  const handler = await loadHandler(project, 'thing-read');
  expect(await handler(httpApiEvent({ url: '/v1/thing' }), lambdaContext())).toMatchObject({
    statusCode: 200,
    headers: { 'x-silent': 'a', 'x-told': 'b' },
  });
  const { components, paths } = await readJson('openapi.json');
  expect(components.headers['X-Told']).toEqual({
    description: 'Says b',
    required: true,
    schema: { type: 'string' },
  });
  const responses: readonly object[] = Object.values(paths['/v1/thing'].get.responses);
  const told = { 'X-Told': { $ref: '#/components/headers/X-Told' } };
  expect(responses).toEqual(
    responses.map(() => expect.objectContaining({ headers: expect.objectContaining(told) })),
  );
  const { exposedResponseHeaders } = await readJson('cors.json');
  expect(exposedResponseHeaders).toContain('X-Told');
  expect(JSON.stringify([components, paths, exposedResponseHeaders])).not.toContain('X-Silent');
});

test('a function contains no description', async () => {
  const bundle = await readFile(join(project, '.generated/bundles/thing-read/index.mjs'), 'utf8');
  expect(bundle).toContain('X-Told');
  expect(bundle).not.toContain('Says b');
});
