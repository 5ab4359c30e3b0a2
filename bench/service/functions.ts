/**
 * Compares the functions that list and create sources with functions written by hand, which send the same commands to the
 * same engine and check nothing: with the client as its packages are, and with the client as bundles have it.
 *
 *   npm run build && npx node bench/service/functions.ts
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import type { LambdaHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { httpApiEvent } from '../../test/support/event.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';
import { bundleFunction, type Client } from '../functions/bundle-function.ts';
import { measureFunctions, printFigures, type Requests } from '../functions/measure.ts';
import { full } from '../smallest.ts';

const calls = full(200, { smallest: 2 });
const listed = 10;
const words = ['access', 'log', 'lines', 'of', 'the', 'web', 'servers'];
const json = { 'content-type': 'application/json' };
const source = { name: 'access log', tags: ['web', 'nginx'], description: 'Lines of the web servers.' };
const create = httpApiEvent({
  method: 'POST',
  url: '/v1/source',
  headers: json,
  body: JSON.stringify(source),
});

const commonSource = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
const client = documents.DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;
const respond = (statusCode, body) => ({ statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
`;

/** With the keys of the table (docs/headwater/storage.md). */
const byHand = {
  list: `${commonSource}
const keys = JSON.parse(process.env.BENCH_IDS).map((id) => ({ pk: 'source/' + id, sk: 'document' }));
export const handler = async ({ queryStringParameters: { from = '0', size = '10' } = {} }) => {
  const { Items } = await client.send(new documents.QueryCommand({
    TableName, Limit: 195, ConsistentRead: true, ScanIndexForward: false,
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': 's', ':low': '----------------', ':high': 'zzzzzzzzzzzzzzzz' },
  }));
  const { Responses } = await client.send(new documents.BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys, ConsistentRead: true } } }));
  return respond(200, { from: Number(from), size: Number(size), total: Items.length, hits: Responses[TableName] });
};`,
  create: `${commonSource}
import { randomBytes, randomUUID } from 'node:crypto';
const parts = [...${JSON.stringify(words)}.map((word) => ['w/', word]), ['t/', 'web'], ['t/', 'nginx']];
const terms = [['s', ''], ...parts.map(([kind, text]) => [kind + text.slice(0, 2), text.slice(2) + '\\t'])];
export const handler = async ({ body }) => {
  const _id = randomBytes(12).toString('hex');
  const created = new Date().toISOString();
  const source = { _id, created, updated: created, revision: 1, ...JSON.parse(body), format: 'json', preprocessors: [] };
  const keys = { pk: 'source/' + _id, sk: 'document', stored: { layout: 1, schema: 1, version: 1 } };
  const Item = { ...source, ...keys, preprocessors: '[]', '~': 3892378110 };
  await client.send(new documents.TransactWriteCommand({
    ClientRequestToken: randomUUID(),
    TransactItems: [
      { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(#pk)', ExpressionAttributeNames: { '#pk': 'pk' } } },
      ...terms.map(([pk, rest]) => ({ Put: { TableName, Item: { pk, sk: rest + 'Pk' + _id.slice(10) } } })),
    ],
  }));
  return respond(201, source);
};`,
};

const engine = await forkEngine();
const folder = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
try {
  const emitted = (id: string) => join(repository, '.generated/bundles', id, 'index.mjs');
  const environment = { ...engine.environment, ACCESS: 'open' };
  await createTable(engine.client, 'listed');
  Object.assign(process.env, environment, { TABLE_NAME: 'listed' });
  const { handler }: { readonly handler: LambdaHandler } = await import(
    pathToFileURL(emitted('source-create')).href
  );
  const ids: string[] = [];
  for (let made = 0; made < listed; made++)
    ids.push(JSON.parse(String(Object((await handler(create, lambdaContext())) as object).body))._id);
  const requests: Readonly<Record<keyof typeof byHand, Requests>> = {
    list: { valid: httpApiEvent({ url: '/v1/source?size=10' }) },
    create: { valid: create },
  };
  for (const name of ['list', 'create'] as const) {
    const own = async (kind: string) => {
      const table = name === 'list' ? 'listed' : `created-${randomBytes(4).toString('hex')}`;
      if (name === 'create') await createTable(engine.client, table);
      return {
        name: kind,
        environment: { ...environment, TABLE_NAME: table, BENCH_IDS: JSON.stringify(ids) },
      };
    };
    const bundled = async (kind: string, client: Client) => ({
      ...(await own(kind)),
      path: await bundleFunction(byHand[name], join(folder, `${client}-${name}.mjs`), client),
    });
    const functions = [
      await bundled('bare, the client of its packages', 'whole'),
      await bundled('bare, the client of bundles', 'lean'),
      { ...(await own(`source-${name}`)), path: emitted(`source-${name}`) },
    ];
    printFigures(name, await measureFunctions(functions, requests[name], calls));
  }
} finally {
  engine.stop();
  await rm(folder, { recursive: true });
}
