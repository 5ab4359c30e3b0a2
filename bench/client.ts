/**
 * Compares three ways to store a source: one JSON attribute with the plain client,
 * attributes marshalled for the plain client, and DynamoDBDocumentClient. Measures
 * bundle size, start-up time and CPU time per operation.
 *
 *   npx node bench/client.ts
 */

import { execFile, fork } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { leanDependencies } from '../lib/headwater/compile/bundle/lean-dependencies.ts';
import { plainBuiltins } from '../lib/headwater/compile/bundle/plain-builtins.ts';
import { full } from './smallest.ts';

const coldRuns = full(15, { smallest: 1 });
const warmRuns = full(5, { smallest: 1 });
const warmOperations = full(800, { smallest: 5 });

const common = `
const source = { pk: 'source', sk: 'a', tags: ['one', 'two', 'three'], revision: 3, name: 'access log', preprocessors: '[{"type":"json"}]' };
const settings = { region: 'us-east-1' };
`;

const variants = {
  json: `
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
${common}
const client = new DynamoDBClient(settings);
const TableName = 'bench';
const Key = { pk: { S: 'source' }, sk: { S: 'a' } };
export async function operate() {
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, document: { S: JSON.stringify(source) } } }));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
  const { Items = [] } = await client.send(new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': { S: 'source' } } }));
  return [JSON.parse(Item.document.S), Items.map((item) => JSON.parse(item.document.S))];
}`,
  marshalled: `
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
${common}
const client = new DynamoDBClient(settings);
const TableName = 'bench';
export async function operate() {
  await client.send(new PutItemCommand({ TableName, Item: marshall(source) }));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall({ pk: 'source', sk: 'a' }) }));
  const { Items = [] } = await client.send(new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: marshall({ ':pk': 'source' }) }));
  return [unmarshall(Item), Items.map((item) => unmarshall(item))];
}`,
  document: `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
${common}
const client = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
const TableName = 'bench';
export async function operate() {
  await client.send(new PutCommand({ TableName, Item: source }));
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: 'source', sk: 'a' } }));
  const { Items = [] } = await client.send(new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'source' } }));
  return [Item, Items];
}`,
} as const;

const measure = `
const start = performance.now();
const { operate } = await import(process.argv[2]);
await operate();
const coldMs = performance.now() - start;
const count = Number(process.argv[3]);
const before = process.cpuUsage();
for (let i = 0; i < count; i++) await operate();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ coldMs, cpuUs: (user + system) / count }));
`;

const folder = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
const database = await startDatabase();
try {
  await writeFile(join(folder, 'measure.mjs'), measure);
  const rows = [];
  for (const [name, source] of Object.entries(variants))
    rows.push({ name, ...(await bundleVariant(name, source)) });
  // Variants take turns, so a slow period of the machine affects all of them.
  for (let run = 0; run < coldRuns; run++)
    for (const row of rows) row.cold.push((await runVariant(row.path, 0)).coldMs);
  for (let run = 0; run < warmRuns; run++) {
    for (const row of rows) row.warm.push((await runVariant(row.path, warmOperations)).cpuUs);
  }
  const columns = rows.map(({ name, kb, cold, warm }) => ({
    name,
    figures: [kb, median(cold), median(warm)],
  }));
  print(
    '',
    columns.map(({ name }) => name),
  );
  for (const [index, label] of [
    'bundle, KB',
    'import + 3 requests, ms',
    'put + get + query, CPU us',
  ].entries()) {
    const [first = Number.NaN, ...others] = columns.map(({ figures }) => figures[index] ?? Number.NaN);
    print(label, [
      first.toFixed(1),
      ...others.map((figure) => `${figure.toFixed(1)} (x${(figure / first).toFixed(2)})`),
    ]);
  }
} finally {
  database.child.kill('SIGKILL');
  await rm(folder, { recursive: true });
}

async function bundleVariant(name: string, source: string) {
  const path = join(folder, `${name}.mjs`);
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node24', minify: true } as const;
  await build({
    ...options,
    stdin: { contents: source, resolveDir: process.cwd() },
    outfile: path,
    mainFields: ['module', 'main'],
    plugins: [leanDependencies, plainBuiltins],
  });
  return { path, kb: (await stat(path)).size / 1024, cold: [] as number[], warm: [] as number[] };
}

async function runVariant(path: string, count: number): Promise<{ coldMs: number; cpuUs: number }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(folder, 'measure.mjs'), path, String(count)],
    {
      env: { ...process.env, ...database.environment },
    },
  );
  return JSON.parse(stdout);
}

/** Runs in its own process, so its CPU time is not counted. */
async function startDatabase() {
  const script = join(folder, 'database.mjs');
  await writeFile(
    script,
    `import { openDatabase } from '${resolve('lib/headwater/tools/local/database.ts')}';
const { environment } = await openDatabase('${join(folder, 'data')}', 'bench');
process.send(environment);`,
  );
  const child = fork(script);
  const environment = await new Promise<Record<string, string>>((done) =>
    child.once('message', (message) => done(message as Record<string, string>)),
  );
  return { child, environment };
}

function print(label: string, cells: readonly string[]): void {
  console.log(`${label.padEnd(28)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
