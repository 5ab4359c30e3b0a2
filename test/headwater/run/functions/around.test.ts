/** Middlewares around handlers: `handlers/around.ts` for the service, `handlers/<resource>/around.ts` for a resource. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { listing, makeProject, writeFiles } from '../../../support/project.ts';

const protectedBy = (scope: string) => ({ oauth2: [{ scope }] });

const declaration = (resource: string) => ({
  resourcePath: `/${resource}`,
  authorizations: protectedBy('thing:read'),
  apis: [
    {
      path: `/${resource}/{id}`,
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'getById',
          responseClass: 'any',
          parameters: [{ paramType: 'path', name: 'id', dataType: 'int' }],
          errorResponses: [
            { code: 403, reason: 'Not with this plan', 'x-problems': ['feature_off', 'forbidden'] },
            { code: 404, reason: 'No such thing', 'x-problems': ['not_found'] },
          ],
        },
      ],
    },
  ],
});

/** An audit with the status of each call, and a flag that refuses early. */
const serviceAround = `import type { Around } from 'headwater/http';
import { featureOff } from '#generated/problems.ts';
import { ServiceError } from 'headwater/errors';

const audit: Around = {
  after: ({ event: { operation, context } }) =>
    console.info(JSON.stringify({ audit: operation, owner: context.owner, status: context.response.status ?? 200 })),
  onError: ({ event: { operation, context, input }, error }) =>
    console.info(JSON.stringify({ audit: operation.id, owner: context.owner, input, error: String(error) })),
};
const flags: Around<{ flags: ReadonlySet<string> }> = {
  before: ({ event: { context, input } }) => {
    context.own.flags = new Set(['beta']);
    if (input['id'] === 403) throw new ServiceError(featureOff, 'The plan has no things.');
  },
};
export const around = [audit, flags] as const;
`;

/** A middleware of npm beside one of the resource's own. */
const resourceAround = `import validator from '@middy/validator';
import type { Around } from 'headwater/http';

const tenant: Around<{ tenant: string }> = {
  before: ({ event: { context } }) => {
    context.own.tenant = \`tenant of \${context.owner.length > 0}\`;
  },
  after: (request) => {
    request.response = { result: request.response };
  },
};
const isSmall = Object.assign((result: any) => result.id < 1000, { errors: null });
export const around = [tenant, validator({ responseSchema: isSmall as never })] as const;
`;

const handler = (
  resource: string,
  value: string,
) => `import type { Handle } from '#generated/types/${resource}/getById.ts';
import { ServiceError } from 'headwater/errors';
export const handle: Handle = ({ id }, _body, { own }) => {
  if (id === 404) throw new ServiceError('not_found', 'There is none.');
  return ${value};
};
`;

const files = {
  'descriptors/api-docs.json': {
    ...listing,
    authorizations: { oauth2: { type: 'oauth2', scopes: [{ scope: 'thing:read' }] } },
    'x-problems': { feature_off: { status: 403, title: 'A feature that is off' } },
  },
  'descriptors/thing.json': declaration('thing'),
  'descriptors/other.json': declaration('other'),
  'handlers/around.ts': serviceAround,
  'handlers/thing/around.ts': resourceAround,
  'handlers/thing/getById.ts': handler('thing', '{ id, flags: [...own.flags], tenant: own.tenant }'),
  'handlers/other/getById.ts': handler('other', '[...own.flags]'),
};

let project: string;
let service: TestService<unknown>;
const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();
const audits = () => service.logs.filter((line) => 'audit' in line);

beforeAll(async () => {
  project = await makeProject(files);
  service = await testService({ projectFolder: project });
});
afterAll(() => service.close());

