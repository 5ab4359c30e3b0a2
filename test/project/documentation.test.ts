/** The documentation names every error and every folder of tests, and no others. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../lib/headwater/compile/emit/openapi/problem-codes.ts';
import { diagnosticCodes } from '../../lib/headwater/compile/source/diagnostic.ts';
import { issueCodes } from '../../lib/headwater/run/http/request/issue.ts';
import { blocksIn } from '../support/documentation.ts';
import { codeRows, markdownPages } from '../support/pages.ts';
import { repository } from '../support/repository.ts';

async function sectionsOfProblems(): Promise<[problems: string, issues: string]> {
  const text = await readFile(join(repository, 'docs/headwater/problems.md'), 'utf8');
  const [problems = '', issues = ''] = text.split('## Codes of `errors`');
  return [problems, issues];
}

test('every problem is documented with its status', async () => {
  const [problems] = await sectionsOfProblems();
  const documented = codeRows(problems).map(([[code], status]) => [code, Number(status)]);
  expect(documented).toEqual([...problemsOf([]).values()].map(({ code, status }) => [code, status]));
});

test('every code of an issue is documented', async () => {
  const [, issues] = await sectionsOfProblems();
  expect(codeRows(issues).flatMap(([codes]) => codes)).toEqual(issueCodes);
});

test('what docs/headwater/how-to.md shows of an example is a part of it', async () => {
  const shown = blocksIn(await readFile(join(repository, 'docs/headwater/how-to.md'), 'utf8'));
  const parts = shown.map(({ info, text }) => ({ path: info.split(' ')[1] ?? '', text }));
  const ofExamples = parts.filter(({ path }) => /^(?:shop|weather)\//.test(path));
  expect(ofExamples.length).toBeGreaterThan(9);
  for (const { path, text } of ofExamples)
    expect(await readFile(join(repository, 'docs/examples', path), 'utf8'), path).toContain(text);
});

test('every problem of a descriptor is documented', async () => {
  const text = await readFile(join(repository, 'docs/headwater/descriptor-problems.md'), 'utf8');
  const sections = [...text.matchAll(/^## (\S+)\n\n(.+)/gm)].map(([, code]) => code);
  expect(sections).toEqual(diagnosticCodes);
});

test('every reason for which a credential is refused is documented', async () => {
  const text = await readFile(join(repository, 'docs/headwater/access.md'), 'utf8');
  const [, section = ''] = text.split(/^## Responses$/m);
  const [rows = ''] = section.split(/^## /m);
  const files = await readdir(join(repository, 'lib/headwater/run'), { recursive: true });
  const sources = files.filter((name) => name.endsWith('.ts'));
  const code = await Promise.all(
    sources.map((name) => readFile(join(repository, 'lib/headwater/run', name), 'utf8')),
  );
  const lines = code.join('\n').match(/\brefused: .*'\w+'.*|return .*'token_\w+'.*/g) ?? [];
  const reasons = new Set(lines.flatMap((line) => Array.from(line.matchAll(/'(\w+)'/g), ([, name]) => name)));
  expect(new Set(codeRows(rows).flatMap(([codes]) => codes))).toEqual(reasons);
});

describe.each([
  ['test', '.'],
  ['test/headwater', '.'],
  ['test/ingest', 'lib/service'],
  ['test/service', 'lib/service'],
])('the folders of %s', async (folder, home) => {
  const page = join(home, 'CONTRIBUTING.md');
  test(`are those of ${page}`, async () => {
    const text = await readFile(join(repository, page), 'utf8');
    const cells = [...text.matchAll(/^\| (`test\/.*?`) +\|/gm)].map(([, cell = '']) => cell);
    const named = new RegExp(`\`${folder}/([\\w-]+)`, 'g');
    const documented = new Set(
      cells.flatMap((cell) => [...cell.matchAll(named)].map(([, name = '']) => name)),
    );
    const entries = await readdir(join(repository, folder), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(documented).toEqual(new Set(folders));
  });
});

test.each(await markdownPages())('every row of a table in %s belongs to one', async (page) => {
  const text = await readFile(join(repository, page), 'utf8');
  const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([rows]) => rows);
  expect(tables.filter((rows) => !/^\|.*\n\|[ :|-]+\|\n/.test(rows))).toEqual([]);
});

test('test/support/README.md names every file of its folder, and no other', async () => {
  const folder = join(repository, 'test/support');
  const files = (await readdir(folder)).filter((name) => /(?<!\.d)\.(?:ts|sh)$/.test(name));
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  const named = new Set(text.match(/(?<=`)[\w-]+\.(?:ts|sh)(?=`)/g));
  expect([...named].toSorted()).toEqual(files.toSorted());
});
