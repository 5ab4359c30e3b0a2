/**
 * The framework and the commands look for a service in the same region, by the variables and files of the user.
 *
 * @module-tag deployment
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { startEngine } from '../../support/engine.ts';
import { framework } from '../../support/framework.ts';
import { repository } from '../../support/repository.ts';

let home: string;
let engine: Readonly<Record<string, string>>;

beforeAll(async () => {
  ({ environment: engine } = await startEngine());
  home = await mkdtemp(join(tmpdir(), 'headwater-region-'));
  cleanUp(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, '.aws'));
  const profiles = '[default]\nregion = eu-central-1\n[profile far]\nregion = ap-south-1\n[profile bare]\n';
  await writeFile(join(home, '.aws/config'), profiles);
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = engine;
  const credentials = ['default', 'far', 'bare'].map(
    (name) => `[${name}]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`,
  );
  await writeFile(join(home, '.aws/credentials'), credentials.join(''));
});

type Environment = Readonly<Record<string, string>>;

/** All variables of a command of this user. */
function variables(env: Environment): Environment {
  const { PATH = '', NODE_COMPILE_CACHE = '', SLS_SCHEMA_CACHE_BASE_DIR = '' } = process.env;
  const { AWS_ENDPOINT_URL_DYNAMODB = '' } = engine;
  const caches = { NODE_COMPILE_CACHE, SLS_SCHEMA_CACHE_BASE_DIR };
  return { PATH, ...caches, AWS_ENDPOINT_URL_DYNAMODB, HOME: home, ...env };
}

/** @returns the output of a command, whether it succeeds or not. */
async function outputOf(ran: Promise<{ readonly stdout: string; readonly stderr: string }>): Promise<string> {
  const { stdout, stderr } = await ran.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

const printed = (env: Environment, options: readonly string[] = []) =>
  outputOf(framework(repository, ['print', ...options], variables(env)));

/** The region of `serverless deploy`. */
async function deployed(env: Environment, options: readonly string[] = []) {
  const output = await printed(env, ['--path', 'provider.region', '--format', 'text', ...options]);
  return output.trim().split('\n').at(-1);
}

/** The region in which a command looks for a table. */
async function asked(env: Environment, options: readonly string[] = []) {
  const args = ['lib/headwater/bin/headwater.cjs', 'keys', 'list', '--table', 'none', ...options];
  const settings = { cwd: repository, env: variables(env) };
  const output = await outputOf(promisify(execFile)(process.execPath, args, settings));
  return /There is no table none in (\S+), in this account/.exec(output)?.[1] ?? output;
}

const cases: readonly (readonly [string, Environment, string])[] = [
  ['AWS_REGION', { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2' }, 'eu-west-1'],
  ['AWS_DEFAULT_REGION', { AWS_DEFAULT_REGION: 'eu-west-2' }, 'eu-west-2'],
  ['an empty AWS_REGION', { AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-2' }, 'eu-west-2'],
  ['what aws configure writes', {}, 'eu-central-1'],
  ['the profile of AWS_PROFILE', { AWS_PROFILE: 'far' }, 'ap-south-1'],
  ['a profile without a region', { AWS_PROFILE: 'bare' }, 'us-east-1'],
  ['another file', { AWS_CONFIG_FILE: '/none' }, 'us-east-1'],
];

test.each(cases)('%s', async (_, env, region) => {
  expect(await deployed(env)).toBe(region);
  expect(await asked(env)).toBe(region);
});

test('--region says it for one command, of either kind', async () => {
  const [env, options] = [{ AWS_REGION: 'eu-west-1' }, ['--region', 'sa-east-1']] as const;
  expect(await deployed(env, options)).toBe('sa-east-1');
  expect(await asked(env, options)).toBe('sa-east-1');
});

test('a region that AWS cannot have is refused by both', async () => {
  await writeFile(join(home, 'odd'), '[default]\nregion = over there\n');
  const env = { AWS_CONFIG_FILE: join(home, 'odd') };
  expect(await printed(env)).toContain('Region not accepted');
  expect(await asked(env)).toContain('The profile has no region that AWS knows: Region not accepted');
});
