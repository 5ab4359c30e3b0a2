/**
 * Follows docs/headwater/tutorial.md with the package from its tarball, in a folder outside this repository: each block of the page in its
 * order, up to the deployment, which docs/headwater/deploying.md does, too. Then does what docs/headwater/how-to.md adds to the project,
 * and what the workflow of docs/headwater/pull-requests.md does with it.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cleanUp } from '../../support/clean-up.ts';
import { blocksIn, type Example, examplesIn, filesIn } from '../../support/documentation.ts';
import { type LocalService, startLocal } from '../../support/local-service.ts';
import { outerEnvironment } from '../../support/nested-tests.ts';
import { installedPrograms, installFramework } from '../../support/packages.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { expectShown } from '../../support/shown-output.ts';
import { send } from '../run/gateways/client.ts';
import { hostIn, leaveOutUnknown, quickPolling } from './deploy.ts';
import { expectFirstRequest } from './first-request.ts';
import { type Ministack, startMinistack } from './ministack.ts';

interface Block {
  readonly info: string;
  readonly text: string;
}

type Environment = Readonly<Record<string, string>>;

const pageNamed = (name: string) => readFile(join(repository, 'docs/headwater', name), 'utf8');
const tutorial = await pageNamed('tutorial.md');
const guides = await pageNamed('how-to.md');

let parent: string;
let folder: string;
let ministack: Ministack;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'headwater-tutorial-'));
  cleanUp(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
  folder = join(parent, 'bookmarks');
});

/** @returns the output of a command, without the variables of this process. @throws Error with it, if the command fails. */
function shell(command: string, { cwd = folder, ...environment }: Environment = {}): Promise<string> {
  const env = { ...outerEnvironment(), ...environment };
  return new Promise((done, fail) => {
    execFile('bash', ['-c', command], { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error) fail(new Error(`${command}\n${stdout}${stderr}`));
      else done(`${stdout}${stderr}`);
    });
  });
}

/** A build that reports mistakes shows them, and fails. */
const outputOf = (command: string) => shell(command).catch(({ message }: Error) => message);

describe('docs/headwater/tutorial.md', () => {
  let service: LocalService;
  const blocks: readonly Block[] = blocksIn(tutorial);

  /** In place of the registry: the tarball, and what it depends on. */
  async function makeProject({ text }: Block): Promise<void> {
    const [create = '', install] = text.trim().split('\n');
    expect(install).toBe('cd bookmarks && npm install');
    const PATH = [await installedPrograms(), process.env['PATH']].join(delimiter);
    await shell(create.replace('npx ', ''), { cwd: parent, PATH });
    await installFramework(folder);
  }

  async function show(examples: readonly Example[]): Promise<void> {
    const requests = examples.filter(({ command }) => command.startsWith('curl '));
    if (requests.length > 0) {
      service ??= await startLocal(folder);
      await expectShown(service, requests);
    }
    for (const { command, shown } of examples)
      if (!requests.some((request) => request.command === command))
        expect(await outputOf(command), command).toContain(shown);
  }

  async function deploy([deployment, keys, request]: readonly Example[]): Promise<void> {
    ministack = await startMinistack();
    await leaveOutUnknown(folder);
    const host = hostIn(await shell(deployment?.command ?? '', ministack.environment));
    await expectFirstRequest(await pageNamed('deploying.md'), { folder }, ministack);
    const made = await shell(`${keys?.command} --json 2>/dev/null`, ministack.environment);
    const { key }: { readonly key: string } = JSON.parse(made);
    const [, body = ''] = /-d '(.*)'/.exec(request?.command ?? '') ?? [];
    const answerTo = (credentials: readonly (readonly [string, string])[]) =>
      send(ministack.port, {
        method: 'POST',
        target: '/v1/bookmark',
        headers: [['Host', host], ['Content-Type', 'application/json'], ...credentials],
        body,
      });
    expect((await answerTo([])).status).toBe(401);
    const { status, text } = await answerTo([['X-Api-Key', key]]);
    expect([status, JSON.parse(text)]).toEqual([201, expect.objectContaining(JSON.parse(body))]);
  }

  async function follow(block: Block): Promise<void> {
    const [language, path] = block.info.split(' ');
    const examples = examplesIn(`\`\`\`${block.info}\n${block.text}\`\`\`\n`, block.info);
    if (block.text.startsWith('npx headwater new ')) await makeProject(block);
    else if (language === 'sh') await shell(block.text);
    else if (block.info === 'console tutorial') await show(examples);
    else if (block.info === 'console deployed') await deploy(examples);
    else await writeFiles(folder, { [path ?? 'no path']: block.text });
  }

  test('does what it says, block by block', async () => {
    const kinds = Map.groupBy(blocks, ({ info }) => info.replace(/^(?:ts|json) \S+$/, 'file'));
    const counts = Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]));
    expect(counts).toEqual({ sh: 3, file: 8, 'console tutorial': 5, 'console deployed': 1 });
    for (const block of blocks) await follow(block);
  });

  test('makes a project that passes its tests and its types', async () => {
    await shell('npm test && npm run types');
  });

  test('keeps a bookmark whether or not the service names its type', async () => {
    const path = 'headwater.config.ts';
    const named = await readFile(join(folder, path), 'utf8');
    const unnamed = named.replace('[bookmarkType]', '[]').replace(/^ +const .*bookmarks.*\n/m, '');
    // In an hour, no write can need the entries of a bookmark any more.
    const later = encodeURIComponent('const now = Date.now; Date.now = () => now() + 3_600_000;');
    const unknown = 'items of types that this service does not name: ';
    await stop(service);
    for (const [types, isUnknown] of [[unnamed, true] as const, [named, false] as const]) {
      await writeFiles(folder, { [path]: types });
      const NODE_OPTIONS = `--import=data:text/javascript,${later}`;
      const output = await shell('npx headwater verify --repair', { NODE_OPTIONS });
      expect(output.includes(unknown)).toBe(isUnknown);
      expect(output).toContain('0 missing, 0 superfluous, 0 malformed.');
    }
    service = await startLocal(folder);
    expect(await (await service.fetch('/v1/bookmark?query=tags:rfc')).json()).toMatchObject({ total: 1 });
    await stop(service);
  });
});

