/**
 * The roles of functions that take keys: beside what the same function needs that takes tokens, they have the look at a key and the
 * note of its use. For each way of sending a key, each kind of documents, and with idempotency keys; compared with the commands that
 * the functions send.
 *
 * @module-tag deployment
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Role } from '../../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { roleResources } from '../../../../lib/headwater/compile/aws/roles/role-resources.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../../lib/headwater/run/access/api-keys.ts';
import { ownerOf } from '../../../../lib/headwater/run/access/token-owner.ts';
import { keyPartition } from '../../../../lib/headwater/shared/rights/key-rights.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { startEngineProxy } from '../../../support/engine-proxy.ts';
import { type Command, isAllowed, type Statement } from '../../../support/iam-evaluation.ts';
import { listing, makeProject } from '../../../support/project.ts';
import { type StartedIssuer, startTokenIssuer } from '../../../support/token-issuer.ts';
import { makeToken } from '../../../support/token-maker.ts';

const scope = 'thing:use';

/** How an operation asks for credentials, and how a request brings a key there. */
const schemes: Readonly<
  Record<string, { readonly security: readonly object[]; readonly sent: (key: string) => object }>
> = {
  header: { security: [{ header: [scope] }], sent: (key) => ({ headers: { 'x-api-key': key } }) },
  query: { security: [{ query: [scope] }], sent: (key) => ({ query: `?key=${key}` }) },
  cookie: { security: [{ cookie: [scope] }], sent: (key) => ({ headers: { cookie: `key=${key}` } }) },
  basic: {
    security: [{ basic: [scope] }],
    sent: (key) => ({ headers: { authorization: `Basic ${btoa(`key:${key}`)}` } }),
  },
  either: {
    security: [{ token: [scope] }, { header: [scope] }],
    sent: (key) => ({ headers: { 'x-api-key': key } }),
  },
  both: {
    security: [{ token: [], header: [scope] }],
    sent: (key) => ({ headers: { 'x-api-key': key, authorization: `Bearer ${token}` } }),
  },
  optional: { security: [{ header: [scope] }, {}], sent: (key) => ({ headers: { 'x-api-key': key } }) },
};

interface Work {
  readonly operation: object;
  readonly imports?: string;
  readonly code: string;
}

const noInput = { httpMethod: 'GET', parameters: [] };
const post = {
  httpMethod: 'POST',
  parameters: [{ paramType: 'body', name: 'body', dataType: 'ThingInput', required: true }],
};
const documents = (names: string, type: string) =>
  `import { ${names} } from 'headwater/documents';\nimport { ${type} } from '../../types/types.ts';\nvoid ${type};`;
const create = (type: string) => ({
  imports: documents('createDocument', type),
  code: `(_input, body, context) => createDocument(${type}(context), body, context)`,
});
const own = (name: string) => `import { accessTable, containerDatabase, ${name} } from 'headwater/table';`;
const open =
  '{ const { client, tableName } = containerDatabase(); const table = accessTable(client, tableName, { time: context });';
const key = "{ pk: 'own', sk: 'item' }";

const works: Readonly<Record<string, Work>> = {
  nothing: { operation: noInput, code: '(_input, _body, context) => context.requestId' },
  repeatable: { operation: { ...post, 'x-idempotent': true }, code: '(_input, body) => body' },
  getNote: {
    operation: noInput,
    imports: documents('getDocument', 'notes'),
    code: "async (_input, _body, context) => (await getDocument(notes(context), '0123456789abcdef01234567').catch(() => undefined)) ?? null",
  },
  listOrders: {
    operation: noInput,
    imports: documents('listDocuments', 'orders'),
    code: '(_input, _body, context) => listDocuments(orders(context), { from: 0, size: 5 })',
  },
  listProducts: {
    operation: noInput,
    imports: documents('listDocuments', 'products'),
    code: '(_input, _body, context) => listDocuments(products(context), { from: 0, size: 5 })',
  },
  createOrder: { operation: { ...post, 'x-idempotent': 'document' }, ...create('orders') },
  createNote: { operation: { ...post, 'x-idempotent': true }, ...create('notes') },
  createProduct: {
    operation: post,
    imports: documents('createDocument', 'products'),
    code: '(_input, body, context) => createDocument(products(context), body)',
  },
  getOwn: {
    operation: noInput,
    imports: own('getItem'),
    code: `async (_input, _body, context) => ${open} return (await getItem(table, { Key: ${key} })) ?? null; }`,
  },
  putOwn: {
    operation: noInput,
    imports: own('putItem'),
    code: `async (_input, _body, context) => ${open} return putItem(table, { Item: ${key} }); }`,
  },
};

