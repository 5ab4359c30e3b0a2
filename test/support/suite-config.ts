/** The vitest configuration that all suites share. */

import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestTagDefinition, ViteUserConfig } from 'vitest/config';
import type { Amounts } from './amount.ts';
import { repository } from './repository.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** Timeouts for a machine with four times the work that it can do. */
export const timeouts = { testTimeout: 120_000, hookTimeout: 240_000 };

/** These tests need further packages. */
const hasOwnSuite =
  /^test\/(?:headwater|service)\/(?:browser|clients|contract|deploy\/template|dynamodb-local|ministack|runtime|search-engine)\/|node_modules/;

const caches = join(repository, 'node_modules/.cache');
/** A compile cache halves the start-up time of workers and commands. */
process.env['NODE_COMPILE_CACHE'] ??= join(caches, 'node-compile-cache');
/** The framework compiles its check of configurations in three seconds, and keeps it here: many tests have a home folder of their own. */
process.env['SLS_SCHEMA_CACHE_BASE_DIR'] ??= caches;

/** tsc and esbuild are programs in Go. Hundreds of small builds take a tenth less CPU with one thread each, and less collecting of garbage. */
process.env['GOMAXPROCS'] ??= '1';
process.env['GOGC'] ??= '400';

/** What tests guard that `npm test` has no time for: each of them has one of these tags, and runs in `npm run test:all`. */
const guarded = {
  access: 'Who may call what, with which credential.',
  deployment: 'Templates, roles, stacks and packages.',
  descriptors: 'Descriptors and OpenAPI documents: what is read, refused and emitted.',
  faults: 'Crashes, races, lost responses, and databases that fail.',
  functions: 'What emitted functions answer.',
  hostile: 'Input that exhausts, misleads or breaks.',
  local: '`npm start`, its gateways, and the examples of the documents.',
  preprocessors: 'Types of preprocessors, judged by other engines and published tables.',
  project: 'What a clone, a new project and a newcomer get.',
  storage: 'Items, lists, search, and what they cost.',
  streams: 'The log of streams, replays, formats and sinks.',
};

export function tagsFor(amounts: Amounts): TestTagDefinition[] {
  return [
    ...Object.entries(guarded).map(([name, description]) => ({
      name,
      description,
      timeout: 1_800_000,
      skip: amounts === 'few',
    })),
    {
      name: 'property',
      description: 'What holds for all cases: few random ones in `npm test`, many in `npm run test:all`.',
      timeout: amounts === 'most' ? 7_200_000 : 900_000,
    },
  ];
}

interface Suite {
  readonly amounts: Amounts;
  /** Whether a file belongs to the suite. */
  readonly includes?: (path: string) => boolean;
  readonly hasTypeTests: boolean;
}

export function suiteConfig({
  amounts,
  includes = () => true,
  hasTypeTests,
}: Suite): NonNullable<ViteUserConfig['test']> {
  keepTemporaryFilesInMemory();
  const files = globSync('test/**/*.test.ts', { cwd: repository }).filter(
    (path) => !hasOwnSuite.test(path) && includes(path),
  );
  const isOverGateways = (path: string) => path.startsWith('test/service/gateways/');
  const tags = tagsFor(amounts);
  const common = {
    ...timeouts,
    root: repository,
    tags,
    provide: { amounts },
    // Protected operations are tested without credentials. Tests of access set their own environment.
    env: { ACCESS: 'open' },
    // One second by default, which a busy machine may need for a single request.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/after-file.ts'],
    // Files share imported modules, which halves the start-up time of a file.
    isolate: false,
    // In MB: twice the default. V8 collects garbage less often, which saves a tenth of the CPU of many tests.
    execArgv: ['--max-semi-space-size=32'],
    // Node.js itself loads emitted functions, as Lambda does: Vite would parse and rewrite each of them at each load. It also loads
    // the client of `headwater/testing`, as in a project, where Vite has nothing to do with the package.
    server: { deps: { external: [/\/\.generated\/(?:bundles\/|client\.ts\?)/] } },
  };
  // A separate project, so only its tests start the shared services.
  const overGateways = {
    test: {
      ...common,
      name: 'gateways',
      include: files.filter(isOverGateways),
      // The set-up of a project runs before the one of the suite, so it builds a fresh clone.
      globalSetup: ['test/support/build-project.ts', 'test/service/gateways/serverless-offline.ts'],
    },
  };
  return {
    globalSetup: ['test/support/run-folder.ts', 'test/support/build-project.ts'],
    // One more than the number of cores, since tests also wait: for timeouts and for processes.
    maxWorkers: availableParallelism() + 1,
    tags,
    projects: [
      {
        test: {
          ...common,
          name: 'project',
          // Not over the gateways: theirs live as long as the worker, and read the environment at a first request.
          setupFiles: ['test/support/restore-environment.ts', ...common.setupFiles],
          include: files.filter((path) => !isOverGateways(path)),
          typecheck: {
            enabled: hasTypeTests,
            include: ['test/{headwater,service}/types/**/*.test-d.ts'],
            // Only these files and their imports: `npm run types` checks the others.
            tsconfig: 'test/headwater/types/tsconfig.json',
          },
        },
      },
      ...(files.some(isOverGateways) ? [overGateways] : []),
    ],
  };
}

const guards = Object.keys(guarded).join('|');

/** Whether a test of the file waits for `npm run test:all`. */
export function hasGuard(path: string): boolean {
  return hasTag(path, guards);
}

/** Whether all tests of the file do. */
export function isGuard(path: string): boolean {
  return new RegExp(`@module-tag (?:${guards})\\b`).test(textOf(path));
}

/** Whether a test of the file has few cases in `npm test`. */
export function hasProperty(path: string): boolean {
  return hasTag(path, 'property');
}

function hasTag(path: string, names: string): boolean {
  return new RegExp(`(?:\\btags\\b[^\\n]*'|@module-tag )(?:${names})\\b`).test(textOf(path));
}

function textOf(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}