describe('docs/headwater/how-to.md', () => {
  const files = filesIn(guides);

  test('adds a command', async () => {
    const paths = ['lib/commands/release-note.ts', 'headwater.config.ts'];
    await writeFiles(folder, Object.fromEntries(paths.map((path) => [path, files.get(path)])));
    await shell('npm run types');
    const examples = examplesIn(guides, 'console command');
    expect(examples).toHaveLength(2);
    for (const { command, shown } of examples) expect(await outputOf(command), command).toContain(shown);
    expect(await shell('npx headwater --help')).toContain('release-note VERSION');
  });
});

describe('docs/headwater/pull-requests.md', () => {
  let page: string;
  let files: ReadonlyMap<string, string>;
  let account: string;
  let environment: Environment;

  beforeAll(async () => {
    page = await pageNamed('pull-requests.md');
    files = filesIn(page);
    // The policy of the bucket demands TLS, which is not there on this machine.
    await declareIn(folder, { provider: { deploymentBucket: { skipPolicySetup: true } } });
    const PATH = [join(repository, 'node_modules/.cache/ministack/bin'), process.env['PATH']].join(delimiter);
    environment = { ...ministack.environment, ...quickPolling, PATH, AWS_DEFAULT_REGION: 'us-east-1' };
    account = (await shell('aws sts get-caller-identity --query Account --output text', environment)).trim();
    Object.assign(environment, { ACCOUNT: account, STAGE: 'pr-12' });
  });

  /** The commands of a job of the workflow, but for those that need the registry or GitHub. */
  function commandsOf(job: string): readonly string[] {
    const workflow: {
      readonly jobs: Readonly<Record<string, { readonly steps: readonly { run?: string }[] }>>;
    } = parse(files.get('.github/workflows/pull-request.yml') ?? '');
    const runs = workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(runs.slice(0, 2)).toEqual(['npm ci --ignore-scripts', 'npm run build']);
    return runs.slice(1);
  }

  test('a user with these policies deploys a stage, and removes it with its data', async () => {
    const [config = ''] = blocksIn(page).flatMap(({ info, text }) => (info === 'ts config' ? [text] : []));
    const written = await readFile(join(folder, 'headwater.config.ts'), 'utf8');
    const stages = config.replace('ACCOUNT', account);
    await writeFiles(folder, {
      'headwater.config.ts': written.replace('defineConfig({', `defineConfig({\n${stages}`),
      'remove.json': (files.get('remove.json') ?? '')
        .replaceAll('ACCOUNT', account)
        .replaceAll('REGION', '*'),
    });
    const [policies = ''] = blocksIn(page).flatMap(({ info, text }) =>
      info === 'sh policies' ? [text] : [],
    );
    await shell(policies, environment);
    await shell('aws iam create-user --user-name ci-pr', environment);
    for (const name of ['ci', 'remove'])
      await shell(
        `aws iam put-user-policy --user-name ci-pr --policy-name ${name} --policy-document file://${name}.json`,
        environment,
      );
    const made = JSON.parse(await shell('aws iam create-access-key --user-name ci-pr', environment));
    const { AccessKeyId, SecretAccessKey } = made.AccessKey;
    const ci = { ...environment, AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey };

    const [build = '', deployment = '', info = ''] = commandsOf('deploy');
    await shell(build, ci);
    const host = hostIn(await shell('npx serverless deploy --stage "$STAGE"', ci));
    const url = `http://127.0.0.1:${ministack.port}/_aws/execute-api/${host.split('.')[0]}/$default`;
    expect(await shell(`${deployment} --url '${url}'`, ci)).toContain('Deployed to pr-12.');
    await shell(info, { ...ci, GITHUB_STEP_SUMMARY: join(parent, 'summary') });
    expect(await readFile(join(parent, 'summary'), 'utf8')).toContain('execute-api');

    const describe = 'aws dynamodb describe-table --table-name';
    await expect(shell('aws dynamodb delete-table --table-name bookmarks-prod', ci)).rejects.toThrow(
      'AccessDenied',
    );
    for (const command of commandsOf('remove')) await shell(command, ci);
    await expect(shell(`${describe} bookmarks-pr-12`, environment)).rejects.toThrow('ResourceNotFound');
    await shell(`${describe} bookmarks-prod`, environment);
    const gone = page.split('$ aws cloudformation describe-stacks --stack-name bookmarks-pr-12\n')[1] ?? '';
    const stacks = 'aws cloudformation describe-stacks --stack-name bookmarks-pr-12';
    await expect(shell(stacks, environment)).rejects.toThrow(gone.split('\n')[0]);
  });
});

async function stop({ child, exited }: LocalService): Promise<void> {
  child.kill('SIGINT');
  await exited;
}
