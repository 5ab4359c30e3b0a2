/**
 * Which deployment of a stack is live, that no deployment removes it from the bucket, and that `npx headwater deploy` does
 * not begin without a way back. AWS is an HTTP server here, with the errors of CloudFormation.
 */

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLiveDeployment } from '../../lib/deploy/live-deployment.ts';
import UpdatePlugin from '../../lib/deploy/plugins/update-plugin.ts';
import { cleanUp } from '../support/clean-up.ts';
import { headwaterOf } from '../support/command.ts';
import { copyBuiltProject } from '../support/local-service.ts';

/** The folder of a deployment, by the day of its month. */
const folderOf = (day: number) => {
  const date = new Date(Date.UTC(2026, 0, day));
  return `${date.getTime()}-${date.toISOString()}`;
};
const timestampOf = (day: number) => String(Date.UTC(2026, 0, day));
const templateName = 'compiled-cloudformation-template.json';

interface Account {
  /** The live templates, by the names of stacks. */
  readonly stacks: Readonly<Record<string, object>>;
  /** By bucket and key. */
  readonly objects: Readonly<Record<string, string>>;
}

interface Aws {
  readonly config: object;
  readonly environment: Readonly<Record<string, string>>;
  /** The actions of CloudFormation with their stacks, in order. */
  readonly actions: readonly string[];
}

/** It knows the actions that read. */
async function startAws({ stacks, objects }: Account): Promise<Aws> {
  const actions: string[] = [];
  const cloudFormation = (body: string): [number, string] => {
    const { Action, StackName = '', LogicalResourceId = '' } = Object.fromEntries(new URLSearchParams(body));
    actions.push(`${Action} ${StackName}`);
    const template = stacks[StackName];
    const refuse = (message: string): [number, string] => [
      400,
      `<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
    ];
    if (!template) return refuse(`Stack with id ${StackName} does not exist`);
    const text = JSON.stringify(template);
    if (Action === 'GetTemplate')
      return [
        200,
        `<GetTemplateResponse><GetTemplateResult><TemplateBody>${text}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
      ];
    if (!text.includes(`"${LogicalResourceId}"`))
      return refuse(`Resource ${LogicalResourceId} does not exist for stack ${StackName}`);
    return [
      200,
      '<DescribeStackResourceResponse><DescribeStackResourceResult><StackResourceDetail><PhysicalResourceId>own</PhysicalResourceId></StackResourceDetail></DescribeStackResourceResult></DescribeStackResourceResponse>',
    ];
  };
  const s3 = (url: URL): [number, string] => {
    const [, bucket = '', ...path] = decodeURIComponent(url.pathname).split('/');
    const key = path.join('/');
    if (key !== '') return [200, objects[`${bucket}/${key}`] ?? ''];
    const start = `${bucket}/${url.searchParams.get('prefix') ?? ''}`;
    const found = Object.keys(objects).filter((each) => each.startsWith(start));
    const contents = found.map((each) => `<Contents><Key>${each.slice(bucket.length + 1)}</Key></Contents>`);
    return [200, `<ListBucketResult>${contents.join('')}</ListBucketResult>`];
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const isQuery = request.method === 'POST';
    const [status, text] = isQuery ? cloudFormation(body) : s3(new URL(request.url ?? '', 'http://aws'));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const config = { endpoint, region: 'us-east-1', credentials, forcePathStyle: true };
  const environment = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  };
  return { config, environment, actions };
}

const folder = 'serverless/shop/prod';
const versionOf = (day: number) => ({ Resources: { Read: { Code: `${folder}/code/${day}.zip` } } });
/** Deployments of these days, each with an archive of its own. */
const deployments = (bucket: string, days: readonly number[]) =>
  Object.fromEntries(
    days.flatMap((day) => [
      [`${bucket}/${folder}/${folderOf(day)}/${templateName}`, JSON.stringify(versionOf(day))],
      [`${bucket}/${folder}/code/${day}.zip`, ''],
    ]),
  );

