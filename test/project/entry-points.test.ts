/**
 * Whatever ships or deploys runs in `.ci/run`: each npm script, each command of `npx headwater` and `npx serverless`, each
 * line of a workflow and each plugin of a deployment is run there, or a test of it is.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';
import { parse } from 'yaml';
import config from '../../headwater.config.ts';
import { commandsOf } from '../../lib/headwater/tools/cli/run-command.ts';
import { repository } from '../support/repository.ts';
import { hasGuard, hasProperty, isGuard } from '../support/suite-config.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const npmScripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
const ciText = read('.ci/run').replaceAll(/^\s*#.*$/gm, '');

/** What `.ci/run` runs: npm scripts, with those that they run, and files. */
function scriptsInCi(): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, more = '') => {
    const command = npmScripts[name];
    if (command === undefined || found.has(name)) return;
    found.set(name, `${command} ${more}`);
    for (const [, other = ''] of command.matchAll(/npm run (?:-\w+ )*([\w:-]+)/g)) add(other);
  };
  const runs = /^\s*(\w+=\w+ )?(?:run|lane) (test[\w:-]*)(?: &)?$/gm;
  for (const [, variable, name = ''] of ciText.matchAll(runs)) add(name, variable);
  for (const [, name = ''] of ciText.matchAll(/npm run ([a-z][\w:-]*)/g)) add(name);
  return found;
}

interface Suite {
  readonly files: ReadonlySet<string>;
  /** Which tests of its files the suite runs: those that `npm test` has no time for, and others. */
  readonly runs: { readonly guards: boolean; readonly others: boolean };
}

/** The suites of vitest, as their configurations and filters say. */
async function suitesInCi(): Promise<Suite[]> {
  const commands = [...scriptsInCi().values()].filter((command) => /\bvitest run\b/.test(command));
  return Promise.all(commands.map(suiteOf));
}