const nameOf = (work: string, scheme: string) => `${work}By${scheme[0]?.toUpperCase()}${scheme.slice(1)}`;
/** A tenant cannot be read where a credential is optional. */
const pairs = Object.keys(works).flatMap((work) =>
  [...Object.keys(schemes), 'token'].flatMap((scheme) =>
    scheme === 'optional' && /Order/.test(work) ? [] : [{ work, scheme, name: nameOf(work, scheme) }],
  ),
);

const stored = {
  _id: { type: 'string', required: true },
  created: { type: 'date-time', required: true },
  updated: { type: 'date-time', required: true },
  revision: { type: 'int', required: true },
};
const title = { title: { type: 'string', required: true, maxLength: 10 } };

function handlerOf(work: string, name: string): string {
  const { imports = '', code = '' } = works[work] ?? {};
  return `import type { Handle } from '#generated/types/thing/${name}.ts';\n${imports}\nexport const handle: Handle = ${code};\n`;
}

const files = () => ({
  'descriptors/api-docs.json': {
    ...listing,
    authorizations: {
      token: { type: 'oauth2', scopes: [{ scope }] },
      header: { type: 'apiKey', passAs: 'header', keyname: 'X-API-Key' },
      query: { type: 'apiKey', passAs: 'query', keyname: 'key' },
      cookie: { type: 'apiKey', passAs: 'cookie', keyname: 'key' },
      basic: { type: 'basicAuth' },
    },
    'x-accepted-risks': ['key-in-query', 'key-in-cookie', 'password-in-each-request'],
    'x-claims': { org: { type: 'string', required: true, 'x-example': 'a' } },
    'x-tenant': 'org',
  },
  'descriptors/thing.json': {
    resourcePath: '/thing',
    apis: pairs.map(({ work, scheme, name }) => ({
      path: `/thing/${name}`,
      operations: [
        {
          nickname: name,
          responseClass: 'any',
          security: schemes[scheme]?.security ?? [{ token: [scope] }],
          ...works[work]?.operation,
        },
      ],
    })),
    models: { ThingInput: { properties: title }, Thing: { properties: { ...stored, ...title } } },
  },
  'types/types.ts': `
import type { Models } from '#generated/models/thing.ts';
import { documentsOf, documentType, sharedDocumentType, tenantDocumentType } from 'headwater/documents';

type Thing = Models['Thing'];
const fields = { title: { kind: 'keyword' } } as const;
export const notes = documentsOf(documentType<Thing>({ name: 'note', all: 'n', fields }));
export const orders = documentsOf(tenantDocumentType<Thing>({ name: 'order', all: 'o', fields }));
export const products = documentsOf(sharedDocumentType<Thing>({ name: 'product', all: 'p', fields }));
`,
  ...Object.fromEntries(pairs.map(({ work, name }) => [`handlers/thing/${name}.ts`, handlerOf(work, name)])),
});

let project: string;
let roles: readonly Role[];
let engine: Engine;
let tableName: string;
let issuer: StartedIssuer;
let token: string;
let commands: Command[] = [];

