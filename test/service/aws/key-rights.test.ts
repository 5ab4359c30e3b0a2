/**
 * What roles may do with API keys. No engine here evaluates conditions on partitions, so this test evaluates the policies
 * itself, for commands as the emitted functions send them, and for commands that make, change, list and revoke keys.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { type RoleSettings, roleResources } from '../../../lib/headwater/compile/aws/roles/role-resources.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { accessTable, type TableAccess } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey, listKeys, revokeKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { noteUse } from '../../../lib/headwater/run/access/stored-keys.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { startConflictingEngine } from '../../support/conflicting-engine.ts';
import { type Command, isAllowed, type Statement } from '../../support/iam-evaluation.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, type StreamRequest, streamFunctions } from '../support/stream-functions.ts';

const scopes = ['source:read', 'source:write', 'stream:read', 'stream:write'];

let streams: StreamFunctions;
let table: TableAccess;
let roles: readonly Role[];
/** Since the last `record`. */
let sent: Command[] = [];

/** The functions of a usual session, from the first source to the last page of a stream. */
const called = [
  ...['source-create', 'source-list', 'source-getById', 'source-patch', 'source-update', 'source-remove'],
  ...['stream-create', 'stream-list', 'stream-push', 'stream-listRecords', 'stream-createReplay'],
  ...['stream-createReplayJob', 'stream-listReplayJobs', 'stream-patch', 'stream-remove'],
];

beforeAll(async () => {
  process.env['ACCESS'] = '{"issuers":[]}';
  streams = await streamFunctions(called);
  const { engine, tableName } = streams;
  const { endpoint } = await startConflictingEngine(
    engine.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    (name, body) => sent.push({ name, input: JSON.parse(body) }),
  );
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  table = accessTable(documentClient(new DynamoDBClient()), tableName);
  roles = JSON.parse(await readFile(join(repository, '.generated/roles.json'), 'utf8'));
});

async function record<T>(run: () => Promise<T>): Promise<{ commands: Command[]; result: T }> {
  sent = [];
  const result = await run();
  return { commands: sent, result };
}

/** The policy of each role, by the role's id. */
function policies(settings: RoleSettings = {}): Map<string, readonly Statement[]> {
  const users = roles
    .flatMap(({ functions }) => functions)
    .map((key) => ({ key, name: `headwater-dev-${key}`, settings: {} }));
  const made = roleResources(roles, users, { environment: { TABLE_NAME: 'headwater-dev' }, ...settings });
  const statements = Object.entries(made).map(
    ([id, { Properties }]) =>
      [id, Properties.Policies[0].PolicyDocument.Statement as unknown as Statement[]] as const,
  );
  return new Map(statements);
}

function policyOf(functionId: string): readonly Statement[] {
  const { id = '' } = roles.find(({ functions }) => functions.includes(functionId)) ?? {};
  return policies().get(id) ?? [];
}

test('each function may do what it does, the look at a key and the note of its use included', {
  tags: ['deployment'],
}, async () => {
  const forbidden: unknown[] = [];
  /** A new key each time: its use is noted. @returns the body of the answer. */
  const call = async (name: string, request: StreamRequest = {}) => {
    const { key } = await createKey(table, { owner: 'team', scopes });
    const headers = { ...request.headers, 'x-api-key': key };
    const { commands, result } = await record(() => streams.call(name, { ...request, headers }));
    expect(result.status, JSON.stringify(result.body)).toBeLessThan(300);
    const onKeys = commands.filter(({ input }) => input.Key?.['pk']?.S === keyPartition);
    expect(onKeys.map((command) => command.name)).toEqual(['GetItem', 'UpdateItem']);
    const policy = policyOf(name);
    forbidden.push(...commands.filter((command) => !isAllowed(policy, command)).map((each) => [name, each]));
    return Object(result.body);
  };
  const { _id: source } = await call('source-create', { body: { name: 'log', tags: ['red'] } });
  await call('source-list', { query: '?query=tags:red' });
  await call('source-patch', { id: source, body: { tags: ['blue'] } });
  await call('source-update', { id: source, body: { name: 'log', tags: ['green'] } });
  await call('source-getById', { id: source });
  const { _id: id } = await call('stream-create', { body: { source, name: 'all' } });
  await call('stream-list');
  await call('stream-push', { id, body: [{ n: 1 }, { n: 2 }] });
  await call('stream-listRecords', { id });
  await call('stream-createReplay', { id, body: { failures: true } });
  await call('stream-createReplayJob', { id, body: { failures: true } });
  await call('stream-listReplayJobs', { id });
  await call('stream-patch', { id, body: { state: 'closed' } });
  await call('stream-remove', { id });
  await call('source-remove', { id: source });
  expect(forbidden).toEqual([]);
});

describe('no function may', () => {
  const hash = 'a'.repeat(64);
  const Key = { pk: { S: keyPartition }, sk: { S: hash } };
  const operators = async () => {
    const { commands } = await record(async () => {
      const made = await createKey(table, { owner: 'team', scopes });
      await listKeys(table);
      await revokeKey(table, made.record);
    });
    return commands;
  };
  const attacks: readonly (readonly [string, () => Promise<readonly Command[]>])[] = [
    ['make, list or revoke a key as operators do', operators],
    [
      'make or change one by an update, which makes an item that is not there',
      async () =>
        ['SET #o = :o, lastUsed = :o', 'SET lastUsed = :o, scopes = :o', 'REMOVE expires'].map(
          (UpdateExpression) => ({
            name: 'UpdateItem',
            input: { Key, UpdateExpression, ExpressionAttributeNames: { '#o': 'owner' } },
          }),
        ),
    ],
    [
      'do it among other items',
      async () => {
        const other = { pk: { S: 'public|source' }, sk: { S: 'x' } };
        const puts = [other, Key].map((Item) => ({ PutRequest: { Item } }));
        return [
          { name: 'BatchWriteItem', input: { RequestItems: { 'headwater-dev': puts } } },
          { name: 'BatchGetItem', input: { RequestItems: { 'headwater-dev': { Keys: [other, Key] } } } },
        ];
      },
    ],
  ];
  const everything = { Effect: 'Allow', Action: ['dynamodb:*'], Resource: ['*'] };

  test.each(attacks)('%s', async (_, makeCommands) => {
    const commands = await makeCommands();
    expect(commands.length).toBeGreaterThan(1);
    for (const settings of [{}, { iam: { role: { statements: [everything] } } }]) {
      const allowed = [...policies(settings)].flatMap(([id, policy]) =>
        commands
          .filter((command) => isAllowed(policy, command))
          .map(({ name, input }) => ({ id, name, input })),
      );
      expect(allowed).toEqual([]);
    }
  });

  test('touch a key at all if nobody is let in by it', async () => {
    const { commands } = await record(async () => {
      const { record: made } = await createKey(table, { owner: 'team', scopes });
      await noteUse(table, made, 1);
    });
    const [, note] = commands;
    const touching = roles.filter(({ id }) => note && isAllowed(policies().get(id) ?? [], note));
    const functions = touching.flatMap((role) => role.functions);
    expect(functions).toContain('source-list');
    // They are called by a schedule, the stream of the table, or everybody.
    const others = [
      'stream-runReplays',
      'stream-continueReplay',
      'stream-forwardStream',
      'stream-deliverStream',
      'api-docs',
      'preprocessor-list',
    ];
    expect(functions.filter((id) => others.includes(id))).toEqual([]);
  });
});
