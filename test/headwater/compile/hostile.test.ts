/** Builds of hostile descriptors, in a process that may only read the project. */

import { readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { runGuardedBuild } from '../../support/guarded-build.ts';
import {
  type HostileProject,
  hostileProjects,
  secret,
  writeHostileProject,
} from '../../support/hostile-projects.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** All files of the project and of its parent folder. */
async function filesAround(project: string): Promise<string[]> {
  return (await readdir(dirname(project), { recursive: true })).toSorted();
}

describe('the build reads nothing outside, writes nothing, opens no connection and refuses:', () => {
  const expectRefusal = async (hostile: HostileProject, { signal }: TestContext) => {
    const project = await writeHostileProject(hostile);
    folders.push(dirname(project));
    const before = await filesAround(project);
    const { exitCode, output } = await runGuardedBuild(project, [], signal);
    expect(output).toMatch(new RegExp(`^descriptors/\\S.* ${hostile.code}\\b`, 'm'));
    // The build would report a forbidden action with this code.
    expect(output).not.toContain('ERR_ACCESS_DENIED');
    expect(output).not.toContain(secret);
    expect(exitCode).toBe(2);
    expect(await filesAround(project)).toEqual(before);
  };
  // Every case starts a process. bench/hostile-descriptors.ts runs all of them.
  const step = amount({ few: 60, many: 15, most: 1 });
  const some = hostileProjects.filter((_, index) => index % step === 0);
  test.for(some)('$name', { tags: ['property'] }, expectRefusal);
});

describe('the guard', () => {
  const attempts: readonly [name: string, script: string, expected: string][] = [
    ['reading a file outside', `fs.readFileSync('../outside.json')`, 'ERR_ACCESS_DENIED'],
    ['writing a file of the project', `fs.writeFileSync('a', '')`, 'ERR_ACCESS_DENIED'],
    ['starting a process', `require('node:child_process').spawnSync('true')`, 'ERR_ACCESS_DENIED'],
    ['opening a connection', `require('node:net').connect(80, '127.0.0.1')`, 'SOCKET: connect'],
    ['sending a request', `fetch('http://127.0.0.1/')`, 'SOCKET: fetch'],
    ['looking up a name', `require('node:dns').lookup('localhost', () => {})`, 'SOCKET: lookup'],
  ];
  const some = attempts.slice(0, amount({ few: 2, many: attempts.length }));
  test.for(some)('stops %s', { tags: ['property'] }, async ([_name, script, expected], { signal }) => {
    const [harmless] = hostileProjects;
    const project = await writeHostileProject(harmless ?? expect.fail('no project'));
    folders.push(dirname(project));
    const source = `import fs from 'node:fs'; import { createRequire } from 'node:module'; const require = createRequire('file:///a.js'); ${script};`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(source)}`;
    const { exitCode, output } = await runGuardedBuild(project, [preload], signal);
    expect(output).toContain(expected);
    expect(exitCode).not.toBe(2);
  });
});
