/**
 * Compares the writes and lists of documents with a bare client that sends the same commands: commands, capacity units, and
 * CPU time per operation. The engine's answers are canned, so that only this process is measured; units come from the embedded
 * engine.
 *
 *   npx node bench/service/store.ts
 */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type Documents, listDocuments, openDocuments } from '../../lib/headwater/data/documents.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createIdGenerator } from '../../lib/headwater/data/store/ids.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { changeDocument, createDocument, removeDocument } from '../../lib/headwater/data/writes.ts';
import { startDynamodb } from '../../lib/headwater/tools/local/dynamodb.ts';
import { sourceType } from '../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourceRecord } from '../../lib/service/sources/source-record.ts';
import { itemsOf, putItems } from '../../test/service/support/fill-table.ts';
import { clientThat } from '../../test/support/faulty-client.ts';
import { meterClient } from '../../test/support/metered-client.ts';
import { full } from '../smallest.ts';

const commands = [BatchGetCommand, DeleteCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand];
const tableName = 'bench';
const rounds = full(9, { smallest: 1 });
const operations = full(400, { smallest: 5 });
const content: SourceContent = {
  name: 'access log',
  tags: ['web', 'front', 'prod'],
  format: 'json',
  preprocessors: [{ type: 'csv', value: 'x'.repeat(500) }],
};

const { port, close } = await startDynamodb();
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
const settings = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials };
const plain = new DynamoDBClient(settings);
await createTable(plain, tableName);
const engine = documentClient(plain);

interface Operation {
  readonly name: string;
  readonly run: (documents: Documents<SourceRecord>) => Promise<unknown>;
}

const newId = createIdGenerator();
await fill(1_200);
const { _id: id } = await createDocument(open(engine), content);
let tag = 0;

const list: Operation['run'] = (documents) => listDocuments(documents, { from: 0, size: 10 });
const kinds: readonly Operation[] = [
  { name: 'create', run: (documents) => createDocument(documents, content) },
  {
    name: 'change of a tag',
    run: (documents) =>
      changeDocument(documents, id, { contentOf: () => ({ ...content, tags: ['web', `tag${++tag % 2}`] }) }),
  },
  { name: 'list of ten with its total', run: list },
];

console.log('operation                      commands  units  CPU us  bare us  ratio');
for (const kind of kinds) await report(kind);
const removed = await createDocument(open(engine), content);
const meter = meterClient(engine);
const { units, requests } = await meter.measure(() => removeDocument(open(meter.client), removed._id));
console.log(`${'remove'.padEnd(30)} ${String(requests).padStart(8)} ${String(units).padStart(6)}`);
plain.destroy();
await close();

function open(client: DynamoDBDocumentClient): Documents<SourceRecord> {
  return openDocuments(sourceType, { client, tableName, newId });
}

async function fill(count: number): Promise<void> {
  const items = Array.from({ length: count }, () => {
    const _id = newId();
    const created = new Date().toISOString();
    return itemsOf({ _id, created, updated: created, revision: 1, ...content });
  });
  await putItems(engine, tableName, items.flat());
}

/** Records the commands of one run with the bodies of their answers, and replays both without a network. */
async function report({ name, run }: Operation): Promise<void> {
  const bodies: string[] = [];
  const recorded: unknown[] = [];
  const metered = meterClient(engine);
  const { units: used, requests: sent } = await metered.measure(() => run(open(metered.client)));
  const inner = new NodeHttpHandler();
  const noting = {
    handle: async (...args: Parameters<NodeHttpHandler['handle']>) => {
      const { response } = await inner.handle(...args);
      const body = await buffer(response.body);
      bodies.push(body.toString());
      return { response: { ...response, body: Readable.from([body]) } };
    },
  };
  const client = documentClient(new DynamoDBClient({ ...settings, requestHandler: noting as never }));
  const note = (command: unknown, forward: () => Promise<unknown>) => {
    recorded.push(command);
    return forward();
  };
  await run(open(clientThat(client, note)));
  const canned = () => {
    let at = 0;
    const requestHandler = {
      handle: async () => {
        const body = Buffer.from(bodies[at++ % bodies.length] ?? '{}');
        const headers = { 'content-type': 'application/x-amz-json-1.0' };
        return { response: { statusCode: 200, headers, body: Readable.from([body]) } };
      },
    };
    return documentClient(new DynamoDBClient({ ...settings, requestHandler: requestHandler as never }));
  };
  const ours = open(canned());
  const bareClient = canned();
  const bare = async () => {
    for (const command of recorded) await bareClient.send(copyOf(command) as never);
  };
  const own: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    const [one, other] = [await cpuOf(() => run(ours)), await cpuOf(bare)];
    // The first round warms up.
    if (round > 0 || rounds === 1) {
      own.push(one);
      others.push(other);
    }
  }
  const [a, b] = [median(own), median(others)];
  const cells = [sent, used, a.toFixed(0), b.toFixed(0), (a / b).toFixed(2)];
  console.log(`${name.padEnd(30)} ${cells.map((cell) => String(cell).padStart(8)).join('')}`);
}

/** A command cannot be sent twice by clients of its own. */
function copyOf(command: unknown): unknown {
  const Kind = commands.find((one) => command instanceof one);
  if (!Kind) throw new Error('An unknown command.');
  return new (Kind as new (input: unknown) => unknown)((command as { readonly input: unknown }).input);
}

async function cpuOf(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let done = 0; done < operations; done++) await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / operations;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
