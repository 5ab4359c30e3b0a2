/** Hostile descriptors, given to the build command in a process that may read the project and do nothing else. */

import { readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runGuardedBuild } from '../support/guarded-build.ts';
import { hostileProjects, secret, writeHostileProject } from '../support/hostile-projects.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** All files of the project and beside it. */
async function filesAround(project: string): Promise<string[]> {
  return (await readdir(dirname(project), { recursive: true })).toSorted();
}

describe('is refused, with nothing read outside, nothing written and nobody called:', () => {
  test.each(hostileProjects)('$name', async (hostile) => {
    const project = await writeHostileProject(hostile);
    folders.push(dirname(project));
    const before = await filesAround(project);
    const { exitCode, output } = await runGuardedBuild(project);
    expect(output).toMatch(new RegExp(`^descriptors/\\S.* ${hostile.code}\\b`, 'm'));
    // What the process may not do fails with this code, and would be told.
    expect(output).not.toContain('ERR_ACCESS_DENIED');
    expect(output).not.toContain(secret);
    expect(exitCode).toBe(2);
    expect(await filesAround(project)).toEqual(before);
  });
});

describe('the guard', () => {
  const attempts: readonly [name: string, script: string, told: string][] = [
    ['a file of the neighbour', `fs.readFileSync('../outside.json')`, 'ERR_ACCESS_DENIED'],
    ['a file of the project that would be written', `fs.writeFileSync('a', '')`, 'ERR_ACCESS_DENIED'],
    ['another process', `require('node:child_process').spawnSync('true')`, 'ERR_ACCESS_DENIED'],
    ['a connection', `require('node:net').connect(80, '127.0.0.1')`, 'SOCKET: connect'],
    ['a request', `fetch('http://127.0.0.1/')`, 'SOCKET: fetch'],
    ['a name to look up', `require('node:dns').lookup('localhost', () => {})`, 'SOCKET: lookup'],
  ];
  test.each(attempts)('stops %s', async (_name, script, told) => {
    const [harmless] = hostileProjects;
    const project = await writeHostileProject(harmless ?? expect.fail('no project'));
    folders.push(dirname(project));
    const source = `import fs from 'node:fs'; import { createRequire } from 'node:module'; const require = createRequire('file:///a.js'); ${script};`;
    const { exitCode, output } = await runGuardedBuild(project, [
      `--import=data:text/javascript,${encodeURIComponent(source)}`,
    ]);
    expect(output).toContain(told);
    expect(exitCode).not.toBe(2);
  });
});
