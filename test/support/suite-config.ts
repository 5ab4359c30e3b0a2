/** How the tests are run: what `npm test` and `npm run test:all` have in common. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestTagDefinition, ViteUserConfig } from 'vitest/config';
import type { Amounts } from './amount.ts';
import { repository } from './repository.ts';

/** Room for a machine that has four times as much to do as it can. */
export const timeouts = { testTimeout: 120_000, hookTimeout: 240_000 };

/** Workers and commands start in half of the time: Node.js keeps what it has compiled. */
process.env['NODE_COMPILE_CACHE'] ??= join(repository, 'node_modules/.cache/node-compile-cache');

export function tagsFor(amounts: Amounts): TestTagDefinition[] {
  return [
    {
      name: 'long',
      description: 'Runs in `npm run test:all` alone.',
      timeout: 1_800_000,
      skip: amounts === 'few',
    },
    {
      name: 'random',
      description: 'Runs few cases in `npm test`, and many in `npm run test:all`.',
      timeout: 900_000,
    },
  ];
}

interface Suite {
  readonly amounts: Amounts;
  /** Whether a file takes part. */
  readonly includes?: (path: string) => boolean;
  readonly hasTypeTests: boolean;
}

export function suiteConfig({
  amounts,
  includes = () => true,
  hasTypeTests,
}: Suite): NonNullable<ViteUserConfig['test']> {
  const files = globSync('test/**/*.test.ts', { cwd: repository }).filter(
    (path) => !/^test\/(?:clients|dynamodb-local)\/|node_modules/.test(path) && includes(path),
  );
  const isOverGateways = (path: string) => path.startsWith('test/gateways/');
  const tags = tagsFor(amounts);
  const common = {
    ...timeouts,
    root: repository,
    tags,
    provide: { amounts },
    setupFiles: ['test/support/after-file.ts'],
    // Files share the modules that they import: half of the start of a file.
    isolate: false,
  };
  return {
    globalSetup: ['test/support/build-project.ts'],
    // By default one core is left idle.
    maxWorkers: '100%',
    tags,
    projects: [
      {
        test: {
          ...common,
          name: 'project',
          include: files.filter((path) => !isOverGateways(path)),
          typecheck: {
            enabled: hasTypeTests,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'tsconfig.json',
          },
        },
      },
      // Apart, so that the services that they share are started only for them.
      {
        test: {
          ...common,
          name: 'gateways',
          include: files.filter(isOverGateways),
          globalSetup: ['test/gateways/serverless-offline.ts'],
        },
      },
    ],
  };
}

/** Whether a test of the file may have the tag, or one of any name. */
export function namesTag(path: string, tag = ''): boolean {
  const text = readFileSync(join(repository, path), 'utf8');
  return /\btags\b|@module-tag /.test(text) && text.includes(tag);
}
