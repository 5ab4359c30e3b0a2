/**
 * `npm run build -- --source-maps` and `npx headwater stack`: from a stack of the log to lines of the source.
 *
 * @module-tag deployment
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { startBuildSession } from '../../../../lib/headwater/compile/build-session.ts';
import { bundlePath, sourceMapPath } from '../../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { headwater } from '../../../support/command.ts';
import { httpApiEvent } from '../../../support/event.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const handler = `import type { Handle } from '#generated/types/thing/read.ts';

class Reader {
  fail(): never {
    throw new TypeError('It broke.');
  }
}

const read = (reader: Reader): never => reader.fail();

export const handle: Handle = () => {
  read(new Reader());
};
`;

const generated = (path: string) => join(project, '.generated', path);

/** What explains an invalid request. */
const lazy = ['conditional-headers', 'explain-request', 'preferred-type'].map(
  (name) => `headwater~run~http~request~${name}`,
);

const session = startBuildSession();
let project: string;
/** The bundle of a build without maps. */
let plain: Buffer;
/** A line of the log, as the runtime of Lambda makes it. */
let line: string;

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing(),
    'handlers/thing/read.ts': handler,
  });
  await build(project, session);
  plain = await readFile(generated(bundlePath('thing-read')));
  const command = join(repository, 'lib/headwater/bin/headwater.cjs');
  await promisify(execFile)(process.execPath, [command, 'build', '--source-maps'], { cwd: project });
  // In another process, as in Lambda: Node.js maps stacks only if told to.
  const call = `const { handler } = await import(process.argv[1]);
await handler(${JSON.stringify(httpApiEvent({ url: '/v1/thing' }))}, { awsRequestId: 'one', getRemainingTimeInMillis: () => 10_000 });`;
  const args = ['--input-type=module', '--eval', call, generated(bundlePath('thing-read'))];
  const { stderr } = await promisify(execFile)(process.execPath, args, { env: { ACCESS: 'open' } });
  line = stderr;
});

test('a map lies beside each bundle, which is the same as without it; the archive has none', async () => {
  expect(await readFile(generated(bundlePath('thing-read')))).toEqual(plain);
  const { version, sources, sourcesContent } = JSON.parse(
    await readFile(generated(sourceMapPath('thing-read')), 'utf8'),
  );
  expect([version, sourcesContent]).toEqual([3, undefined]);
  expect(sources).toContain('../../../handlers/thing/read.ts');
  const files = unzipSync(await readFile(generated('bundles/thing-read.zip')));
  const paths = [...lazy, 'thing-read'].map((id) => `.generated/bundles/${id}/index.mjs`);
  expect(Object.keys(files).toSorted()).toEqual(paths);
});

test('positions and names in bundles become those of the source; the rest of the log stays', async () => {
  expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', name: 'TypeError', message: 'It broke.' });
  const log = join(project, 'log.txt');
  await writeFile(log, `before\n${line}after\n`);
  const { exitCode, output } = await headwater(project, ['stack', log]);
  expect(exitCode).toBe(0);
  expect(line).not.toMatch(/at (?:Reader|read|handle)\b/);
  const [first, ...frames] = output.split('\n    at ');
  expect(first?.split('\n')[0]).toBe('before');
  expect(frames.slice(0, 3)).toEqual([
    'Reader.fail (handlers/thing/read.ts:5:11)',
    'read (handlers/thing/read.ts:9:48)',
    'handle (handlers/thing/read.ts:12:3)',
  ]);
  expect(output).toMatch(/ at callHandler \(\S*lib\/headwater\/run\/http\/steps\/chain\.ts:/);
  expect(output).not.toContain('index.mjs');
  expect(output).toMatch(/\nafter\n?$/);
});

test('what Lambda calls the file, and what Windows ends lines with, does not matter', async () => {
  const [, place = ''] = /index\.mjs(:\d+:\d+)/.exec(line) ?? [];
  const log = join(project, 'lambda.txt');
  await writeFile(
    log,
    `at unknown.fail (/var/task/.generated/bundles/thing-read/index.mjs${place})\r\nat x (node:internal/a:1:2)`,
  );
  const { output } = await headwater(project, ['stack', log]);
  expect(output).toBe('at unknown.fail (handlers/thing/read.ts:5:11)\r\nat x (node:internal/a:1:2)\n');
});

test.each([
  ['no stack', 'nothing of interest', 'There is no stack of a function, such as "at handle ('],
  [
    'no map',
    'at x (/var/task/.generated/bundles/thing-write/index.mjs:1:2)',
    'There is no .generated/bundles/thing-write/index.mjs.map. ',
  ],
])('%s is said', async (_name, text, complaint) => {
  const log = join(project, 'bad.txt');
  await writeFile(log, text);
  const run = await headwater(project, ['stack', log]);
  expect(run).toMatchObject({ exitCode: 2, output: '', complaint: expect.stringContaining(complaint) });
});

test('a build without the option deletes the maps, and an unknown option is refused', async () => {
  await build(project, session);
  await expect(readFile(generated(sourceMapPath('thing-read')))).rejects.toMatchObject({ code: 'ENOENT' });
  const { tree } = await build(project, session, { form: 'mapped' });
  expect(tree?.written.toSorted()).toEqual(
    ['api-docs', 'default-route', ...lazy, 'reference', 'thing-read'].map(sourceMapPath),
  );
  const command = join(repository, 'lib/headwater/bin/headwater.cjs');
  const run = promisify(execFile)(process.execPath, [command, 'build', '--sourcemaps'], { cwd: project });
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'--sourcemaps' (did you mean --source-maps?)"),
  });
});
