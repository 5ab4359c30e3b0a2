/** What functions declare with x-uses, and what their code contains: each difference is found by the build. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBuildSession } from '../../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { listing, makeProject, writeFiles } from '../../../support/project.ts';

const settings = {
  public: true,
  table: { indexes: { byState: { partition: 'state' } } },
  tables: { audit: { partition: 'pk' }, trail: { partition: 'pk' } },
  buckets: { files: {}, letters: {} },
  queues: { mails: {} },
  secrets: { payment: { ssm: '/payment' } },
};

const session = startBuildSession();
let folder: string;

const declared = (uses: readonly object[]) => ({
  resourcePath: '/thing',
  apis: [
    {
      path: '/thing',
      operations: [
        { httpMethod: 'GET', nickname: 'read', responseClass: 'any', parameters: [], 'x-uses': uses },
      ],
    },
    {
      path: '/thing/other',
      operations: [{ httpMethod: 'GET', nickname: 'other', responseClass: 'any', parameters: [] }],
    },
  ],
});

beforeAll(async () => {
  folder = await makeProject(
    {
      'descriptors/api-docs.json': listing,
      'handlers/thing/other.ts': 'export const handle = () => null;\n',
      'serverless.yml': 'service: shop\nplugins: [headwater/serverless]\nprovider: { name: aws }\n',
    },
    { settings },
  );
});

async function builtWith(uses: readonly object[], handler: string) {
  await writeFiles(folder, { 'descriptors/thing.json': declared(uses), 'handlers/thing/read.ts': handler });
  const { diagnostics } = await build(folder, session);
  return diagnostics.map(({ code, found, accepted }) => [code, found, accepted]);
}

const handlerOf = (
  imports: string,
  code: string,
) => `import type { Handle } from '#generated/types/thing/read.ts';
${imports}

export const handle: Handle = async (_input, _body, context) => ${code};
`;

const s3With = (command: string) =>
  `import { ${command}, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client();`;
const files = "import { files } from '#generated/aws.ts';";
const putFile =
  "{ await s3.send(new PutObjectCommand({ Bucket: files.name, Key: 'a' })); return context.requestId; }";
const removeFile = putFile.replaceAll('PutObject', 'DeleteObject');
const tableCode = (accessor: string, call: string) =>
  handlerOf(
    `import { getItem, putItem } from 'headwater/table';\nimport { ${accessor} } from '#generated/aws.ts';`,
    call,
  );

describe('the build accepts', { tags: ['deployment'] }, () => {
  test.each<[string, readonly object[], string]>([
    [
      'a bucket',
      [{ bucket: 'files', actions: ['put'] }],
      handlerOf(`${s3With('PutObjectCommand')}\n${files}`, putFile),
    ],
    [
      'a table',
      [{ table: 'audit', actions: ['get'] }],
      tableCode('audit', "getItem(audit.open(context), { Key: { pk: 'a' } })").replace(', putItem', ''),
    ],
    [
      'a secret',
      [{ secret: 'payment' }],
      handlerOf("import { payment } from '#generated/aws.ts';", 'payment.value(context)'),
    ],
    [
      'a client of another service',
      [{ actions: ['iam:ListUsers'], resource: '*' }],
      handlerOf(
        "import { IAMClient, ListUsersCommand } from '@aws-sdk/client-iam';",
        '(await new IAMClient().send(new ListUsersCommand())).Users?.length ?? context.requestId',
      ),
    ],
  ])('%s', async (_, uses, handler) => {
    expect(await builtWith(uses, handler)).toEqual([]);
  });
});

describe('the build refuses', { tags: ['deployment'] }, () => {
  test.each<[string, readonly object[], string, readonly (readonly [string, RegExp, RegExp])[]]>([
    [
      'an accessor without a use',
      [],
      handlerOf(files, 'files.name + context.requestId'),
      [['E-USES', /uses the bucket files of #generated\/aws\.ts/, /"x-uses": \[\{ "bucket": "files"/]],
    ],
    [
      'a command without its action',
      [{ bucket: 'files', actions: ['put'] }],
      handlerOf(`${s3With('DeleteObjectCommand')}\n${files}`, removeFile),
      [
        [
          'E-USES',
          /can send DeleteObject of @aws-sdk\/client-s3, and x-uses with put/,
          /the action "delete", too/,
        ],
        ['W-USES', /uses "put" of the bucket files/, /x-uses without "put"/],
      ],
    ],
    [
      'a command of a table without its action',
      [{ table: 'audit', actions: ['get'] }],
      tableCode('audit', "putItem(audit.open(context), { Item: { pk: 'a' } })").replace('getItem, ', ''),
      [
        ['E-USES', /can send PutItem of @aws-sdk\/client-dynamodb/, /the action "put", too/],
        ['W-USES', /uses "get" of the table audit/, /x-uses without "get"/],
      ],
    ],
    [
      'a client of another service without a use',
      [{ bucket: 'files', actions: ['put'] }],
      handlerOf(
        `${s3With('PutObjectCommand')}\n${files}\nimport { IAMClient } from '@aws-sdk/client-iam';`,
        putFile.replace('return', 'new IAMClient().destroy(); return'),
      ),
      [['E-ROLE', /contains @aws-sdk\/client-iam/, /in x-uses of its operation/]],
    ],
    [
      'an accessor of no resource, with the nearest',
      [],
      handlerOf("import { file } from '#generated/aws.ts';", 'file.name + context.requestId'),
      [['E-CODE', /'file'/, /./]],
    ],
    [
      'the name of an index in a query of a table',
      [],
      handlerOf(
        "import { accessTable, containerDatabase, queryItems } from 'headwater/table';",
        `{ const { client, tableName } = containerDatabase();
  return (await queryItems(accessTable(client, tableName, { time: context }), { IndexName: 'byStat' })).items; }`,
      ),
      [['E-CODE', /'IndexName' does not exist/, /./]],
    ],
    [
      'an item of an index',
      [{ index: 'byState' }],
      tableCode('byState', "getItem(byState.open(context), { Key: { pk: 'a' } })").replace(', putItem', ''),
      [['E-CODE', /'IndexAccess' is missing/, /./]],
    ],
  ])('%s', async (_, uses, handler, expected) => {
    const found = await builtWith(uses, handler);
    expect(found.map(([code]) => code)).toEqual(expected.map(([code]) => code));
    for (const [at, [, what, instead]] of expected.entries()) {
      expect(found[at]?.[1]).toMatch(what);
      expect(found[at]?.[2]).toMatch(instead);
    }
  });
});

const getFile = putFile.replaceAll('PutObject', 'GetObject').replace('await ', 'void await ');
const put = handlerOf(`${s3With('PutObjectCommand')}\n${files}`, putFile);
const get = handlerOf(`${s3With('GetObjectCommand')}\n${files}`, getFile);

describe('an action that the code does not use', { tags: ['deployment'] }, () => {
  test.each<[string, readonly object[], string, readonly RegExp[]]>([
    [
      'of a bucket is named',
      [{ bucket: 'files', actions: ['put', 'get', 'list'] }],
      put,
      [/uses "get" and "list" of the bucket files/],
    ],
    [
      'of a bucket is named alone',
      [{ bucket: 'files', actions: ['put', 'get'] }],
      put,
      [/uses "get" of the bucket/],
    ],
    ['makes a missing object a 404', [{ bucket: 'files', actions: ['get', 'list'] }], get, []],
    [
      'of a table is named',
      [{ table: 'audit', actions: ['get', 'put', 'scan'] }],
      tableCode('audit', "getItem(audit.open(context), { Key: { pk: 'a' } })").replace(', putItem', ''),
      [/uses "put" and "scan" of the table audit/],
    ],
    [
      'may be one of a request that the code signs itself',
      [{ bucket: 'files', actions: ['put', 'get'] }],
      handlerOf(files, 'files.name + context.requestId'),
      [],
    ],
    [
      'of one of two buckets cannot be told',
      [
        { bucket: 'files', actions: ['put', 'get'] },
        { bucket: 'letters', actions: ['get'] },
      ],
      handlerOf(
        `import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { files, letters } from '#generated/aws.ts';
const s3 = new S3Client();`,
        `{
  await s3.send(new PutObjectCommand({ Bucket: files.name, Key: context.requestId }));
  await s3.send(new GetObjectCommand({ Bucket: letters.name, Key: 'a' }));
}`,
      ),
      [],
    ],
  ])('%s', async (_, uses, handler, expected) => {
    const found = await builtWith(uses, handler);
    expect(found.map(([code]) => code)).toEqual(expected.map(() => 'W-USES'));
    for (const [at, what] of expected.entries()) expect(found[at]?.[1]).toMatch(what);
  });
});

test('what runs around several handlers is reported once, with its file', {
  tags: ['deployment'],
}, async () => {
  const around = `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Around } from 'headwater/http';
import { files } from '#generated/aws.ts';

const s3 = new S3Client();
export const around: Around = {
  before: async () => {
    await s3.send(new PutObjectCommand({ Bucket: files.name, Key: 'a' }));
  },
};
`;
  await writeFiles(folder, { 'handlers/around.ts': around });
  const plain = "export const handle = () => 'a';\n";
  const places = async (uses: readonly object[]) => {
    await writeFiles(folder, { 'descriptors/thing.json': declared(uses), 'handlers/thing/read.ts': plain });
    const { diagnostics } = await build(folder, session);
    return diagnostics.map(({ code, file, found }) => [code, file, found]);
  };
  const undeclared =
    'code that uses the bucket files of #generated/aws.ts, which its descriptor does not declare';
  expect(await places([])).toEqual(
    expect.arrayContaining([
      ['E-USES', 'handlers/around.ts', `${undeclared}: around thing-read, thing-other`],
    ]),
  );
  expect(await places([{ bucket: 'files', actions: ['get'] }])).toEqual(
    expect.arrayContaining([
      ['E-USES', 'handlers/around.ts', `${undeclared}: around thing-other`],
      [
        'E-USES',
        'handlers/around.ts',
        'a function that can send PutObject of @aws-sdk/client-s3, and x-uses with get: around thing-read',
      ],
    ]),
  );
  await rm(join(folder, 'handlers/around.ts'));
});

test('only functions that use a resource contain its accessor, and own tables bring no rights on the table of the service', async () => {
  const uses = [{ table: 'audit', actions: ['put'] }, { secret: 'payment' }];
  const handler = handlerOf(
    "import { putItem } from 'headwater/table';\nimport { audit, payment } from '#generated/aws.ts';",
    'putItem(audit.open(context), { Item: { pk: await payment.value(context) } })',
  );
  expect(await builtWith(uses, handler)).toEqual([]);
  const read = (path: string) => readFile(join(folder, '.generated', path), 'utf8');
  const metafile: { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> } =
    JSON.parse(await read('metafile.json'));
  const contentOf = (id: string) =>
    Object.entries(metafile.outputs[`.generated/bundles/${id}/index.mjs`]?.inputs ?? {}).flatMap(
      ([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []),
    );
  const ofResources = /\.generated\/aws|data\/aws\/|data\/store\//;
  expect(contentOf('thing-other').filter((path) => ofResources.test(path))).toEqual([]);
  expect(contentOf('thing-read').filter((path) => /\.generated\/aws/.test(path))).toEqual([
    '.generated/aws/audit.ts',
    '.generated/aws/payment.ts',
  ]);
  const roles: readonly { functions: string[]; actions: string[]; uses?: unknown }[] = JSON.parse(
    await read('roles.json'),
  );
  expect(roles.find(({ functions }) => functions.includes('thing-read'))).toMatchObject({
    id: 'RoleAuditPutPaymentRead',
    actions: [],
  });
  // Neither descriptors nor documents show what the service uses.
  for (const path of ['served/thing.json', 'openapi.json']) expect(await read(path)).not.toContain('x-uses');
});
