/** Tools of OpenAPI 3.1 read the document of a running service: a validator, a linter, a maker of types, and a client. */

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

const require = createRequire(import.meta.url);

let service: LocalService;
let document: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  service = await startLocal(await copyBuiltProject());
  document = (await (await service.fetch('/v1/openapi.json')).json()) as typeof document;
});

interface SwaggerParser {
  validate(document: object): Promise<unknown>;
}

test('swagger-parser finds it valid, and would find a part that is missing', async () => {
  const { validate } = require('@apidevtools/swagger-parser') as SwaggerParser;
  await validate(structuredClone(document));
  const wrong = { ...structuredClone(document), info: { title: 'Without a version' } };
  await expect(validate(wrong)).rejects.toThrow("must have required property 'version'");
});

/** The used part of @redocly/openapi-core, whose typings do not fit this project. */
interface Redocly {
  createConfig(rules: { readonly extends: readonly string[] }): Promise<unknown>;
  lintFromString(input: {
    readonly source: string;
    readonly config: unknown;
  }): Promise<readonly { readonly ruleId: string; readonly severity: string; readonly message: string }[]>;
}

test("Redocly's recommended rules find nothing but that there is no license", async () => {
  const { createConfig, lintFromString } = require('@redocly/openapi-core') as Redocly;
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  // A service of this machine has an address that others would not have.
  const others = problems.filter(({ ruleId }) => ruleId !== 'no-server-example.com');
  expect(others.map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([
    'warn info-license: Info object should contain `license` field.',
  ]);
});

/** The used part of this folder's TypeScript; the project's own version has no such API. */
interface TypeScript {
  createProgram(files: readonly string[], options: object): object;
  getPreEmitDiagnostics(program: object): readonly { readonly messageText: string | object }[];
  flattenDiagnosticMessageText(text: string | object, newLine: string): string;
}

describe('openapi-typescript', () => {
  test('makes types that compile, with which right calls compile and wrong ones do not', async () => {
    const { default: openapiTs, astToString } = (await import(
      join(repository, 'test/service/clients/node_modules/openapi-typescript/dist/index.mjs')
    )) as {
      default(document: string, options: object): Promise<unknown>;
      astToString(ast: unknown): string;
    };
    const types = astToString(await openapiTs(JSON.stringify(document), { defaultNonNullable: false }));
    const calls = `${types}
type Create = operations['source-create'];
type Body = Create['requestBody']['content']['application/json'];
export const right: Body = { name: 'a', preprocessors: [{ type: 'trim', field: 'b' }] };
// @ts-expect-error
export const misspelt: Body = { nam: 'a' };
type Problem = Create['responses'][422]['content']['application/problem+json'];
export const code: Problem['type'] = 'urn:problem-type:headwater:idempotency_key_reused';
// @ts-expect-error
export const other: Problem['type'] = 'urn:problem-type:headwater:not_found';
`;
    const ts = require('typescript') as TypeScript;
    const file = join(repository, 'test/service/clients/node_modules/.types.ts');
    await writeFile(file, calls);
    const program = ts.createProgram([file], { strict: true, noEmit: true, skipLibCheck: true, types: [] });
    const found = ts.getPreEmitDiagnostics(program);
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});

describe('swagger-client 3', () => {
  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
  }
  type Call = (parameters: object, options?: { readonly requestBody?: object }) => Promise<Answer>;
  let call: (operation: string, parameters: object, requestBody?: object) => Promise<Answer>;

  beforeAll(async () => {
    const SwaggerClient = require('swagger-client') as (options: object) => Promise<{
      readonly apis: Readonly<Record<string, Readonly<Record<string, Call>>>>;
    }>;
    const { apis } = await SwaggerClient({ url: `${service.origin}/v1/openapi.json` });
    // The client may take longer to read the document than the service keeps an idle connection (5 s): a pause
    // lets this process see that it was closed, before it is used again.
    await setTimeout(100);
    call = (operation, parameters, requestBody) => {
      const send = apis['source']?.[`source_${operation}`];
      if (!send) throw new Error(`The client has no ${operation}.`);
      return send(parameters, requestBody ? { requestBody } : {}).catch(
        (error: { readonly response?: Answer }) => {
          // A refusal rejects with the response; other errors have none.
          if (!error.response) throw error;
          return error.response;
        },
      );
    };
  });

  test('creates, lists, gets, updates, patches and removes a source', async () => {
    const created = await call('create', { 'Idempotency-Key': 'a' }, { name: 'a', tags: ['swagger-client'] });
    expect(created).toMatchObject({ status: 201, body: { name: 'a', revision: 1 } });
    const id = String(created.body['_id']);
    const listed = await call('list', { size: 5, query: 'tags:swagger-client' });
    expect(listed).toMatchObject({ status: 200, body: { total: 1, hits: [{ _id: id }] } });
    const read = await call('getById', { id });
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    const ifMatch = { id, 'If-Match': read.headers['etag'] };
    expect(await call('update', ifMatch, { name: 'b' })).toMatchObject({ status: 200, body: { name: 'b' } });
    expect(await call('patch', ifMatch, { name: 'c' })).toMatchObject({ status: 412 });
    expect(await call('patch', { id }, { name: 'c' })).toMatchObject({ status: 200, body: { revision: 3 } });
    expect(await call('remove', { id })).toMatchObject({ status: 204 });
    expect(await call('getById', { id })).toMatchObject({ status: 404 });
  });
});
