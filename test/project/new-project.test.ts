/**
 * `npx headwater new` makes a project without the service of this one. With the resource of docs/tutorial.md it is built, tested,
 * started and packaged.
 *
 * @module-tag project
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { headwater } from '../support/command.ts';
import { startLocal } from '../support/local-service.ts';
import { npm, runTests } from '../support/nested-tests.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import { startTutorial } from '../support/tutorial.ts';

let folder: string;

beforeAll(async () => {
  const tutorial = await startTutorial();
  folder = tutorial.folder;
  await writeFiles(folder, Object.fromEntries(tutorial.files));
});

/** Imports between its folders, links between its pages, its versions, and what its own functions contain. */
const testsOfProject = [
  'project/folders',
  'project/imports',
  'project/links',
  'project/versions',
  'function/head',
];

test('it has nothing of the service', async () => {
  const folders = ['lib/service', 'test/service', 'handlers', 'descriptors'];
  const names = await Promise.all(folders.map((name) => readdir(join(folder, name))));
  expect(names.flat().toSorted()).toEqual(
    [
      'stored-types.ts',
      'bookmarks.ts',
      'listing.test.ts',
      'bookmark',
      'api-docs.json',
      'bookmark.json',
    ].toSorted(),
  );
  const { scripts, name } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect([name, Object.values<string>(scripts).filter((script) => script.includes('/service'))]).toEqual([
    basename(folder),
    [],
  ]);
  expect(await readFile(join(folder, 'serverless.yml'), 'utf8')).not.toMatch(
    /replay|kinesis|service: headwater/i,
  );
});

describe('it passes', () => {
  test.each(['build', 'types', 'lint', 'package'])('npm run %s', async (script) => {
    await npm(folder, ['run', script]);
  });

  /** Its own tests, and those of the framework that read the files of a project: all others make projects of their own. */
  test('npm test', async () => {
    const { numPassedTests, failed } = await runTests(folder, ['service/', ...testsOfProject]);
    expect(failed.join('\n')).toBe('');
    expect(numPassedTests).toBeGreaterThan(30);
  });

  test('npm start, whose first command is that of its README', async () => {
    const service = await startLocal(folder);
    const { swaggerVersion, apis } = Object(await (await service.fetch('/v1/api-docs.json')).json());
    expect([swaggerVersion, apis.length]).toEqual(['1.2', 1]);
    service.child.kill('SIGINT');
    await service.exited;
  });
});

test('without any resource, the service starts as its README shows', async () => {
  const { folder: empty } = await startTutorial();
  const service = await startLocal(empty);
  const listing = await (await service.fetch('/v1/api-docs.json')).text();
  const readme = await readFile(join(empty, 'README.md'), 'utf8');
  expect(readme).toContain(listing.replaceAll(service.origin, 'http://localhost:3000'));
  service.child.kill('SIGINT');
  await service.exited;
});

describe('it refuses', () => {
  const make = async () => {
    const parent = await mkdtemp(join(tmpdir(), 'headwater-new-'));
    cleanUp(() => rm(parent, { recursive: true, force: true }));
    return parent;
  };

  test('a folder that is not empty', async () => {
    const parent = await make();
    const misnamed = join(parent, 'Not a name');
    await writeFiles(misnamed, { notes: 'kept' });
    const { exitCode, complaint } = await headwater(parent, ['new', 'Not a name']);
    expect([exitCode, complaint]).toEqual([2, expect.stringContaining('is not a name for a service')]);
    const lower = join(parent, 'taken');
    await writeFiles(lower, { notes: 'kept' });
    const second = await headwater(parent, ['new', 'taken']);
    expect([second.exitCode, second.complaint.trim()]).toEqual([
      1,
      'taken is not empty, so nothing was written.',
    ]);
    expect(await readdir(lower)).toEqual(['notes']);
  });

  test('a folder within this project', async () => {
    const { exitCode, complaint } = await headwater(repository, ['new', 'docs/mine']);
    expect([exitCode, complaint.trim()]).toEqual([
      2,
      'docs/mine is within this project; name a folder beside it.',
    ]);
  });

  test('a file', async () => {
    const parent = await make();
    await writeFile(join(parent, 'file'), '');
    const { exitCode, complaint } = await headwater(parent, ['new', 'file']);
    expect([exitCode, complaint.trim()]).toEqual([1, 'file cannot be used (ENOTDIR).']);
  });
});
