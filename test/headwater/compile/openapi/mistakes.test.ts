/**
 * Mistakes of authors in OpenAPI documents. Each chapter of mistakes/mistakes.txt changes a sound document, and has the whole output
 * of `npx headwater check`, which names the mistake and not what follows from it. `npx vitest run -u` rewrites the outputs.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { check } from '../../../../lib/headwater/tools/import/check.ts';
import { readForeignDescriptors } from '../../../../lib/headwater/tools/import/foreign/read-foreign-descriptors.ts';
import { autofix } from '../../../../lib/headwater/tools/import/scaffold/autofix.ts';
import { makeProject } from '../../../support/project.ts';

const folder = join(import.meta.dirname, 'mistakes');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Mistake {
  readonly name: string;
  /** The sound document. */
  readonly base: string;
  /** Lines that begin with a space, `-` or `+`, as in a unified diff. */
  readonly changes: string;
}

const chapters = read('mistakes.txt').split(/^## /m).slice(1);
const mistakes = chapters.map((chapter): Mistake => {
  const [title = '', changes = ''] = chapter.split('\n\n');
  const [name = '', base = ''] = title.split(', in ');
  return { name, base, changes };
});

const sound = readdirSync(folder).filter((name) => name !== 'mistakes.txt');

/** The document with the mistake. */
function changed({ base, changes }: Mistake): string {
  return changes.split('\n...\n').reduce((text, change) => {
    const linesOf = (signs: string) =>
      change
        .split('\n')
        .filter((line) => signs.includes(line.charAt(0)))
        .map((line) => line.slice(1))
        .join('\n');
    const [before, after, ...others] = text.split(linesOf(' -'));
    if (after === undefined || others.length > 0) throw new Error(`${base} has not exactly one:\n${change}`);
    return `${before}${linesOf(' +')}${after}`;
  }, read(base));
}

/** A folder with the document alone. */
async function folderOf(base: string, text: string): Promise<string> {
  const project = await makeProject({ [`documents/loan${extname(base)}`]: text });
  return join(project, 'documents');
}

async function outputOf(base: string, text: string) {
  const path = await folderOf(base, text);
  const { output = '', exitCode } = await check({ path, strict: false, json: false });
  return { exitCode, output: output.replaceAll(/^\S+\/(?=loan\.\w+:)/gm, '') };
}

test.each(sound)('%s is sound', async (base) => {
  expect(await outputOf(base, read(base))).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('0 errors, 0 warnings'),
  });
});

test('each is reported, and nothing else', async () => {
  const written: string[] = [];
  for (const mistake of mistakes) {
    const { name, base, changes } = mistake;
    const { output, exitCode } = await outputOf(base, changed(mistake));
    expect([name, exitCode]).toEqual([name, output.includes(': 0 errors') ? 0 : 2]);
    written.push(`## ${name}, in ${base}\n\n${changes}\n\n${output}\n`);
  }
  await expect(written.join('\n\n')).toMatchFileSnapshot(join(folder, 'mistakes.txt'));
});

/** Their only mistake is a name. */
const renamed = mistakes.filter(({ name }) =>
  /^status-(?!out)|^(?!reference|scheme|scope|type|summary|path|media).*-misspelt/.test(name),
);

test('there are names', () => expect(renamed.length).toBeGreaterThan(8));

test.each(renamed)('$name is fixed by init --fix', async (mistake) => {
  const root = await folderOf(mistake.base, changed(mistake));
  const { foreign } = await autofix(root, await readForeignDescriptors({ folder: root }));
  const { service, diagnostics } = planService(foreign);
  expect(diagnostics).toEqual([]);
  expect(service).toBeDefined();
});
