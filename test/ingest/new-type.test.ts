/** lib/service/CONTRIBUTING.md: a new type of preprocessor is one file and its row in the table, and forgets nothing. */

import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { addNewType, type NewType, readNewType } from '../service/support/new-type.ts';
import { cleanUp } from '../support/clean-up.ts';
import { linkPackages } from '../support/link-packages.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const run = promisify(execFile);
const engine = 'lib/ingest';
const parts = [
  'tsconfig.json',
  'package.json',
  'lib/headwater/shared',
  'lib/headwater/data',
  'lib/headwater/package.json',
  'lib/headwater/tsconfig.json',
  engine,
];

let folder: string;
let newType: NewType;

beforeAll(async () => {
  newType = await readNewType();
  folder = await mkdtemp(join(tmpdir(), 'headwater-type-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  for (const part of parts) cpSync(join(repository, part), join(folder, part), { recursive: true });
  await linkPackages(folder);
  const own = { extends: './tsconfig.json', include: [`${engine}/engine`] };
  await writeFiles(folder, { 'engine.json': own });
});

/** The complaints of the compiler about the engine of the copy. */
async function compile(): Promise<string> {
  const args = [join(repository, 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', 'engine.json'];
  const complaints = (failed: { readonly stdout: string }) => failed.stdout;
  return run(process.execPath, args, { cwd: folder }).then(complaints, complaints);
}

/** Runs in the copy. */
const script = `
import { catalogueEntry } from './${engine}/engine/catalogue.ts';
import { checkPipeline } from './${engine}/engine/check.ts';
import { compilePipeline } from './${engine}/engine/compile.ts';
import { findType } from './${engine}/engine/registry.ts';
import { runPipeline } from './${engine}/engine/run.ts';
const { pipeline } = compilePipeline([{ type: 'reverse', field: 'name', target_field: 'back' }]);
const invalid = [{ type: 'reverse', field: 'a..b', ignore_missing: 'yes', other: 1 }];
console.log(JSON.stringify({
  results: runPipeline(pipeline, [{ name: 'Ada' }, { name: 1 }]),
  refused: checkPipeline(invalid).map(({ pointer }) => pointer),
  notCompiled: compilePipeline(invalid).issues.map(({ pointer }) => pointer),
  entry: catalogueEntry(findType('reverse')),
}));
`;

test('works, is checked and is in the catalogue', { tags: ['preprocessors'] }, async () => {
  await addNewType(folder, newType);
  expect(await compile()).toBe('');
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
  const pointers = ['/0/other', '/0/field', '/0/ignore_missing'];
  expect(JSON.parse(stdout)).toEqual({
    results: [
      { status: 'success', document: { name: 'Ada', back: 'adA' } },
      { status: 'error', failure: expect.objectContaining({ code: 'wrong_type', path: 'name' }), step: 0 },
    ],
    refused: pointers,
    notCompiled: pointers,
    entry: expect.objectContaining({ type: 'reverse', category: 'transform' }),
  });
});

test('does not compile without any one of its lines', { tags: ['preprocessors'] }, async () => {
  expect(newType.lines).toHaveLength(2);
  for (const forgotten of newType.lines) {
    await addNewType(folder, { ...newType, lines: newType.lines.filter((line) => line !== forgotten) });
    expect(await compile(), forgotten).toContain('types.table.ts');
  }
});

test('does not compile without any one of its constants, or under another name', {
  tags: ['preprocessors'],
}, async () => {
  const { source } = newType;
  const constants = [...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  expect(constants).toEqual(['definition', 'documentation', 'effect', 'compile']);
  const changed = [
    ...constants.map((name) => source.replace(`export const ${name}`, `export const other`)),
    source.replace("type: 'reverse'", "type: 'revert'"),
  ];
  for (const incomplete of changed) {
    await addNewType(folder, { ...newType, source: incomplete });
    expect(await compile(), incomplete).toContain('types.table.ts');
  }
});
