/** What an older Node.js than that of the framework says: one line, before it reads any other module. */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { repository } from '../support/repository.ts';

const folder = join(repository, 'lib/headwater/bin');
/** What `npx headwater` runs, and what `npm test` runs first. */
const programs = ['headwater.cjs', 'check-node.cjs'];

interface Run {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

function run(program: string, args: readonly string[], cwd = repository): Promise<Run> {
  return new Promise((done) => {
    const child = execFile(program, args, { cwd }, (_error, output, complaint) =>
      done({ exitCode: child.exitCode ?? -1, output, complaint }),
    );
  });
}

/** Runs the program on this Node.js, which says that it is another version. */
function runAs(version: string, program: string, cwd?: string): Promise<Run> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const args = [
    '--input-type=commonjs',
    '--eval',
    `${pretend} require(${JSON.stringify(join(folder, program))})`,
  ];
  return run(process.execPath, args, cwd);
}

const sentence = (version: string) => `headwater needs Node.js 22.18 or later; this is Node.js ${version}.`;

test.each(
  programs.flatMap((program) =>
    ['12.22.12', '20.19.5', '22.9.0', '22.17.1'].map((version) => [program, version]),
  ),
)('%s on Node.js %s', async (program, version) => {
  expect(await runAs(version, program)).toEqual({
    exitCode: 1,
    output: '',
    complaint: `${sentence(version)}\n`,
  });
});

test.each(['22.18.0', '22.20.1', '24.0.0', '100.0.0'])('Node.js %s is new enough', async (version) => {
  const { exitCode, output, complaint } = await runAs(version, 'headwater.cjs');
  expect([exitCode, output, complaint]).toEqual([
    2,
    '',
    expect.stringContaining('Usage: npx headwater COMMAND'),
  ]);
  expect(await runAs(version, 'check-node.cjs')).toEqual({ exitCode: 0, output: '', complaint: '' });
});

test('an installation without scripts has no Node.js of its own: the sentence says how it is installed', async () => {
  const project = await mkdtemp(join(tmpdir(), 'headwater-old-node-'));
  cleanUp(() => rm(project, { recursive: true }));
  await mkdir(join(project, 'node_modules/node'), { recursive: true });
  expect(await runAs('20.19.5', 'check-node.cjs', project)).toEqual({
    exitCode: 1,
    output: '',
    complaint: `${sentence('20.19.5')} To install that of this project: npm rebuild node\n`,
  });
});

test('npm test of a new project runs the program before it runs TypeScript', async () => {
  const template = join(repository, 'lib/headwater/tools/new/template/package.template.json');
  const { scripts } = JSON.parse(await readFile(template, 'utf8'));
  expect(scripts).toMatchObject({ pretest: 'headwater build', test: expect.stringMatching(/^node --test /) });
});

/** Those on the PATH, outside of packages. */
const installed = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .map((path) => join(path, 'node'))
  .filter(existsSync)
  .map((path): [path: string, version: string] => [
    path,
    execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
  ]);
const older = installed.filter(([, version]) => Number(version.split('.')[0]) < 22);

test.runIf(older.length > 0)('an older Node.js of this machine says it, too', async () => {
  const [[path = '', version = ''] = []] = older;
  for (const program of programs)
    expect(await run(path, [join(folder, program), 'check', 'descriptors'])).toEqual({
      exitCode: 1,
      output: '',
      complaint: `${sentence(version)}\n`,
    });
});
