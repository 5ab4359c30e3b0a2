/** `problems` and `metrics` of a config: emitted functions, documents and clients have the names of their project. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { startBuildSession } from '../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { readResponseGuard } from '../../../lib/headwater/tools/local/response-guard.ts';
import { headwater } from '../../support/command.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { writeSettings } from '../../support/local-process.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

const names = {
  problems: { typePrefix: 'https://shop.example.com/problems/', instancePrefix: 'urn:request:shop:' },
  metrics: { namespace: 'Shop' },
};

const session = startBuildSession();
let project: string;

beforeAll(async () => {
  const files = {
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      parameters: [{ paramType: 'query', name: 'late', dataType: 'boolean' }],
    }),
    'handlers/thing/read.ts': `import { ServiceError } from 'headwater/errors';
export const handle = async ({ late }: { readonly late?: boolean }) => {
  if (late !== true) throw new ServiceError('not_found', 'There is none.');
  return (await import('./late.ts')).count();
};
`,
    // A bundle of its own, with a copy of the modules that it imports.
    'handlers/thing/late.ts': `import { problemTypePrefix } from 'headwater/errors';
import { writeMetrics } from 'headwater/log';
export function count() {
  writeMetrics({ Things: 1 });
  return problemTypePrefix;
}
`,
  };
  project = await makeProject(files, { settings: names });
  expect((await build(project, session)).diagnostics).toEqual([]);
});

async function call(url: string) {
  const handler = await loadHandler(project, 'thing-read');
  const event = httpApiEvent({ method: 'GET', url });
  const response = Object(await handler(event, lambdaContext({})));
  return { id: response.headers['x-request-id'], body: JSON.parse(response.body) };
}

/** The namespaces of the metrics that a request writes, as in Lambda. */
async function namespacesOf(url: string) {
  vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = vi.spyOn(console, 'info').mockReturnValue(undefined);
  try {
    await call(url);
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
    return lines.flatMap(({ _aws }) => _aws.CloudWatchMetrics.map(({ Namespace }: never) => Namespace));
  } finally {
    log.mockRestore();
    write.mockRestore();
    vi.unstubAllEnvs();
  }
}

const readText = (path: string) => readFile(join(project, path), 'utf8');

test('problems of a function', async () => {
  const { id, body } = await call('/v1/thing');
  expect(body).toMatchObject({
    type: 'https://shop.example.com/problems/not_found',
    instance: `urn:request:shop:${id}`,
  });
});

test('metrics, and problems in a module that is loaded later', async () => {
  expect((await call('/v1/thing?late=true')).body).toBe(names.problems.typePrefix);
  expect(await namespacesOf('/v1/thing?late=true')).toEqual(['Shop']);
});

test('the OpenAPI document, whose types and examples a validator compares with responses', async () => {
  const { paths, components } = JSON.parse(await readText('.generated/openapi.json'));
  const { schema } = paths['/v1/thing'].get.responses[400].content['application/problem+json'];
  expect(schema.allOf[1].properties.type.enum).toContain(`${names.problems.typePrefix}invalid_request`);
  for (const [code, { value }] of Object.entries<{ value: object }>(components.examples))
    expect(value).toMatchObject({
      type: names.problems.typePrefix + code,
      instance: expect.stringMatching(/^urn:request:shop:/),
    });
});

test('the client', async () => {
  expect(await headwater(project, ['client', 'client.ts'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(await readText('client.ts')).toContain(`problemTypePrefix: '${names.problems.typePrefix}'`);
});

test('the problem of a response that differs from its descriptor', async () => {
  const guard = await readResponseGuard(project, true);
  const event = httpApiEvent({ method: 'GET', url: '/v1/thing' });
  const complain = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const response = Object(guard('thing-read', event, { statusCode: 599, headers: { 'x-request-id': 'a' } }));
  complain.mockRestore();
  expect(JSON.parse(response.body)).toMatchObject({
    type: `${names.problems.typePrefix}internal_error`,
    instance: 'urn:request:shop:a',
  });
});

test('a change of the names alone is in the next build of a session', async () => {
  // Node.js keeps the instance of a bundle that a function has loaded.
  const late = () => readText('.generated/bundles/handlers~thing~late/index.mjs');
  expect(await late()).toContain('"Shop"');
  await writeSettings(project, { ...names, metrics: { namespace: 'Other' } });
  expect((await build(project, session)).diagnostics).toEqual([]);
  expect(await late()).toContain('"Other"');
  await writeSettings(project, {});
  expect((await build(project, session)).diagnostics).toEqual([]);
  expect(await late()).toContain('"Headwater"');
  expect((await call('/v1/thing')).body.type).toBe('urn:problem-type:headwater:not_found');
});
