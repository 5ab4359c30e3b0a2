/**
 * Deploys the build in `.generated/` to a stage: all stacks in order, then requests that must be answered. If a stack or
 * a request fails, every stack goes back to the deployment that was live before.
 *
 *     node .ci/deploy.mjs --stage prod [--url https://api.example.com]
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { parse } from 'yaml';
import { findRegion } from '../lib/deploy/region.ts';
import { liveDeployment } from './live-deployment.mjs';
import { smokeTest } from './smoke-test.mjs';

const { values } = parseArgs({ options: { stage: { type: 'string' }, url: { type: 'string' } } });
const { stage } = values;
if (stage === undefined) throw new Error('Which stage? --stage NAME');

const { stacks } = JSON.parse(readFileSync('.generated/deploy-order.json', 'utf8'));
const { service, provider } = parse(readFileSync('serverless.yml', 'utf8'), { logLevel: 'silent' });
// For all clients of AWS here, and for the commands of the framework.
process.env.AWS_REGION = await findRegion({ declared: provider.region });
console.log(`Deploying to ${stage} in ${process.env.AWS_REGION}.`);
const stackName = ({ resource }) => [service, resource, stage].filter(Boolean).join('-');

/** @throws Error if the command fails; its output has been printed. */
function serverless(args, { resource }) {
  const selection = resource === undefined ? [] : ['--param', `resource=${resource}`];
  const all = ['node_modules/serverless/bin/serverless.js', ...args, '--stage', stage, ...selection];
  const { status } = spawnSync(process.execPath, all, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`"serverless ${args.join(' ')}" of ${stackName({ resource })} failed.`);
}

async function urlOfApi() {
  const client = new CloudFormationClient();
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName({}) }));
  const output = Stacks.flatMap(({ Outputs = [] }) => Outputs).find(
    ({ OutputKey }) => OutputKey === 'HttpApiUrl',
  );
  if (!output)
    throw new Error(`The stack ${stackName({})} has no API of its own: say where it is with --url.`);
  return output.OutputValue;
}

const before = new Map();
for (const stack of stacks) before.set(stack, await liveDeployment(stackName(stack)));
const begun = [];
try {
  for (const stack of stacks) {
    begun.push(stack);
    serverless(['deploy'], stack);
  }
  await smokeTest(values.url ?? (await urlOfApi()), stacks.map(stackName));
  console.log(`Deployed to ${stage}.`);
} catch (error) {
  console.error(error.message);
  for (const stack of begun.toReversed()) {
    const timestamp = before.get(stack);
    if (timestamp === undefined) console.error(`${stackName(stack)} is new: there is nothing to go back to.`);
    else serverless(['rollback', '--timestamp', timestamp], stack);
  }
  process.exitCode = 1;
}
