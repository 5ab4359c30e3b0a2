/** Workflows pin their actions, and have few rights: those of this repository, and the one that docs/headwater/pull-requests.md shows. */

import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesIn } from '../support/documentation.ts';
import { repository } from '../support/repository.ts';

const folder = join(repository, '.github/workflows');
const names = await readdir(folder);
const hasLinter = spawnSync('actionlint', ['-version']).status === 0;

test('there is one for changes, one for deployments and one for releases', () => {
  expect(names.toSorted()).toEqual(['ci.yml', 'deploy.yml', 'publish.yml']);
});

const page = await readFile(join(repository, 'docs/headwater/pull-requests.md'), 'utf8');
const shown = filesIn(page).get('.github/workflows/pull-request.yml') ?? '';
const usesIn = (text: string) => text.split('\n').filter((line) => line.includes('uses:'));

test('the workflow for pull requests has the actions of a deployment, and their rights', async () => {
  const deployment = new Set(usesIn(await readFile(join(folder, 'deploy.yml'), 'utf8')));
  expect(usesIn(shown).length).toBeGreaterThan(5);
  expect(usesIn(shown).filter((line) => !deployment.has(line))).toEqual([]);
  const { on, permissions, concurrency, jobs } = parse(shown);
  expect(on).toEqual({ pull_request: { types: ['opened', 'reopened', 'synchronize', 'closed'] } });
  expect(permissions).toEqual({ contents: 'read' });
  expect(concurrency).toEqual({ group: 'pr-${{ github.event.number }}', 'cancel-in-progress': false });
  const isOfRepository =
    "github.event.pull_request.head.repo.full_name == github.repository && github.event.pull_request.user.login != 'dependabot[bot]'";
  const conditions = Object.entries<Job>(jobs).map(([name, job]) => [name, job.if]);
  expect(conditions).toEqual([
    ['deploy', `github.event.action != 'closed' && ${isOfRepository}`],
    ['remove', `github.event.action == 'closed' && ${isOfRepository}`],
  ]);
  for (const job of Object.values<Job>(jobs)) {
    expect(job.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(runsOf(job)[0]).toBe('npm ci --ignore-scripts');
    // The text of an event, such as a title, would be code in a command.
    expect(runsOf(job).filter((run) => run.includes('${{'))).toEqual([]);
  }
});

test.each(names)('%s pins actions by commit, with their version', async (name) => {
  const text = await readFile(join(folder, name), 'utf8');
  const used = usesIn(text);
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((line) => !/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(names)('%s has the history where it runs all tests', async (name) => {
  const { jobs } = parse(await readFile(join(folder, name), 'utf8'));
  const having = Object.values<Job>(jobs).filter((job) => runsOf(job).includes('bash .ci/run'));
  const depths = having.map(({ steps }) => steps.map((step) => step.with?.['fetch-depth']));
  expect(depths.filter((each) => !each.includes(0))).toEqual([]);
});

test.each(names)('%s may read the code, unless a job says more', async (name) => {
  const { permissions, jobs } = parse(await readFile(join(folder, name), 'utf8'));
  expect(permissions).toEqual({ contents: 'read' });
  const more = Object.entries<{ permissions?: object }>(jobs).flatMap(([job, { permissions: own }]) =>
    own ? [[job, own]] : [],
  );
  const [, job] = /^(deploy|publish)\.yml$/.exec(name) ?? [];
  expect(more).toEqual(job === undefined ? [] : [[job, { contents: 'read', 'id-token': 'write' }]]);
});

test('a release is of a tag, needs the tests, and publishes what a change packs', async () => {
  const { on, jobs } = parse(await readFile(join(folder, 'publish.yml'), 'utf8'));
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.publish.needs).toEqual(['test']);
  expect(runsOf(jobs.test)).toEqual(['bash .ci/run']);
  const publish = (options: string) =>
    `for tarball in .pack/*.tgz; do npm publish "./$tarball" ${options}; done`;
  expect(runsOf(jobs.publish)).toEqual([
    'npm ci --ignore-scripts',
    expect.stringContaining('"$GITHUB_REF_NAME"'),
    'npm run pack',
    publish('--provenance --access public'),
  ]);
  const { jobs: checks } = parse(await readFile(join(folder, 'ci.yml'), 'utf8'));
  expect(runsOf(checks.packages)).toEqual([
    'npm ci --ignore-scripts',
    'npm run pack',
    publish('--access public --dry-run'),
  ]);
});

test('one deployment of a stage runs at a time, and is not stopped', async () => {
  const { concurrency, on } = parse(await readFile(join(folder, 'deploy.yml'), 'utf8'));
  expect(concurrency).toEqual({ group: 'deploy-${{ inputs.stage }}', 'cancel-in-progress': false });
  expect(Object.keys(on)).toEqual(['workflow_dispatch']);
});

interface Job {
  readonly needs?: readonly string[];
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly 'continue-on-error'?: boolean;
  }[];
}

async function deployJobs(): Promise<Readonly<Record<string, Job>>> {
  return parse(await readFile(join(folder, 'deploy.yml'), 'utf8')).jobs;
}

const runsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

test('a deployment needs the tests, and is of main or of a tag', async () => {
  const jobs = await deployJobs();
  expect(jobs['deploy']?.needs).toEqual(['test', 'build']);
  expect(jobs['test'] && runsOf(jobs['test'])).toEqual(['bash .ci/run']);
  for (const job of Object.values(jobs))
    expect(job.if).toBe("github.ref == 'refs/heads/main' || startsWith(github.ref, 'refs/tags/')");
});

test('no script of a package runs where there is a token of the account, or where the deployed code is made', async () => {
  const { test: _, ...jobs } = await deployJobs();
  expect(jobs['deploy']?.permissions).toMatchObject({ 'id-token': 'write' });
  const installs = Object.values(jobs)
    .flatMap(runsOf)
    .filter((run) => /npm (?:ci|install)/.test(run));
  expect(installs).toEqual(['npm ci --ignore-scripts', 'npm ci --ignore-scripts']);
});

test('known faults of packages are reported, and do not hold up a deployment', async () => {
  const steps = Object.values(await deployJobs()).flatMap((job) => job.steps);
  const audits = steps.filter(({ run }) => run?.startsWith('npm audit'));
  expect(audits.map((step) => step['continue-on-error'])).toEqual([true]);
});

test.skipIf(!hasLinter)('actionlint knows no fault of them', () => {
  const { status, stdout, stderr } = spawnSync('actionlint', names, { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
