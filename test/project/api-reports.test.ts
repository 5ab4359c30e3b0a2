/**
 * The face of the packages: what each entry declares, in `api/`. A change shows there, to be reviewed; `-u` writes it.
 *
 * @module-tag project
 */

import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { repository } from '../support/repository.ts';

const packages = ['headwater', 'ingest'];

interface Entry {
  /** As it is imported. */
  readonly name: string;
  /** Its module below `lib/`, without the ending. */
  readonly module: string;
}

/** Emitted code alone imports `headwater/internal/…`. */
const entries = packages.flatMap((folder): Entry[] => {
  const manifest = readFileSync(join(repository, 'lib', folder, 'package.json'), 'utf8');
  const { name, exports }: { name: string; exports: Record<string, string> } = JSON.parse(manifest);
  return Object.entries(exports).flatMap(([entry, path]) =>
    path.endsWith('.ts') && !entry.startsWith('./internal/')
      ? [{ name: join(name, entry), module: join(folder, path.replace(/\.ts$/, '')) }]
      : [],
  );
});

let folder: string;
const run = promisify(execFile);

/** Declares all modules in a folder where the packages are found whose types they use. */
beforeAll(async () => {
  await mkdir(join(repository, '.pack'), { recursive: true });
  folder = await mkdtemp(join(repository, '.pack/api-'));
  cleanUp(() => rm(folder, { recursive: true }));
  const tsconfig = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      rootDir: join(repository, 'lib'),
      outDir: folder,
    },
    include: packages.map((name) => join(repository, 'lib', name)),
    // The files of a new project are no modules of the package.
    exclude: [join(repository, 'lib/headwater/tools/new/template')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'package.json'), '{ "name": "api", "version": "0.0.0", "type": "module" }');
  const programs = ['node_modules/typescript/bin/tsc', 'test/support/api-reports.ts'];
  const [compiler = '', reporter = ''] = programs.map((path) => join(repository, path));
  await run(process.execPath, [compiler, '--project', folder]);
  await run(process.execPath, [reporter, folder, ...entries.map(({ module }) => module)]);
});

test.each(entries)('$name', async ({ name, module }) => {
  const report = await readFile(join(folder, 'reports', `${module.replaceAll('/', '-')}.api.md`), 'utf8');
  const [, code = ''] = /```ts\n(.*)```/s.exec(report) ?? [];
  expect(code).toContain('export ');
  // Most members need no words.
  const text = code.replaceAll(/^ *\/\/ (?:@public )?\(undocumented\)\n/gm, '');
  await expect(`# ${name}\n\n\`\`\`ts${text}\`\`\`\n`).toMatchFileSnapshot(`api/${name}.md`);
});

test('every report is of an entry', () => {
  const reports = globSync('**/*.md', { cwd: join(import.meta.dirname, 'api') });
  expect(reports.filter((path) => !entries.some(({ name }) => path === `${name}.md`))).toEqual([]);
});
