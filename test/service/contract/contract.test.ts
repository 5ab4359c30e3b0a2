/** Schemathesis (Python) reads the OpenAPI document of a running service, and looks for responses that contradict it. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

const tool = join(repository, 'node_modules/.cache/contract/bin/schemathesis');
const isInstalled = existsSync(tool);

if (!isInstalled) test.skip('skipped: Schemathesis is not installed, which needs Python 3.10');

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

interface OperationObject {
  readonly responses: Readonly<Record<string, object>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Run> {
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...process.env, ...env }, cwd }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` });
    });
  });
}

describe.skipIf(!isInstalled)('Schemathesis, with a token that allows everything', () => {
  let folder: string;
  let service: LocalService;
  let token: string;
  let operationCount: number;

  beforeAll(async () => {
    folder = await copyBuiltProject();
    service = await startLocal(folder, ['--auth']);
    const document = (await (await service.fetch('/v1/openapi.json')).json()) as OpenApiDocument;
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    operationCount = operations.length;
    const scopes = operations.flatMap(({ security }) =>
      security.flatMap((each) => Object.values(each).flat()),
    );
    const args = ['lib/headwater/bin/headwater.cjs', 'token', '--scopes', [...new Set(scopes)].join(' ')];
    const made = await run(process.execPath, args, {}, folder);
    expect(made.exitCode, made.output).toBe(0);
    token = made.output.trim();
  });

  const check = (document: string, phases: string, options: readonly string[]) =>
    run(
      tool,
      [
        ...['--config-file', join(repository, 'test/service/contract/schemathesis.toml')],
        ...['run', document, '--phases', phases, '--checks', 'all'],
        ...['--seed', '1', '--generation-database', 'none', '--no-shrink', '--no-color', ...options],
      ],
      { TOKEN: token },
      folder,
    );

  const served = () => `${service.origin}/v1/openapi.json`;

  test('finds nothing in requests to each operation', async () => {
    const { exitCode, output } = await check(served(), 'examples,coverage,fuzzing', ['--max-examples', '10']);
    expect(output).toContain(`Selected: ${operationCount}/${operationCount}`);
    expect(output).toContain(`Tested: ${operationCount}`);
    expect(exitCode, output).toBe(0);
  });

  test('finds nothing in sequences of requests, whose links it infers', async () => {
    const { exitCode, output } = await check(served(), 'stateful', ['--max-examples', '30']);
    expect(exitCode, output).toBe(0);
  });

  test('would find a status that the document does not have', async () => {
    const document = (await (await service.fetch('/v1/openapi.json')).json()) as OpenApiDocument;
    const operation = document.paths['/v1/source/{id}']?.['get'];
    const { 404: _, ...responses } = operation?.responses ?? {};
    const path = join(folder, 'without-404.json');
    const item = { get: { ...operation, responses } };
    await writeFile(path, JSON.stringify({ ...document, paths: { '/v1/source/{id}': item } }));
    const { exitCode, output } = await check(path, 'fuzzing', [
      '--url',
      service.origin,
      '--max-examples',
      '20',
    ]);
    expect(exitCode, output).toBe(1);
    expect(output).toContain('Undocumented status code');
  });
});