describe('in service', () => {
  test('the service comes before the resource; the handler reads what they add; the resource changes the result', async () => {
    const ann = service.asUser({ subject: 'ann', scopes: ['thing:read'] });
    expect(await json(ann.fetch('/v1/thing/7'))).toEqual({
      result: { id: 7, flags: ['beta'], tenant: 'tenant of true' },
    });
    expect(await json(ann.fetch('/v1/other/7'))).toEqual(['beta']);
    const [, ofOther] = audits();
    expect(ofOther).toMatchObject({
      audit: { id: 'other-getById', method: 'GET', path: '/v1/other/{id}' },
      owner: expect.stringMatching(/./),
      status: 200,
    });
  });

  test('a middleware refuses with a declared problem, before the handler', async () => {
    const ann = service.asUser({ subject: 'ann', scopes: ['thing:read'] });
    const response = await ann.fetch('/v1/thing/403');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ type: expect.stringMatching(/feature_off$/) });
  });

  test('onError sees what the handler has thrown, and nothing of a request that was refused before', async () => {
    const ann = service.asUser({ subject: 'ann', scopes: ['thing:read'] });
    const before = audits().length;
    expect((await ann.fetch('/v1/other/404')).status).toBe(404);
    expect(audits().at(-1)).toMatchObject({
      audit: 'other-getById',
      input: { id: 404 },
      error: expect.stringContaining('There is none.'),
    });
    expect(audits()).toHaveLength(before + 1);
    // Without a token, or with a value that is no integer.
    expect((await service.fetch('/v1/other/1')).status).toBe(401);
    expect((await ann.fetch('/v1/other/x')).status).toBe(400);
    expect(audits()).toHaveLength(before + 1);
  });

  test('a middleware of npm', async () => {
    const ann = service.asUser({ subject: 'ann', scopes: ['thing:read'] });
    expect((await ann.fetch('/v1/thing/1000')).status).toBe(500);
    expect((await ann.fetch('/v1/thing/999')).status).toBe(200);
  });
});

test('functions contain their own middlewares alone', async () => {
  const bundle = (id: string) => readFile(join(project, `.generated/bundles/${id}/index.mjs`), 'utf8');
  expect(await bundle('thing-getById')).toContain('tenant of');
  expect(await bundle('other-getById')).not.toContain('tenant of');
  expect(await bundle('default-route')).not.toContain('audit');
});

describe('in the build', { tags: ['functions'] }, () => {
  const reported = async (changes: Readonly<Record<string, string>>): Promise<string> => {
    const own = await makeProject({ ...files, ...changes });
    return (await build(own)).diagnostics.map(describeDiagnostic).join('\n');
  };

  test('a file without the export', async () => {
    expect(await reported({ 'handlers/thing/around.ts': 'export const arround = {};\n' })).toBe(
      `handlers/thing/around.ts:1:1 E-HANDLER
  found     no export with the name around
  accepted  export const around: Around, with Around from "headwater/http"`,
    );
  });

  test('no middleware', async () => {
    const text = await reported({ 'handlers/around.ts': 'export const around = () => 1;\n' });
    expect(text).toContain('handlers/around.ts:1:1 E-HANDLER\n');
    expect(text).toContain('accepted  export const around: Around, with Around from "headwater/http"');
  });

  test('a handler that reads what no middleware adds', async () => {
    const text = await reported({ 'handlers/other/getById.ts': handler('other', 'own.tenant') });
    expect(text).toMatch(/^handlers\/other\/getById\.ts:5:14 E-CODE$/m);
    expect(text).toContain("Property 'tenant' does not exist");
  });

  test('a file that no operation has around it', async () => {
    expect(await reported({ 'handlers/thingg/around.ts': resourceAround })).toBe(
      `handlers/thingg/around.ts:1:1 W-HANDLER
  found     a middleware around no handlers
  accepted  handlers/around.ts, or handlers/<resource>/around.ts of a resource with operations`,
    );
  });

  test('without the files, functions have nothing of middlewares', async () => {
    const own = await makeProject({
      ...files,
      'handlers/thing/getById.ts': handler('thing', 'id').replace(', { own }', ''),
      'handlers/other/getById.ts': handler('other', 'id').replace(', { own }', ''),
    });
    await rm(join(own, 'handlers/around.ts'));
    await rm(join(own, 'handlers/thing/around.ts'));
    const { diagnostics, tree } = await build(own);
    expect(diagnostics).toEqual([]);
    expect(tree?.written).not.toContain('around.ts');
    const { inputs } = JSON.parse(await readFile(join(own, '.generated/metafile.json'), 'utf8'));
    expect(Object.keys(inputs).filter((path) => path.includes('steps/around'))).toEqual([]);
    // A file that appears later is found.
    await writeFiles(own, { 'handlers/other/around.ts': 'export const around = {};\n' });
    expect((await build(own)).tree?.written).toContain('around/other.ts');
  });
});
