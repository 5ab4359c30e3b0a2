import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleTables } from '../../../lib/headwater/compile/bundle/module-tables.ts';
import { writeFiles } from '../../support/project.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-tables-'));
  const module = (name: string) =>
    `export const run = () => '${name} runs';
     export const about = { text: '${name} is a step' };`;
  await writeFiles(folder, {
    'trim.ts': module('trim'),
    'split-text.ts': `${module('split')} export const check = (): string => 'split checks';`,
    'columns.ts': `
      export function columnsOf(table: Record<string, any>) {
        const column = (name: string) =>
          Object.fromEntries(Object.entries(table).map(([key, module]) => [key, module[name]]));
        return { run: column('run'), about: column('about'), check: column('check') };
      }`,
    'steps.table.ts': `
import { columnsOf } from './columns.ts';
import * as splitText from './split-text.ts';
import * as trim from './trim.ts';

export const { run: runs, about, check: checks } = columnsOf({
  trim,
  split_text: splitText,
});

export const count: number = 2;
`,
    'other.table.ts': 'export const rows = [1, 2];',
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function bundled(name: string, contents: string, plugins = [moduleTables]): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    outfile,
    plugins,
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  });
  const [{ text } = { text: '' }] = outputFiles;
  await writeFile(outfile, text);
  return text;
}

test('a column has what it has without the bundler, in the order of the rows', async () => {
  const all = `import * as table from './steps.table.ts';
    const { runs, about, checks, count } = table;
    export const found = [Object.entries(runs).map(([name, run]) => [name, run()]), about, checks.split_text(), checks.trim, count];`;
  const read = async (name: string) => (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)).found;
  await bundled('plain', all, []);
  await bundled('written', all);
  expect(await read('written')).toEqual(await read('plain'));
  expect(await read('written')).toEqual([
    [
      ['trim', 'trim runs'],
      ['split_text', 'split runs'],
    ],
    { trim: { text: 'trim is a step' }, split_text: { text: 'split is a step' } },
    'split checks',
    undefined,
    2,
  ]);
});

test('a bundle has the columns that it uses, and no other export of the modules', async () => {
  const text = await bundled('used', `import { about } from './steps.table.ts'; export { about };`);
  for (const name of ['trim', 'split']) expect(text).toContain(`${name} is a step`);
  expect(text).not.toMatch(/runs|checks|columnsOf/);
});

test('a table of another form is refused, with its place', async () => {
  const failed = await bundled('other', `export * from './other.table.ts';`).catch(({ errors }) => errors);
  expect(failed).toMatchObject([
    { text: 'a table of modules has no `export const { … } = columnsOf({ … });`' },
  ]);
});
