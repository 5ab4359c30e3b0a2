/** Runs each bench of a folder at its smallest size. */

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { amount } from './amount.ts';
import { repository } from './repository.ts';

/** A bench, its arguments, and what it prints: one line of each kind at least, for the figures differ from run to run. */
export type Bench = readonly [name: string, args: readonly string[], lines: readonly RegExp[]];

interface Folder {
  readonly folder: string;
  readonly benches: readonly Bench[];
  /** Modules of the folder that are not benches. */
  readonly parts?: readonly string[];
  /** These take ten seconds or more: only `npm run test:most` runs them. */
  readonly slow: readonly string[];
  /** Suites choose files by the tags that these name. */
  readonly tags: string[];
}

export function testBenches({ folder, benches, parts = [], slow, tags }: Folder): void {
  test('every bench is here', async () => {
    const files = (await readdir(join(repository, folder))).filter((name) => name.endsWith('.ts'));
    expect(files.toSorted()).toEqual([...benches.map(([name]) => name), ...parts].toSorted());
  });

  const isRun = amount({ few: 0, many: 0, most: 1 }) ? () => true : (name: string) => !slow.includes(name);
  const run = benches.filter(([name]) => isRun(name));
  test.each(run)('%s %j', { tags }, async (name, args, lines) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name), ...args], {
      cwd: repository,
    });
    for (const line of lines) expect(stdout).toMatch(line);
  });
}