async function suiteOf(command: string): Promise<Suite> {
  const [, path = 'vitest.config.ts'] = /--config (\S+)/.exec(command) ?? [];
  const { default: config }: { default: ViteUserConfig } = await import(join(repository, path));
  const { projects = [], include = [], tags = [] } = config.test ?? {};
  const included = projects.flatMap((project) => Object(project).test.include as string[]);
  const files = new Set(globSync([...include, ...included], { cwd: repository }));
  const isSkipped = command.includes('AMOUNTS=few') || tags.some(({ skip }) => skip === true);
  const [, filter = ''] = /--tags-filter=\\?["']([^"'\\]*)/.exec(command) ?? [];
  const filters: Readonly<Record<string, Suite['runs']>> = {
    '': { guards: !isSkipped, others: true },
    '*': { guards: true, others: false },
  };
  const runs = filters[filter];
  if (!runs) throw new Error(`What does --tags-filter="${filter}" run?`);
  return { files, runs };
}

const suites = await suitesInCi();

/** Whether all tests of the file run. */
function runsInCi(path: string): boolean {
  const having = suites.filter(({ files }) => files.has(path));
  return (
    (!hasGuard(path) || having.some(({ runs }) => runs.guards)) &&
    (isGuard(path) || having.some(({ runs }) => runs.others))
  );
}

/** How an entry point is known to work: by a test that `.ci/run` runs, which has the words that call it. */
type Guard = readonly [test: string, words: string];

/** Neither ships nor deploys anything; why it is not run. */
type Tool = `only for developers: ${string}`;

const starts: Guard = ['test/service/local/start.test.ts', 'startLocal'];

const guards: Readonly<Record<string, Guard | Tool>> = {
  'npm start': starts,
  'npm run dev': ['test/service/local/dev.test.ts', '--watch'],
  'npm run pack': ['test/project/package.test.ts', 'installFramework'],
  'npm publish': ['test/project/workflows.test.ts', 'npm publish'],
  'npm run pretest': ['test/project/old-node.test.ts', 'check-node.cjs'],
  'npx headwater build': ['test/headwater/tools/cli/stack-command.test.ts', "'build'"],
  'npx headwater start': starts,
  'npm run models': ['test/ingest/models.test.ts', 'replaceModels'],
  'npm run documents': ['test/documents/made.test.ts', 'toMatchFileSnapshot'],
  'npm run check-descriptors': ['test/headwater/tools/import/check.test.ts', "'check'"],
  'npm run bench': ['test/project/benches.test.ts', 'functions.ts'],
  'npm run bench:peers': 'only for developers: it installs the frameworks with which a bench compares',
  'npm run format': 'only for developers: npm run lint fails for what it would change',
  'npm run search:local': 'only for developers: a search engine on their machine',
  'npm run test:most': 'only for developers: more cases of tests that run here, too',
  'npm run test:random': 'only for developers: more cases of tests that run here, too',
  'npm run test:search-engine':
    'only for developers: it needs OpenSearch, whose answers test/support/search-engine.ts gives',
  'npm run test:search-lists':
    'only for developers: it needs OpenSearch, whose answers test/support/search-engine.ts gives',
  'npm run test:simulation': 'only for developers: more cases of tests that run here, too',
  'npm run verify:deploy':
    'only for developers: it adds the HTTP suite, which runs over two other gateways here',
  'npx headwater new': ['test/project/new-project.test.ts', "'new'"],
  'npx headwater doctor': ['test/headwater/tools/doctor/doctor.test.ts', "'doctor'"],
  'npx headwater check': ['test/headwater/tools/import/check.test.ts', "'check'"],
  'npx headwater init': ['test/headwater/tools/import/init.test.ts', "'init'"],
  'npx headwater client': ['test/headwater/compile/declared-problems.test.ts', "'client'"],
  'npx headwater verify': ['test/service/operations/verify-command.test.ts', "'verify'"],
  'npx headwater deploy': ['test/headwater/ministack/stacks.test.ts', 'runDeploy'],
  'npx headwater print-template': ['test/headwater/deploy/overrides.test.ts', "'print-template'"],
  'npx headwater run-schedule': ['test/headwater/tools/local/background.test.ts', "'run-schedule'"],
  'npx headwater dead-letters list': ['test/headwater/tools/local/background.test.ts', "'list'"],
  'npx headwater dead-letters resend': ['test/headwater/tools/local/background.test.ts', "'resend'"],
  'npx headwater stack': ['test/headwater/tools/cli/stack-command.test.ts', "'stack'"],
  'npx headwater sbom': ['test/project/sbom.test.ts', 'sbom'],
  'npx headwater migrate': ['test/headwater/tools/cli/migrate-command.test.ts', "'migrate'"],
  'npx headwater keys create': ['test/service/ministack/access.test.ts', "'keys', 'create'"],
  'npx headwater keys list': ['test/service/ministack/access.test.ts', "'keys', 'list'"],
  'npx headwater keys revoke': ['test/service/ministack/restore.test.ts', "'keys', 'revoke'"],
  'npx headwater token': ['test/service/access/keys-command.test.ts', "'token'"],
  'npx headwater preview': ['test/service/commands/preview-command.test.ts', "'preview'"],
  'npx headwater suggest': ['test/service/commands/suggest-command.test.ts', "'suggest'"],
  'npx headwater import-pipeline': ['test/service/streams/ingest-pipelines.test.ts', "'import-pipeline'"],
  'npx headwater export-pipeline': ['test/service/streams/ingest-pipelines.test.ts', "'export-pipeline'"],
  'npx headwater work': ['test/service/commands/work-command.test.ts', "'work'"],
  'npx headwater search-index': ['test/service/operations/search-index-command.test.ts', "'search-index'"],
  'npx serverless deploy': ['test/service/ministack/updates.test.ts', "'deploy'"],
  'npx serverless rollback': ['test/service/ministack/updates.test.ts', "'rollback'"],
  'npx serverless remove': ['test/service/ministack/updates.test.ts', "'remove'"],
  'npx serverless print': ['test/headwater/deploy/live-deployment.test.ts', 'serverless print'],
  'npx serverless info': ['test/service/ministack/first-deployment.test.ts', 'docs/service/operations.md'],
  'npm audit': 'only for developers: it reports, and asks a registry',
  'headwater/serverless': ['test/headwater/deploy/overrides.test.ts', '[headwater/serverless]'],
};

/** `npm start` and `npm run dev`, `npx headwater keys list`, or what a plugin or a file is called. */
function entryOf(command: string): string {
  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
  if (script !== undefined)
    return script in npmScripts && script !== 'start' ? `npm run ${script}` : `npm ${script}`;
  const names = commandsOf(config).map(({ declaration }) => `npx headwater ${declaration.name}`);
  return (
    names.find((name) => `${command} `.startsWith(`${name} `)) ?? command.split(' ').slice(0, 3).join(' ')
  );
}

function commandsIn(text: string): string[] {
  const pattern = /\b(?:npm (?:run )?[a-z][\w:-]*|npx (?:headwater|serverless) [a-z-]+(?: [a-z]+)?)/g;
  return [...text.matchAll(pattern)].map(([command]) => command);
}

function entryPoints(): string[] {
  const pages = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.md'], {
    cwd: repository,
    exclude: ['**/node_modules'],
  });
  const code = pages.flatMap((path) =>
    [...read(path).matchAll(/```.*?```|`[^`\n]+`/gs)].map(([text]) => text),
  );
  const workflows = globSync('.github/workflows/*.yml', { cwd: repository }).map(read);
  const { plugins }: { plugins: string[] } = parse(read('serverless.yml'), { logLevel: 'silent' });
  return [
    ...new Set([
      ...Object.keys(npmScripts).map((name) => entryOf(`npm run ${name}`)),
      ...commandsOf(config).map(({ declaration }) => `npx headwater ${declaration.name}`),
      ...[...code, ...workflows].flatMap(commandsIn).map(entryOf),
      ...plugins,
    ]),
  ].toSorted();
}

/** No command of the project: what npm has itself, the beginning of several commands, and the example of how-to.md. */
const others = [
  'npm ci',
  'npm i',
  'npm install',
  'npx headwater --help',
  'npm run',
  'npm update',
  'npx headwater keys',
  'npx headwater release-note',
];
const inCi = scriptsInCi();
const isRunInCi = (entry: string) => inCi.has(entry.replace(/^npm (?:run )?/, ''));
const entries = entryPoints().filter((entry) => !others.includes(entry) && !isRunInCi(entry));

test('.ci/run runs suites, the build, the package and the checks', () => {
  expect([...inCi.keys()]).toEqual(
    expect.arrayContaining(['test', 'test:all', 'test:ministack', 'package', 'build', 'lint', 'types']),
  );
  expect(suites.length).toBeGreaterThan(3);
});

test('every entry point is in the table, and the table names no others', () => {
  expect(entries.filter((entry) => !(entry in guards))).toEqual([]);
  expect(Object.keys(guards).filter((entry) => !entries.includes(entry))).toEqual([]);
});

const guarded = entries.flatMap((entry) => {
  const guard = guards[entry];
  if (guard === undefined || typeof guard === 'string') return [];
  return [[entry, ...guard] as const];
});

test.each(guarded)('%s is called by %s, which .ci/run runs as a whole', (_entry, path, words) => {
  expect(existsSync(join(repository, path)) && read(path).includes(words)).toBe(true);
  expect(runsInCi(path)).toBe(true);
});

/** Whoever deploys relies on these. A test that is left out guards nothing. */
const deployments = ['test/headwater/ministack', 'test/service/ministack'].map((folder) =>
  globSync(`${folder}/**/*.test.ts`, { cwd: repository }).toSorted(),
);

test('both parts have such tests', () => {
  expect(deployments.map((paths) => paths.length > 1)).toEqual([true, true]);
});

test.each(deployments.flat())('%s runs as a whole', (path) => {
  expect(runsInCi(path)).toBe(true);
});

test('a file with more cases in other suites has a tag, or these would not run it', () => {
  const counting = globSync('test/**/*.test.ts', { cwd: repository }).filter((path) =>
    /\bamount\(/.test(read(path)),
  );
  expect(counting.length).toBeGreaterThan(5);
  expect(counting.filter((path) => !hasProperty(path) && !hasGuard(path))).toEqual([]);
});
