/**
 * The settings of a stage, as packaging reads them: every file and every member counts, or is refused.
 *
 * @module-tag deployment
 */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { writeSettings } from '../../support/local-process.ts';
import { copySmallProject } from '../../support/local-service.ts';
import { packageTemplate, resourcesOf } from '../../support/packaged-template.ts';

let project: string;
const folder = 'lib/headwater/deploy/stages';
const written = new Set<string>();

beforeAll(async () => {
  project = await copySmallProject();
  const path = join(project, 'serverless.yml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^ {2}(?:variables:\n(?: {4}.*\n)+|layers: .*\n)/gm, ''));
  // Stages other than dev must say who may call.
  await writeSettings(project, { public: true });
  expect((await build(project)).diagnostics).toEqual([]);
});

afterEach(async () => {
  for (const path of written) await rm(path, { force: true });
  written.clear();
});

async function write(name: string, text: string): Promise<void> {
  const path = join(project, folder, name);
  written.add(path);
  await writeFile(path, text);
}

async function burstOf(stage: string): Promise<unknown> {
  const template = await packageTemplate(project, ['--stage', stage]);
  const [made] = resourcesOf(template, 'AWS::ApiGatewayV2::Stage');
  return Object(made?.Properties['DefaultRouteSettings'])['ThrottlingBurstLimit'];
}

test('the file with the name of the stage changes the defaults, and nothing else names it', async () => {
  await write('test.yml', 'burst: 7\n');
  expect([await burstOf('test'), await burstOf('dev'), await burstOf('other')]).toEqual([7, 100, 1000]);
});

test.each([
  [
    'a misspelt setting',
    'test.yml',
    'tabelName: other\n',
    `tabelName in ${folder}/test.yml is not a setting (did you mean tableName?): ${folder}/default.yml has all of them, with their defaults.`,
  ],
  [
    'a file with another ending',
    'test.yaml',
    'burst: 7\n',
    `${folder}/test.yaml is not read: the settings of the stage test are in ${folder}/test.yml.`,
  ],
])('%s is refused', async (_, name, text, message) => {
  await write(name, text);
  await expect(burstOf('test')).rejects.toMatchObject({ stdout: expect.stringContaining(message) });
});

test('a file that the serverless.yml of an earlier release does not name is refused', async () => {
  const path = join(project, 'serverless.yml');
  const text = await readFile(path, 'utf8');
  const file = (name: string) => `\${file(./${folder}/${name})}`;
  const named = ['default', 'dev'].map((name) => `  ${name}: ${file(`${name}.yml`)}\n`);
  await writeFile(path, text.replace(/^ {2}default: .*settings\.cjs.*\n/m, named.join('')));
  expect(await burstOf('dev')).toBe(100);
  await write('test.yml', 'burst: 7\n');
  await expect(burstOf('test')).rejects.toMatchObject({
    stdout: expect.stringContaining(
      `${folder}/test.yml is not read: serverless.yml needs "params: { default: ${file('settings.cjs')} }", which reads the file of each stage.`,
    ),
  });
  await writeFile(path, text);
});