beforeAll(async () => {
  [engine, issuer, project] = await Promise.all([startEngine(), startTokenIssuer(), makeProject(files())]);
  tableName = await engine.makeTable();
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(({ code }) => code !== 'W-RISK')).toEqual([]);
  roles = JSON.parse(await readFile(join(project, '.generated/roles.json'), 'utf8'));
  token = makeToken(issuer.issuer, { claims: { scope, org: 'a' } });
  const endpoint = await startEngineProxy(
    engine.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    ({ name, body, perform }) => {
      commands.push({ name, input: JSON.parse(body) });
      return perform();
    },
  );
  const environment = { ...engine.environment, AWS_ENDPOINT_URL_DYNAMODB: endpoint, ACCESS: issuer.access };
  // Lambda sets the last one: functions read the table while they start.
  const all = { ...environment, TABLE_NAME: tableName, AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

function roleOf(name: string): Role {
  const role = roles.find(({ functions }) => functions.includes(`thing-${name}`));
  if (!role) throw new Error(`${name} has no role.`);
  return role;
}

function policyOf(role: Role): readonly Statement[] {
  const users = role.functions.map((key) => ({ key, name: `s-dev-${key}`, settings: {} }));
  const made = roleResources([role], users, { environment: { TABLE_NAME: tableName } });
  return Object.values(made)[0]?.Properties.Policies[0].PolicyDocument.Statement as unknown as Statement[];
}

const withKeys = pairs.filter(({ scheme }) => scheme !== 'token');

test.each(withKeys)(
  '$name: what it sends is allowed, and a key is looked up and noted',
  async ({ work, scheme, name }) => {
    const content = { owner: ownerOf(issuer.issuer.issuer, 'ada'), scopes: [scope], claims: { org: 'a' } };
    const made = await createKey(accessTable(engine.client, tableName), content);
    const { headers = {}, query = '' } = Object(schemes[scheme]?.sent(made.key));
    commands = [];
    const call = await loadFunction(project, `thing-${name}`, { isDescribed: false });
    const { status, body } = await call({
      method: Object(works[work]?.operation).httpMethod,
      url: `/v1/thing/${name}${query}`,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': name.slice(0, 40) },
      body: Object(works[work]?.operation).httpMethod === 'POST' ? '{"title":"a"}' : '',
    });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const policy = policyOf(roleOf(name));
    expect(commands.filter((command) => !isAllowed(policy, command))).toEqual([]);
    const onKeys = commands.filter(({ input }) => input.Key?.['pk']?.S === keyPartition);
    expect(onKeys.map((command) => command.name)).toEqual(['GetItem', 'UpdateItem']);
  },
);

test.each(withKeys)(
  '$name: its role allows on other items what the function with tokens may do',
  ({ work, name }) => {
    const { actions, unitActions, keyActions } = roleOf(name);
    const withTokens = roleOf(nameOf(work, 'token'));
    expect({ actions, unitActions }).toEqual({
      actions: withTokens.actions,
      unitActions: withTokens.unitActions,
    });
    expect([keyActions, withTokens.keyActions]).toEqual([['GetItem', 'UpdateItem'], []]);
  },
);

test('a function that only looks up keys may read no other item but the settings', () => {
  const of = (name: string, pk: string): Command => ({
    name,
    input: {
      Key: { pk: { S: pk }, sk: { S: 'a' } },
      UpdateExpression: 'SET lastUsed = :now',
      RequestItems: { [tableName]: { Keys: [{ pk: { S: pk } }] } },
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    },
  });
  const policy = policyOf(roleOf('nothingByHeader'));
  const names = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'];
  const partitions = [keyPartition, '~settings', '~units', 'note/1', 'acme:order/1'];
  const allowed = partitions.flatMap((pk) =>
    names.flatMap((name) => (isAllowed(policy, of(name, pk)) ? `${name} ${pk}` : [])),
  );
  expect(allowed).toEqual([`GetItem ${keyPartition}`, `UpdateItem ${keyPartition}`, 'GetItem ~settings']);
});
