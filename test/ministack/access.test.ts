/** The cases of access on the deployed service: `serverless deploy`, with keys from the command, on MiniStack. */

import {
  CloudWatchLogsClient,
  paginateDescribeLogGroups,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { createKey } from '../../lib/access/api-keys.ts';
import { documentClient } from '../../lib/store/client.ts';
import { accessTable } from '../../lib/store/table-access.ts';
import { send } from '../gateways/client.ts';
import {
  accessRequests,
  type Credential,
  credentials,
  type Keys,
  publicRequests,
} from '../support/access-cases.ts';
import { checkAccess, refusalsIn, type ServiceUnderTest } from '../support/access-over-http.ts';
import { headwater } from '../support/command.ts';
import { scanTable } from '../support/engine.ts';
import { until } from '../support/local-process.ts';
import { startTokenIssuer } from '../support/token-issuer.ts';
import { type Deployed, deploy } from './deploy.ts';
import { type Ministack, startMinistack } from './ministack.ts';

const tableName = 'headwater-dev';
const both = 'source:read source:write';

let ministack: Ministack;
let deployed: Deployed;
let service: ServiceUnderTest;
let all: () => readonly Credential[];

beforeAll(async () => {
  const { access, issuer } = await startTokenIssuer();
  ministack = await startMinistack();
  deployed = await deploy(ministack, access);
  // For the command and the clients here.
  Object.assign(process.env, ministack.environment);
  const client = documentClient(new DynamoDBClient());
  service = { port: ministack.port, host: deployed.host, items: () => scanTable(client, tableName) };
  const table = accessTable(client, tableName);
  const { key: expired } = await createKey(table, { owner: 'team', scopes: both.split(' '), expires: 1 });
  const keys: Keys = { writer: await makeKey(both), reader: await makeKey('source:read'), expired };
  all = () => credentials(issuer, keys);
});

async function makeKey(scopes: string): Promise<string> {
  const args = ['keys', 'create', '--stage', 'dev', '--owner', 'team', '--scopes', scopes, '--json'];
  const { output, complaint } = await headwater(deployed.project, args);
  if (output === '') throw new Error(complaint);
  return JSON.parse(output).key;
}

/** All lines of all functions, as CloudWatch Logs has them. */
async function readLogs(): Promise<string> {
  const client = new CloudWatchLogsClient();
  const lines: string[] = [];
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, {}))
    for (const { logGroupName } of logGroups)
      for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName }))
        lines.push(...events.map(({ message = '' }) => message));
  client.destroy();
  return lines.join('\n');
}

/** MiniStack answers OPTIONS itself, also where the API has no CORS settings: AWS then sends it to the default route. */
const isRouted = ({ method }: { readonly method: string }) => method !== 'OPTIONS';

/** Each starts a function of its own, with a policy of its own. The emitted functions get all of them (test/access). */
const deployedRequests = [
  'a list',
  'the HEAD of a list',
  'a create',
  'a deletion',
  'a method that is not there',
];

test('each credential gets what it may have, CloudWatch Logs say why, and nothing is written otherwise', async () => {
  const expected = new Map<string, string>();
  for (const request of accessRequests.filter(({ name }) => deployedRequests.includes(name))) {
    const name = `case-${expected.size}`;
    const codes = await checkAccess(service, request, { name, credentials: all });
    for (const [id, code] of codes) expected.set(id, code);
  }
  expect(expected.size).toBeGreaterThan(120);
  await until(async () => refusalsIn(await readLogs()).size === expected.size);
  expect(refusalsIn(await readLogs())).toEqual(expected);
});

test('functions may do what they need: they have noted the use of each key that was let in', async () => {
  const args = ['keys', 'list', '--stage', 'dev', '--json'];
  const listed: { scopes: string[]; expires: string | null; lastUsed: string | null }[] = JSON.parse(
    (await headwater(deployed.project, args)).output,
  );
  const isUsed = listed.map(({ expires, lastUsed }) => [expires !== null, lastUsed !== null]);
  expect(isUsed.toSorted()).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
});

test.each(publicRequests.filter(isRouted))('everybody may send $name', async ({ method, path, status }) => {
  expect((await call(method, path)).status).toBe(status);
});

test('the gateway of MiniStack answers OPTIONS itself', async () => {
  for (const { method, path } of [...accessRequests, ...publicRequests].filter((each) => !isRouted(each)))
    expect(await call(method, path)).toMatchObject({ status: 403, body: { message: 'CORS not configured' } });
});

test('policies are enforced: who is no user reads no table', async () => {
  const client = new DynamoDBClient({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'none' } });
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
    $metadata: { httpStatusCode: 400 },
  });
});

function call(method: string, path: string) {
  return send(service.port, { method, target: path, headers: [['Host', deployed.host]] });
}
