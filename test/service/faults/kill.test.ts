/**
 * Repeatedly kills the service and the engine with signal 9 while clients write.
 * After each restart every acknowledged write exists, every other write exists
 * at most once, and every list is correct.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type KillableService, startKillable } from '../../support/killable-process.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { sourcesAmong } from '../support/open-sources.ts';
import { SourceLedger } from './source-ledger.ts';

const rounds = amount({ few: 0, many: 2, most: 100 });
const clients = 6;
const tableName = 'killed';

let folder: string;
let service: KillableService | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-kill-'));
});
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** All sources in the engine, newest first. */
async function scan({ endpoint }: KillableService): Promise<SourceRecord[]> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = documentClient(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
  const records: SourceRecord[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
    records.push(...sourcesAmong(Items));
  client.destroy();
  return records.toSorted((a, b) => (a._id < b._id ? 1 : -1));
}

async function expectRightLists({ call }: KillableService, stored: readonly SourceRecord[]): Promise<void> {
  const expectList = async (query: string, want: readonly SourceRecord[]) => {
    const answer = await call('source-list', { url: `/v1/source?size=1000${query}` });
    expect(answer).toMatchObject({ status: 200, body: { total: want.length, hits: want } });
  };
  await expectList('', stored);
  for (const tag of SourceLedger.tags) {
    await expectList(
      `&query=${tag}`,
      stored.filter(({ tags }) => tags.includes(tag)),
    );
  }
}

/** Clients write until one gets the last response. @returns the number of acknowledged writes. */
async function writeUntilKilled(
  { call, kill }: KillableService,
  ledger: SourceLedger,
  answers: number,
): Promise<number> {
  let acknowledged = 0;
  const write = async () => {
    for (;;) {
      const change = ledger.begin();
      const answer = await call(`source-${change.nickname}`, change.request);
      if (!answer) return;
      if (change.end(answer)) acknowledged++;
      if (acknowledged >= answers) await kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, write));
  return acknowledged;
}

test('a service killed again and again loses no acknowledged write', {
  tags: ['faults', 'property'],
}, async () => {
  const random = pseudoRandom(9);
  const ledger = new SourceLedger(random);
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    service = await startKillable(folder, tableName);
    const stored = await scan(service);
    ledger.expectAgrees(stored);
    await expectRightLists(service, stored);
    acknowledged += await writeUntilKilled(service, ledger, 1 + Math.floor(random() * 60));
  }
  service = await startKillable(folder, tableName);
  const stored = await scan(service);
  ledger.expectAgrees(stored);
  await expectRightLists(service, stored);
  const { done, undone } = ledger.unanswered;
  console.log(
    `${acknowledged} acknowledged changes; of the others, ${done} were made and ${undone} were not`,
  );
});
