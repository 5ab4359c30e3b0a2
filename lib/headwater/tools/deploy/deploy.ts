/**
 * `npx headwater deploy`: all stacks of a stage in order, then the smoke test. If one of them fails, every stack goes back to
 * the deployment that was live before. CloudFormation watches each update by the alarms of the stage meanwhile
 * (lib/headwater/deploy/plugins/update-plugin.ts).
 */

import type { DeployOrder } from '../../compile/aws/deploy-order.ts';
import { readDeployment } from '../../compile/aws/deployment.ts';
import type { Config } from '../../config/config.ts';
import { findApiUrl } from '../../deploy/deployed-stack.ts';
import { findLiveDeployment, type StackPlace } from '../../deploy/live-deployment.ts';
import { findRegion } from '../../deploy/region.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { deployCommand } from '../command-line/declared-commands.ts';
import { serverless } from './serverless.ts';
import { readBuild } from './smoke/build.ts';
import { checkSmokeDocument, smokeTest } from './smoke/smoke-test.ts';
import { readStackSettings, type StackSettings, stackPlace } from './stack-settings.ts';

/** A stack of the stage, as it was before the deployment. */
interface StageStack {
  /** In CloudFormation. */
  readonly name: string;
  /** The options that select it in a command of the framework. */
  readonly options: readonly string[];
  /** The timestamp of its live deployment; undefined if it has none. */
  readonly live: string | undefined;
}

export async function deploy(
  { stage, url }: CommandLine<typeof deployCommand>,
  { smokeDocument }: Pick<Config, 'smokeDocument'>,
): Promise<CommandResult> {
  const build = await readBuild();
  checkSmokeDocument(build, smokeDocument);
  const settings = await readSettings(stage);
  const region = await findRegion({ declared: settings.provider.region });
  // For the clients of AWS and the commands of the framework.
  process.env['AWS_REGION'] = region;
  const stacks = await readStacks(build.order, settings, stage);
  const names = stacks.map(({ name }) => name);
  say(`Deploying to ${stage} in ${region}.`);
  const begun: StageStack[] = [];
  const stop = new AbortController();
  try {
    for (const stack of stacks) {
      begun.unshift(stack);
      await serverless(['deploy', ...stack.options]);
    }
    const address = url ?? (await urlOf(stackPlace(settings, stage).stack));
    const test = { build, url: address, stacks: names, document: smokeDocument, signal: stop.signal };
    say(await untilStopped(stop, smokeTest(test)));
    return { output: `Deployed to ${stage}.`, exitCode: 0 };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    // A person who stops the command decides whether the deployment stays.
    const ends = stop.signal.aborted ? begun.map(describeWayBack) : await goBack(begun);
    return { complaint: ends.join('\n'), exitCode: 1 };
  }
}

async function readSettings(stage: string): Promise<StackSettings> {
  const { deployment } = await readDeployment(process.cwd());
  if (!deployment)
    throw new CommandError('There is no serverless.yml in this folder: nothing says what is deployed.');
  return readStackSettings(stage);
}

/** The parent first. @throws CommandError if one of them could not go back. */
async function readStacks(
  { stacks }: DeployOrder,
  settings: StackSettings,
  stage: string,
): Promise<StageStack[]> {
  return Promise.all(
    stacks.map(async ({ resource }) => {
      const place = stackPlace(settings, stage, resource);
      const name = place.stack;
      const selection = resource === undefined ? [] : ['--param', `resource=${resource}`];
      const options = ['--stage', stage, ...selection];
      const { isDeployed, timestamp: live } = await findLiveDeployment(place).catch((error: Error) => {
        throw new CommandError(`The stack ${name} cannot be read: ${error.message}`, 1);
      });
      if (isDeployed && live === undefined) throw new CommandError(describeLost(place, options), 1);
      return { name, options, live };
    }),
  );
}

function describeLost({ stack, bucket, folder }: StackPlace, options: readonly string[]): string {
  const where = bucket === undefined ? 'its bucket' : `the bucket ${bucket}`;
  const command = ['npx serverless deploy', ...options].join(' ');
  return `The stack ${stack} exists, and no deployment in ${folder} of ${where} has its template: it could not go back. Nothing has been deployed. "${command}" deploys it without a way back.`;
}

async function urlOf(stack: string): Promise<string> {
  const url = await findApiUrl(stack);
  if (url !== undefined) return url;
  throw new Error(`The stack ${stack} has no API of its own: --url says where it is.`);
}

/** A signal ends the work, which then undoes what it has made. */
async function untilStopped<T>(stop: AbortController, work: Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const abort = (signal: NodeJS.Signals) => stop.abort(new Error(`The smoke test is stopped by ${signal}.`));
  for (const signal of signals) process.on(signal, abort);
  try {
    return await work;
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}

/** @param stacks the last one first. @returns how each of them has ended. */
async function goBack(stacks: readonly StageStack[]): Promise<string[]> {
  const ends: string[] = [];
  for (const stack of stacks) ends.push(await goBackOne(stack));
  return ends;
}

async function goBackOne(stack: StageStack): Promise<string> {
  const { name, options, live } = stack;
  if (live === undefined) return describeWayBack(stack);
  try {
    await serverless(['rollback', '--timestamp', live, ...options]);
    return `${name} is back at the deployment ${live}.`;
  } catch (error) {
    return `${name} has not gone back: ${(error as Error).message}`;
  }
}

function describeWayBack({ name, options, live }: StageStack): string {
  if (live === undefined) return `${name} had no deployment to go back to.`;
  const command = ['npx serverless rollback --timestamp', live, ...options].join(' ');
  return `${name} has the new deployment; the one before is back with "${command}".`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
