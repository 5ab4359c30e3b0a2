/**
 * Generators of clients make code of the served OpenAPI document that compiles and calls the service. They are not
 * installed here: a test of one that the machine does not have is skipped, and says so.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { copyBuiltProject, startLocal } from '../../support/local-service.ts';
import { type Command, type Generator, generators, outcome } from './generators.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const installed = {
  tsc: resolve('typescript/bin/tsc'),
  openapiTypescript: join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js'),
};

async function isInstalled({ needs }: Generator): Promise<boolean> {
  try {
    for (const [command, ...args] of needs) await run(command, args);
    return true;
  } catch {
    return false;
  }
}

const all = await Promise.all(
  generators(installed).map(async (generator) => ({ ...generator, installed: await isInstalled(generator) })),
);
const missing = all.filter(({ installed }) => !installed).map(({ name }) => name);
if (missing.length > 0)
  process.stderr.write(`Skipped, since they are not installed: ${missing.join('; ')}.\n`);

describe.each(all)('$name', ({ installed, generate, program: [path, text], run: commands }) => {
  test.skipIf(!installed)(
    'creates, lists, reads and changes a source, and pushes records',
    async () => {
      // Each has an empty service, in which every response must be as documented.
      const service = await startLocal(await copyBuiltProject(), [
        '--gateway',
        'strict',
        '--check-responses',
      ]);
      const folder = await mkdtemp(join(tmpdir(), 'headwater-client-'));
      try {
        const document = await (await service.fetch('/v1/openapi.json')).text();
        await writeFile(join(folder, 'openapi.json'), document);
        const env = { ...process.env, ORIGIN: service.origin };
        const execute = async ([command, ...args]: Command) => {
          // The output of a compiler is what a failure must show.
          return (await run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(showOutput))
            .stdout;
        };
        await execute(generate);
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
        let output = '';
        for (const command of commands) output = await execute(command);
        expect(JSON.parse(output)).toEqual(outcome);
        expect(service.output()).not.toContain('differs from its descriptor');
      } finally {
        service.child.kill('SIGINT');
        await service.exited;
        await rm(folder, { recursive: true, force: true });
      }
    },
    600_000,
  );
});

function showOutput(error: Error & { readonly stdout?: string; readonly stderr?: string }): never {
  throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`.slice(0, 10_000));
}
