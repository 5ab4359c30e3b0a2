/**
 * Resources of a project's own, deployed with the policy of CI: functions do with them what they declare, and the roles of all
 * functions allow nothing else, by simulation of each action on each resource.
 */

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, expect, test } from 'vitest';
import { jsonRequest, signRequest } from '../../../lib/headwater/data/aws/signed-request.ts';
import { resourceKinds } from '../../../lib/headwater/shared/rights/resource-actions.ts';
import { makePageProject } from '../../support/page-project.ts';
import { writeFiles } from '../../support/project.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { send } from '../run/gateways/client.ts';
import { functionsOf } from './account.ts';
import { addCiUser, skipBucketPolicy } from './ci-user.ts';
import { hostIn, type Project, projectIn } from './deploy.ts';
import { type Ministack, startMinistack } from './ministack.ts';
import { allowedActions, tableActions } from './role-rights.ts';

/** The service of docs/headwater/aws-resources.md, with a topic and the secret of docs/headwater/secrets.md. */
const config = `import { defineConfig } from 'headwater/config';

export default defineConfig({
  table: { indexes: { byState: { partition: 'state', sort: '_id' } } },
  tables: {
    audit: {
      partition: 'invoice',
      sort: { name: 'time', type: 'number' },
      expires: 'until',
      indexes: { byActor: { partition: 'actor' } },
    },
  },
  buckets: { files: { cors: { origins: ['https://app.example.com'] } } },
  queues: { uploads: {} },
  topics: { sales: {} },
  secrets: { payment: { ssm: '/headwater/{stage}/payment' } },
});
`;

const operation = (nickname: string, uses: readonly object[]) => ({
  path: `/order/${nickname}`,
  operations: [{ httpMethod: 'GET', nickname, responseClass: 'any', parameters: [], 'x-uses': uses }],
});

const order = {
  resourcePath: '/order',
  apis: [
    operation('pay', [{ secret: 'payment' }]),
    operation('trail', [{ index: 'byActor' }]),
    operation('mail', [
      { actions: ['ses:SendEmail'], resource: 'arn:aws:ses:us-east-1:000000000000:identity/a' },
    ]),
  ],
};

const handlers = {
  'handlers/order/pay.ts': `import { payment } from '#generated/aws.ts';
import type { Handle } from '#generated/types/order/pay.ts';

export const handle: Handle = async (_input, _body, context) => ({ last: (await payment.value(context)).at(-1) });
`,
  'handlers/order/trail.ts': `import { queryIndex } from 'headwater/table';
import { byActor } from '#generated/aws.ts';
import type { Handle } from '#generated/types/order/trail.ts';

export const handle: Handle = async (_input, _body, context) => {
  const { items } = await queryIndex(byActor.open(context), {
    KeyConditionExpression: 'actor = :actor',
    ExpressionAttributeValues: { ':actor': 'public' },
  });
  return items.map(({ invoice }) => invoice);
};
`,
  'handlers/order/mail.ts': 'export const handle = () => null;\n',
};

let ministack: Ministack;
let project: Project;
let host: string;

beforeAll(async () => {
  ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  const folder = await makePageProject('docs/headwater/aws-resources.md');
  await writeFiles(folder, { 'headwater.config.ts': config, 'descriptors/order.json': order, ...handlers });
  await declareIn(folder, { service: 'headwater' });
  project = await projectIn(folder, ministack);
  await skipBucketPolicy(project);
  await project.build();
  await putParameter('/headwater/dev/payment', 'sk_test_7');
  const ci = await addCiUser(ministack, 'dev');
  host = hostIn(await project.serverlessAs(ci.environment, 'deploy'));
});

async function putParameter(Name: string, Value: string): Promise<void> {
  const signing = { region: 'us-east-1', environment: process.env };
  const request = jsonRequest('ssm', 'PutParameter', { Name, Value, Type: 'SecureString' }, signing);
  const { method, headers, body } = await signRequest(request, { service: 'ssm', ...signing });
  const { status } = await fetch(process.env['AWS_ENDPOINT_URL'] ?? '', {
    method,
    headers,
    body: Buffer.from(body ?? ''),
  });
  expect(status).toBe(200);
}

async function variablesOf(functionId: string): Promise<Readonly<Record<string, string>>> {
  const client = new LambdaClient();
  const FunctionName = `headwater-dev-${functionId}`;
  const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  client.destroy();
  return Environment?.Variables ?? {};
}

