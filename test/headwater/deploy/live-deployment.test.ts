/**
 * Which deployment of a stack is live, that no deployment removes it from the bucket, that `npx headwater deploy` does not
 * begin without a way back, and which stacks the commands ask. AWS is an HTTP server here, with the errors of CloudFormation.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findLiveDeployment } from '../../../lib/headwater/deploy/live-deployment.ts';
import { UpdatePlugin } from '../../../lib/headwater/deploy/plugins/update-plugin.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater } from '../../support/command.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { declareIn } from '../../support/serverless-yml.ts';

/** The folder of a deployment, by the day of its month. */
const folderOf = (day: number) => {
  const date = new Date(Date.UTC(2026, 0, day));
  return `${date.getTime()}-${date.toISOString()}`;
};
const timestampOf = (day: number) => String(Date.UTC(2026, 0, day));
const templateName = 'compiled-cloudformation-template.json';

interface Stack {
  /** In CloudFormation. */
  readonly state?: string;
  readonly template: string;
}

interface Account {
  /** By name. */
  readonly stacks: Readonly<Record<string, Stack>>;
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
    const stack = stacks[StackName];
    const refuse = (message: string): [number, string] => [
      400,
      `<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
    ];
    const answer = (result: string): [number, string] => [
      200,
      `<${Action}Response><${Action}Result>${result}</${Action}Result></${Action}Response>`,
    ];
    if (!stack) return refuse(`Stack with id ${StackName} does not exist`);
    const { template, state = 'UPDATE_COMPLETE' } = stack;
    if (Action === 'DescribeStacks')
      return answer(`<Stacks><member><StackStatus>${state}</StackStatus></member></Stacks>`);
    if (Action === 'GetTemplate') return answer(`<TemplateBody>${template}</TemplateBody>`);
    if (!template.includes(`"${LogicalResourceId}"`))
      return refuse(`Resource ${LogicalResourceId} does not exist for stack ${StackName}`);
    return answer('<StackResourceDetail><PhysicalResourceId>own</PhysicalResourceId></StackResourceDetail>');
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
const inMine = (template: object) => ({
  [`mine/${folder}/${folderOf(1)}/${templateName}`]: JSON.stringify(template),
});
const named = (Description: string) => ({ Description, ...versionOf(1) });
const stackOf = (template: object, state?: string): Stack => ({
  template: JSON.stringify(template),
  ...(state === undefined ? {} : { state }),
});
const none = { isDeployed: false };
const live = { isDeployed: true, timestamp: timestampOf(1) };
const lost = { isDeployed: true };
const mine = deployments('mine', [1, 2]);

test.each<[string, Stack | undefined, string | undefined, Account['objects'], object]>([
  ['no stack', undefined, undefined, {}, none],
  ['a stack whose first deployment has failed', stackOf({ Resources: first }), undefined, {}, none],
  // It has no bucket of its own, so the first deployment creates it with all resources.
  ['a stack whose creation has failed', stackOf(versionOf(1), 'ROLLBACK_COMPLETE'), 'mine', mine, none],
  ['a stack that waits for an approval', stackOf(versionOf(1), 'REVIEW_IN_PROGRESS'), 'mine', mine, none],
  ['a stack that is created', stackOf(versionOf(1), 'CREATE_COMPLETE'), 'mine', mine, live],
  [
    'a stack whose update has failed',
    stackOf(versionOf(1), 'UPDATE_ROLLBACK_COMPLETE'),
    ...(['mine', mine, live] as const),
  ],
  ['a bucket of the stack', stackOf(withBucket), undefined, inOwn, live],
  ['a bucket that serverless.yml names', stackOf(versionOf(1)), 'mine', mine, live],
  ['neither of them', stackOf(versionOf(1)), undefined, {}, lost],
  ['other templates alone', stackOf(versionOf(1)), 'mine', deployments('mine', [2]), lost],
  // CloudFormation gives back a question mark for each of them.
  ['characters beyond ASCII', stackOf(named('???')), 'mine', inMine(named('Çà😀')), live],
  ['a template that a person has written', { template: 'Resources:\n  Read: {}\n' }, 'mine', mine, lost],
])('the live deployment with %s', async (_, stack, bucket, objects, want) => {
  const { config } = await startAws({ stacks: stack ? { 'shop-prod': stack } : {}, objects });
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

/** What the framework knows of AWS. */
const providerOf = (config: object) => ({
  naming: { getStackName: () => 'shop-prod' },
  getStage: () => 'prod',
  getDeploymentPrefix: () => 'serverless',
  getAwsSdkV3Config: async () => config,
});

test('a deployment keeps the one that was live before it, with its archives, after any number that have failed', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  // 3 to 6 have failed, and 2 is live again.
  const { config } = await startAws({
    stacks: { 'shop-prod': stackOf(versionOf(2)) },
    objects: deployments('mine', days),
  });
  const provider = providerOf(config);
  const service = { service: 'shop', functions: {}, provider: {}, custom: { headwater: {} } };
  const deploy = {
    ...cleaning,
    ...{ bucketName: 'mine', provider, serverless: { service } },
    uploadZipFile: async () => undefined,
  };
  const framework = {
    ...{ serviceDir: '/', service, classes: { Error }, getProvider: () => provider },
    pluginManager: { plugins: [deploy] },
  };
  const plugin = new UpdatePlugin(framework, {});
  await plugin.hooks['before:aws:deploy:deploy:uploadArtifacts']?.();
  const removed = (await deploy.getObjectsToRemove()).map(({ Key }) => Key);
  expect(removed).toEqual([`${folder}/${folderOf(1)}/${templateName}`, `${folder}/code/1.zip`]);
});

test.each([
  ['own', true],
  ['other', false],
])(
  'a deployment with the table "%s" begins: %s, since the stack has the table "own"',
  async (TableName, begins) => {
    const stack = stackOf({ Resources: { ...versionOf(1).Resources, Table: {} } });
    const { config } = await startAws({ stacks: { 'shop-prod': stack }, objects: {} });
    const Table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName } };
    const template = { Resources: Object({ Table }) };
    const provider = providerOf(config);
    const service = {
      ...{ service: 'shop', functions: {}, custom: { headwater: {} } },
      provider: { compiledCloudFormationTemplate: template },
    };
    const framework = {
      ...{ serviceDir: '/', service, classes: { Error }, getProvider: () => provider },
      pluginManager: { plugins: [] },
    };
    const begun = Promise.resolve(
      new UpdatePlugin(framework, {}).hooks['before:aws:deploy:deploy:createStack']?.(),
    );
    if (begins) await expect(begun).resolves.toBeUndefined();
    else
      await expect(begun).rejects.toThrow(
        'The stack "shop-prod" has the table "own", and a table of another name',
      );
  },
);

test('the commands find stacks and buckets by their own names, and a deployment begins only if it could go back', {
  tags: ['deployment'],
}, async () => {
  const project = await copyBuiltProject();
  await declareIn(project, {
    provider: { stackName: 'mine-${sls:stage}', deploymentBucket: { name: 'files-${sls:stage}' } },
  });
  const stacks = { 'mine-prod': stackOf(versionOf(1)) };
  const { environment, actions } = await startAws({ stacks, objects: {} });
  const run = (...args: string[]) => headwater(project, [...args, '--stage', 'prod'], environment);
  expect(await run('deploy')).toMatchObject({
    exitCode: 1,
    complaint:
      'The stack mine-prod exists, and no deployment in serverless/headwater/prod of the bucket files-prod has its template: it could not go back. Nothing has been deployed. "npx serverless deploy --stage prod" deploys it without a way back.\n',
  });
  expect(await run('verify')).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('The stack mine-prod in us-east-1 does not name the table'),
  });
  expect(actions).toEqual(
    ['DescribeStacks', 'GetTemplate', 'DescribeStacks'].map((each) => `${each} mine-prod`),
  );
});

test('`npx headwater deploy` says why the settings of a stage cannot be read', {
  tags: ['deployment'],
}, async () => {
  const project = await copyBuiltProject();
  await declareIn(project, { provider: { stackName: '${env:STACK_NAME}' } });
  const { environment, actions } = await startAws({ stacks: {}, objects: {} });
  const { exitCode, complaint } = await headwater(project, ['deploy', '--stage', 'prod'], environment);
  expect({ exitCode, actions }).toEqual({ exitCode: 1, actions: [] });
  expect(complaint).toContain('The settings of prod cannot be read: "serverless print ');
  expect(complaint).toContain('"provider.stackName": Value not found at "env" source');
});
