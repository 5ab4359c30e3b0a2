/** The user of CI: it has the policy docs/examples/ci-policy.json, and runs `.ci/deploy.mjs`. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  IAMClient,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { repository } from '../support/repository.ts';
import { hostIn, type Project } from './deploy.ts';
import type { Ministack } from './ministack.ts';

/** @param name of a file in docs/examples. @returns it, for the account and the region of MiniStack. */
export async function examplePolicy(name: string, account: string): Promise<string> {
  const policy = await readFile(join(repository, 'docs/examples', name), 'utf8');
  return policy.replaceAll('ACCOUNT', account).replaceAll('REGION', 'us-east-1');
}

/** @returns MiniStack with the credentials of a new user; the root user's are in the environment of this process. */
export async function addCiUser(ministack: Ministack): Promise<Ministack> {
  const client = new IAMClient();
  const UserName = 'ci';
  const { User } = await client.send(new CreateUserCommand({ UserName }));
  const [, , , , account = ''] = User?.Arn?.split(':') ?? [];
  const PolicyDocument = await examplePolicy('ci-policy.json', account);
  await client.send(new PutUserPolicyCommand({ UserName, PolicyName: 'deploy', PolicyDocument }));
  const { AccessKey } = await client.send(new CreateAccessKeyCommand({ UserName }));
  client.destroy();
  const { AccessKeyId = '', SecretAccessKey = '' } = AccessKey ?? {};
  const credentials = { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey };
  return { ...ministack, environment: { ...ministack.environment, ...credentials } };
}

/** The policy of the bucket demands TLS, which is not there on this machine. */
export async function skipBucketPolicy(project: Project): Promise<void> {
  await project.replace(
    'serverless.yml',
    '{ blockPublicAccess: true }',
    '{ blockPublicAccess: true, skipPolicySetup: true }',
  );
}

export interface CiRun {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

/** A stage after its first deployment. */
export interface Stage {
  readonly project: Project;
  readonly name: string;
  /** The API's address on MiniStack: names of AWS do not lead there. */
  readonly url: string;
  readonly environment: NodeJS.ProcessEnv;
}

export async function firstDeployment(project: Project, name: string, ci: Ministack): Promise<Stage> {
  const host = hostIn(await project.serverless('deploy', '--stage', name));
  const url = `http://127.0.0.1:${ci.port}/_aws/execute-api/${host.split('.')[0]}/$default`;
  const environment = { ...process.env, ...ci.environment, SLS_AWS_MONITORING_FREQUENCY: '50' };
  return { project, name, url, environment };
}

export function runDeploy({ project, name, url, environment }: Stage): Promise<CiRun> {
  const args = [join(repository, '.ci/deploy.mjs'), '--stage', name, '--url', url];
  return run(args, project.folder, environment);
}

/** Only the smoke test of the deployed stacks. @param stacks their names. */
export function smokeArguments({ url }: Stage, stacks: readonly string[]): string[] {
  const module = JSON.stringify(join(repository, '.ci/smoke-test.mjs'));
  const call = `await smokeTest(${JSON.stringify(url)}, ${JSON.stringify(stacks)});`;
  return ['--input-type=module', '-e', `import { smokeTest } from ${module}; ${call}`];
}

export function runSmokeTest(stage: Stage, stacks: readonly string[]): Promise<CiRun> {
  return run(smokeArguments(stage, stacks), stage.project.folder, stage.environment);
}

export function spawnSmokeTest(stage: Stage, stacks: readonly string[]): ChildProcess {
  const options = { cwd: stage.project.folder, env: stage.environment };
  return spawn(process.execPath, smokeArguments(stage, stacks), options);
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<CiRun> {
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 10_000_000 }, (error, output, complaint) =>
      done({ exitCode: error ? Number(error.code) : 0, output, complaint }),
    );
  });
}