const call = (method: string, target: string, body?: object) =>
  send(ministack.port, {
    method,
    target,
    headers: [
      ['Host', host],
      ['Content-Type', 'application/json'],
    ],
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test('functions use what they declare: index, bucket, queue, table, secret', async () => {
  const created = await call('POST', '/v1/invoice', { customer: 'ann', total: 12 });
  expect(created).toMatchObject({ status: 201 });
  const { _id: id } = created.body as { readonly _id: string };
  expect(await call('GET', '/v1/invoice')).toMatchObject({
    status: 200,
    body: [{ customer: 'ann', total: 12 }],
  });
  const upload = await call('POST', `/v1/invoice/${id}/file?size=4`);
  expect(upload).toMatchObject({ status: 200 });
  const { url } = upload.body as { readonly url: string };
  expect(url).not.toContain('checksum');
  const sent = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF',
  });
  expect([sent.status, await sent.text()]).toEqual([200, '']);
  const s3 = new S3Client({ forcePathStyle: true });
  const [, Bucket = ''] = new URL(url).pathname.split('/');
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${id}.pdf` }));
  expect(await Body?.transformToString()).toBe('%PDF');
  const sqs = new SQSClient();
  const { QUEUE_UPLOADS: QueueUrl } = await variablesOf('invoice-upload');
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  expect(Messages.map((message) => message.Body)).toEqual([id]);
  const { Items = [] } = await new DynamoDBClient().send(
    new ScanCommand({ TableName: 'headwater-dev-audit' }),
  );
  expect(Items).toMatchObject([{ invoice: { S: id } }]);
  expect(await call('GET', '/v1/order/trail')).toMatchObject({ status: 200, body: [id] });
  expect(await call('GET', '/v1/order/pay')).toMatchObject({ status: 200, body: { last: '7' } });
});

/** The variables of a function besides those of all functions. */
const own = ({ TABLE_NAME, ACCESS, REFERENCE, PAGES, ...others }: Readonly<Record<string, string>>) =>
  Object.keys(others).filter((name) => !name.startsWith('AWS_'));

test('each function has the variables of what it uses, and no other', async () => {
  const expected = {
    'invoice-create': [],
    'invoice-listOpen': [],
    'invoice-upload': ['BUCKET_FILES', 'QUEUE_UPLOADS', 'TABLE_AUDIT'],
    'order-pay': ['SECRET_PAYMENT'],
    'order-trail': ['TABLE_AUDIT'],
    'order-mail': [],
    'default-route': [],
  };
  const found = await Promise.all(
    Object.keys(expected).map(async (id) => [id, own(await variablesOf(id)).toSorted()] as const),
  );
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('no role allows more: each action on each resource', async () => {
  const { BUCKET_FILES: bucket } = await variablesOf('invoice-upload');
  const queueUrl = (await variablesOf('invoice-upload'))['QUEUE_UPLOADS'] ?? '';
  const account = '000000000000';
  const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:${account}:${rest}`;
  const resources = {
    table: arn('dynamodb', 'table/headwater-dev'),
    byState: arn('dynamodb', 'table/headwater-dev/index/byState'),
    audit: arn('dynamodb', 'table/headwater-dev-audit'),
    byActor: arn('dynamodb', 'table/headwater-dev-audit/index/byActor'),
    bucket: `arn:aws:s3:::${bucket}`,
    object: `arn:aws:s3:::${bucket}/a.pdf`,
    otherObject: 'arn:aws:s3:::headwater-dev-other/a.pdf',
    queue: arn('sqs', queueUrl.split('/').at(-1) ?? ''),
    topic: arn('sns', 'headwater-dev-SalesTopic-1'),
    secret: arn('ssm', 'parameter/headwater/dev/payment'),
    otherSecret: arn('ssm', 'parameter/headwater/dev/payments'),
    identity: arn('ses', 'identity/a'),
    otherIdentity: arn('ses', 'identity/b'),
  };
  const kinds: readonly {
    readonly actions: Readonly<Record<string, { readonly allows: readonly string[] }>>;
  }[] = Object.values(resourceKinds);
  const actions = [
    ...new Set([
      ...kinds.flatMap((kind) => Object.values(kind.actions).flatMap(({ allows }) => allows)),
      ...tableActions.map((name) => `dynamodb:${name}`),
      ...['s3:DeleteBucket', 's3:PutBucketPolicy', 'sqs:PurgeQueue', 'sqs:DeleteQueue', 'sns:Subscribe'],
      ...['ssm:GetParameter', 'ssm:GetParameters', 'ssm:GetParametersByPath', 'ssm:PutParameter'],
      ...[
        'secretsmanager:GetSecretValue',
        'kms:Decrypt',
        'ses:SendEmail',
        'ses:SendRawEmail',
        'sts:AssumeRole',
      ],
    ]),
  ];
  const expected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    'invoice-listOpen': { byState: ['dynamodb:Query'] },
    'invoice-upload': {
      audit: ['dynamodb:PutItem'],
      object: ['s3:AbortMultipartUpload', 's3:PutObject'],
      queue: ['sqs:SendMessage'],
    },
    'order-pay': { secret: ['ssm:GetParameter'] },
    'order-trail': { byActor: ['dynamodb:Query'] },
    'order-mail': { identity: ['ses:SendEmail'] },
    'default-route': {},
  };
  const functions = await functionsOf('headwater-dev-');
  for (const [id, allowed] of Object.entries(expected)) {
    const role = functions.get(`headwater-dev-${id}`)?.role ?? '';
    const found = await Promise.all(
      Object.entries(resources).map(
        async ([name, resource]) => [name, await allowedActions(role, actions, resource)] as const,
      ),
    );
    expect([id, Object.fromEntries(found.filter(([, some]) => some.length > 0))]).toEqual([id, allowed]);
  }
});
