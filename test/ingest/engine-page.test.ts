/** The programs that docs/service/engine.md and the README of the package show, run as they are written. */

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { examplesIn, filesIn } from '../support/documentation.ts';
import { repository } from '../support/repository.ts';

const page = await readFile(join(repository, 'docs/service/engine.md'), 'utf8');
const readme = await readFile(join(repository, 'lib/ingest/README.md'), 'utf8');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  cleanUp(() => rm(folder, { recursive: true }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(join(repository, 'docs/examples/access.log'), join(folder, 'access.log'));
  for (const [path, text] of filesIn(page)) await writeFile(join(folder, path), text);
});

/** @param command Its words have no spaces. */
function run(command: string) {
  const [program = '', ...args] = command.split(' ');
  return promisify(execFile)(program === 'node' ? process.execPath : program, args, { cwd: folder });
}

test('the script of the page prints what the page shows', async () => {
  const [example] = examplesIn(page);
  const { stdout, stderr } = await run(example?.command ?? '');
  expect(stdout.trim()).toBe(example?.shown);
  expect(stderr.trim()).toBe('message is not a line of an access log.');
});

test('the example of the README logs what its last line says', async () => {
  const [, text = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(folder, 'example.ts'), text);
  const { stdout } = await run('node example.ts');
  const [, shown] = /^\/\/ (.*)$/m.exec(text) ?? [];
  expect(stdout.trim()).toBe(shown);
});

test('the programs have no mistake of types, and the page is bundled', async () => {
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: { lib: ['es2025', 'dom'], typeRoots: [join(repository, 'node_modules/@types')] },
    files: ['documents.ts', 'page.ts', 'worker.ts'],
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(`${join(repository, 'node_modules/.bin/tsc')} --project tsconfig.json`);
  const [, command = ''] = /^npx (esbuild .*)$/m.exec(page) ?? [];
  await run(join(repository, 'node_modules/.bin', command));
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['page.js', 'worker.js']));
});