const first = { ServerlessDeploymentBucket: {}, ServerlessDeploymentBucketPolicy: {} };
const withBucket = { Resources: { ...versionOf(1).Resources, ...first } };
const inOwn = {
  [`own/${folder}/${folderOf(1)}/${templateName}`]: JSON.stringify(withBucket),
  [`own/${folder}/${folderOf(2)}/${templateName}`]: JSON.stringify(versionOf(2)),
};
const live = { state: 'live', timestamp: timestampOf(1) };

test.each<[string, object | undefined, string | undefined, Account['objects'], object]>([
  ['no stack', undefined, undefined, {}, { state: 'new' }],
  ['a stack whose first deployment has failed', { Resources: first }, undefined, {}, { state: 'new' }],
  ['a bucket of the stack', withBucket, undefined, inOwn, live],
  ['a bucket that serverless.yml names', versionOf(1), 'mine', deployments('mine', [1, 2]), live],
  ['neither of them', versionOf(1), undefined, {}, { state: 'lost', bucket: undefined }],
  [
    'other templates alone',
    versionOf(1),
    'mine',
    deployments('mine', [2]),
    { state: 'lost', bucket: 'mine' },
  ],
])('the live deployment with %s', async (_, template, bucket, objects, want) => {
  const { config } = await startAws({ stacks: template ? { 'shop-prod': template } : {}, objects });
  expect(await findLiveDeployment({ stack: 'shop-prod', bucket, folder }, config)).toEqual(want);
});

interface Cleaning {
  getObjectsToRemove(): Promise<{ readonly Key: string }[]>;
}
/** The framework's own choice. */
const cleaning: Cleaning = createRequire(import.meta.url)(
  createRequire(import.meta.url)
    .resolve('serverless/package.json')
    .replace('package.json', 'lib/plugins/aws/deploy/lib/cleanup-s3-bucket.js'),
);

test('a deployment keeps the one that was live before it, with its archives, after any number that have failed', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  // 3 to 6 have failed, and 2 is live again.
  const { config } = await startAws({
    stacks: { 'shop-prod': versionOf(2) },
    objects: deployments('mine', days),
  });
  const provider = {
    naming: { getStackName: () => 'shop-prod' },
    getStage: () => 'prod',
    getDeploymentPrefix: () => 'serverless',
    getAwsSdkV3Config: async () => config,
  };
  const service = { service: 'shop', functions: {}, provider: { deploymentBucket: 'mine' } };
  const deploy = {
    ...cleaning,
    ...{ bucketName: 'mine', provider, serverless: { service } },
    uploadZipFile: async () => undefined,
    getCreateChangeSetParams: () => ({}),
  };
  const framework = {
    ...{ serviceDir: '/', service, classes: { Error }, getProvider: () => provider },
    pluginManager: { plugins: [deploy] },
  };
  const plugin = new UpdatePlugin(framework, {});
  await plugin.hooks['before:aws:deploy:deploy:createStack']?.();
  const removed = (await deploy.getObjectsToRemove()).map(({ Key }) => Key);
  expect(removed).toEqual([`${folder}/${folderOf(1)}/${templateName}`, `${folder}/code/1.zip`]);
});

test('`npx headwater deploy` finds stacks and buckets by their own names, and begins only if it could go back', async () => {
  const project = await copyBuiltProject();
  const path = join(project, 'serverless.yml');
  const names = `  stackName: mine-\${sls:stage}\n  deploymentBucket: { name: "files-\${sls:stage}" }\n`;
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^ {2}deploymentBucket: .*\n/m, names));
  const { environment, actions } = await startAws({ stacks: { 'mine-prod': versionOf(1) }, objects: {} });
  const { exitCode, complaint } = await headwaterOf(project, ['deploy', '--stage', 'prod'], environment);
  expect({ exitCode, complaint, actions }).toEqual({
    exitCode: 1,
    complaint:
      'The stack mine-prod exists, and no deployment in serverless/headwater/prod of the bucket files-prod has its template: it could not go back. Nothing has been deployed. "npx serverless deploy --stage prod" deploys it without a way back.\n',
    actions: ['GetTemplate mine-prod'],
  });
});
