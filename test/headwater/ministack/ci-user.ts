/** The user of CI for a stage: it has the policy docs/headwater/policies/ci.json, and runs `npx headwater deploy`. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  IAMClient,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { type CommandRun, headwater } from '../../support/command.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { hostIn, type Project, quickPolling } from './deploy.ts';
import type { Ministack } from './ministack.ts';

interface PolicyPlace {
  readonly account: string;
  readonly stage: string;
}

/** @param name of a file in docs/headwater/policies. @returns it, for a stage in the region of MiniStack. */
export async function examplePolicy(name: string, { account, stage }: PolicyPlace): Promise<string> {
  const policy = await readFile(join(repository, 'docs/headwater/policies', name), 'utf8');
  return policy.replaceAll('ACCOUNT', account).replaceAll('REGION', 'us-east-1').replaceAll('STAGE', stage);
}

/** @returns MiniStack with the credentials of a new user; the root user's are in the environment of this process. */
export async function addCiUser(ministack: Ministack, stage: string): Promise<Ministack> {
  const client = new IAMClient();
  const UserName = `ci-${stage}`;
  const { User } = await client.send(new CreateUserCommand({ UserName }));
  const [, , , , account = ''] = User?.Arn?.split(':') ?? [];
  const PolicyDocument = await examplePolicy('ci.json', { account, stage });
  await client.send(new PutUserPolicyCommand({ UserName, PolicyName: 'deploy', PolicyDocument }));
  const { AccessKey } = await client.send(new CreateAccessKeyCommand({ UserName }));
  client.destroy();
  const { AccessKeyId = '', SecretAccessKey = '' } = AccessKey ?? {};
  const credentials = { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey };
  return { ...ministack, environment: { ...ministack.environment, ...credentials } };
}

/** The policy of the bucket demands TLS, which is not there on this machine. */
export async function skipBucketPolicy(project: Project): Promise<void> {
  await declareIn(project.folder, { provider: { deploymentBucket: { skipPolicySetup: true } } });
}

/** In a copy of this project with other operations than its own. */
export async function leaveDocumentOut(project: Project): Promise<void> {
  await project.replace('headwater.config.ts', /^ {2}smokeDocument: .*\n/m, '');
}

/** A stage after its first deployment. */
export interface Stage {
  readonly project: Project;
  readonly name: string;
  /** The API's address on MiniStack: names of AWS do not lead there. */
  readonly url: string;
  /** Has the credentials of the user that deploys it. */
  readonly environment: Readonly<Record<string, string>>;
}

export async function firstDeployment(project: Project, name: string, ci: Ministack): Promise<Stage> {
  const host = hostIn(await project.serverlessAs(ci.environment, 'deploy', '--stage', name));
  const url = `http://127.0.0.1:${ci.port}/_aws/execute-api/${host.split('.')[0]}/$default`;
  return { project, name, url, environment: { ...ci.environment, ...quickPolling } };
}

/** `npx headwater deploy`. */
export function runDeploy(stage: Stage): Promise<CommandRun> {
  return headwater(stage.project.folder, deployArguments(stage), stage.environment);
}

export function spawnDeploy(stage: Stage): ChildProcessWithoutNullStreams {
  const { project, environment } = stage;
  const command = join(project.folder, 'lib/headwater/bin/headwater.cjs');
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, [command, ...deployArguments(stage)], { cwd: project.folder, env });
}

function deployArguments({ name, url }: Stage): string[] {
  return ['deploy', '--stage', name, '--url', url];
}
