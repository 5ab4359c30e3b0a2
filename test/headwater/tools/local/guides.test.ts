/**
 * The service of docs/headwater/tutorial.md with the operations of docs/headwater/how-to.md: that page's calls, and the program of
 * docs/headwater/client.md.
 *
 * @module-tag local
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { examplesIn, filesIn } from '../../../support/documentation.ts';
import { type LocalService, startLocal } from '../../../support/local-service.ts';
import { repository } from '../../../support/repository.ts';
import { expectShown } from '../../../support/shown-output.ts';
import { typeErrors } from '../../../support/strict-types.ts';
import { startTutorial, writeExtended } from '../../../support/tutorial.ts';

const read = (page: string) => readFile(join(repository, 'docs/headwater', page), 'utf8');

let folder: string;
let service: LocalService;

beforeAll(async () => {
  const tutorial = await startTutorial();
  await writeExtended(tutorial);
  ({ folder } = tutorial);
  service = await startLocal(folder);
});

test('the calls of docs/headwater/how-to.md return the output shown', async () => {
  const guides = await read('how-to.md');
  const examples = examplesIn(guides);
  expect(examples.length).toBe(9);
  expect(await expectShown(service, examples)).toBe(2);
  const added = examplesIn(guides, 'console added');
  expect(added.length).toBe(2);
  await expectShown(service, added);
  expect(service.output()).not.toContain('differs from its descriptor');
});

test('the program of docs/headwater/client.md compiles, and prints what the page shows', async () => {
  const page = await read('client.md');
  const files = filesIn(page);
  expect([...files.keys()]).toEqual(['calls.ts']);
  await writeFile(join(folder, 'calls.ts'), files.get('calls.ts') ?? '');
  expect(await headwater(folder, ['client', 'headwater.ts'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(await typeErrors(folder, 'calls.ts')).toBe('');
  const env = { ...process.env, ORIGIN: service.origin };
  const { stdout } = await promisify(execFile)(process.execPath, ['calls.ts'], { cwd: folder, env });
  const [, shown] = /```text\n([^`]*)```/.exec(page) ?? [];
  expect(stdout).toBe(shown);
});
