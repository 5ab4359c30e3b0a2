/** No part of a record is lost or doubled, whatever crashes, and however the preprocessors change between replays. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createIdGenerator } from '../../../../../lib/headwater/data/store/ids.ts';
import type { SourceRecord } from '../../../../../lib/service/sources/source-record.ts';
import { readFailures, readLog } from '../../../../../lib/service/streams/log/read/read-log.ts';
import { pushRecords } from '../../../../../lib/service/streams/push/push-records.ts';
import { replayFailures } from '../../../../../lib/service/streams/replay/replay-failures.ts';
import { replayRecords } from '../../../../../lib/service/streams/replay/replay-records.ts';
import type { StreamRecord } from '../../../../../lib/service/streams/stream-record.ts';
import { amount } from '../../../../support/amount.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { crashingClient } from '../../../../support/faulty-client.ts';
import { replayedSource, plentyOfTime as time } from '../../../support/replayed-source.ts';
import { beginStream, openLog } from '../../../support/stream-log.ts';

let engine: Engine;
let tableName: string;
const newId = createIdGenerator();

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const made = new Date(0).toISOString();
const stream: StreamRecord = {
  ...{ _id: '1'.repeat(24), created: made, updated: made, revision: 1, tags: [], source: '0'.repeat(24) },
  ...{ name: 'parts', state: 'open', on_error: 'quarantine', retention_days: 7 },
};

/** Texts in `bad` fail, and texts in `gone` are dropped. */
interface Version {
  readonly bad: readonly string[];
  readonly gone: readonly string[];
}

const sourceOf = ({ bad, gone }: Version): SourceRecord => ({
  ...replayedSource,
  preprocessors: [
    { type: 'unnest', field: 'outer' },
    // A text stays a record of its own.
    { type: 'unnest', field: 'outer', if: 'outer::list' },
    ...bad.map((text) => ({ type: 'fail', message: text, if: `outer:=${text}` }) as const),
    ...gone.map((text) => ({ type: 'drop', if: `outer:=${text}` }) as const),
  ],
});

type Values = readonly (string | readonly string[])[];

interface Options {
  readonly client?: DynamoDBDocumentClient;
  readonly key?: string;
  readonly now?: () => number;
}

const readPipeline = async () => undefined;
const later = () => Date.now() + 60_000;
const range = { from: 0, to: 1_000, limit: 500 };
const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;

function open(id: string, { client = engine.client, now }: Options = {}) {
  return openLog({ client, tableName, stream: id, ...(now ? { now } : {}) }).log;
}

const begin = () => beginStream({ client: engine.client, tableName }, newId());

function push(id: string, records: readonly Values[], version: Version, options: Options = {}) {
  const content = JSON.stringify(records.map((outer, n) => ({ n, outer })));
  return pushRecords(open(id, options), {
    stream,
    readSource: async () => sourceOf(version),
    readPipeline,
    body: { mediaType: 'application/json', content },
    key: options.key,
    time,
    items: 'all',
  });
}

const replayAll = (id: string, version: Version, options: Options = {}) =>
  replayFailures({
    ...{
      log: open(id, options),
      readSource: async () => sourceOf(version),
      readPipeline,
      range,
      time,
      expiresAt,
    },
    key: options.key,
  });

const replayRange = (id: string, version: Version, options: Options = {}) =>
  replayRecords({
    log: open(id, options),
    readSource: async () => sourceOf(version),
    readPipeline,
    range,
    time,
  });

/** What is stored, and what has failed: `record/part=text`, and the name of a part or `*` for a whole record. */
async function contentOf(id: string) {
  const log = open(id, { now: later });
  const stored: string[] = [];
  const failed: string[] = [];
  await readLog(log, {
    isNewestFirst: false,
    take: ({ records }) => {
      for (const { documents } of records)
        for (const { part, document } of documents)
          stored.push(`${document['n']}/${part}=${String(document['outer'])}`);
      return true;
    },
  });
  await readFailures(log, {
    isNewestFirst: false,
    take: ({ records }) => {
      for (const { raw, claim } of records) {
        const n = Object(raw).n as number;
        const parts = (claim?.only ?? ['*']).filter((part) => !claim?.except?.includes(part));
        failed.push(...parts.map((part) => `${n}/${part}`));
      }
      return true;
    },
  });
  return { stored: stored.toSorted(), failed: failed.toSorted() };
}

/** All parts of the records, by this test's own reckoning. */
function partsOf(records: readonly Values[]) {
  return records.flatMap((values, n) =>
    values.flatMap((value, index) =>
      typeof value === 'string'
        ? [{ n, part: `${index}`, text: value }]
        : value.map((text, inner) => ({ n, part: `${index}.${inner}`, text })),
    ),
  );
}

const pushed: readonly Values[] = [['a', ['b', 'c'], 'd'], ['e'], ['b'], [['a', 'c']]];
const before: Version = { bad: ['b', 'd'], gone: ['e'] };
const after: Version = { bad: ['d'], gone: [] };

const contentBefore = {
  stored: ['0/0=a', '0/1.1=c', '3/0.0=a', '3/0.1=c'],
  failed: ['0/1.0', '0/2', '2/*'],
};
const contentAfter = {
  stored: ['0/0=a', '0/1.0=b', '0/1.1=c', '2/0=b', '3/0.0=a', '3/0.1=c'],
  failed: ['0/2'],
};

const isDone = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

test('a push that crashes after any command is stored once by its next try', {
  tags: ['faults'],
}, async () => {
  let commands = 0;
  for (let isOver = false; !isOver; commands++) {
    const id = await begin();
    const client = crashingClient(engine.client, commands);
    isOver = await isDone(push(id, pushed, before, { client, key: 'key' }));
    const { took: _, ...answer } = await push(id, pushed, before, { key: 'key' });
    expect(answer).toMatchObject({
      ...{ stored: 4, failed_count: 2, dropped_count: 1 },
      items: [
        { status: 'quarantined', part: '1.0', parts: { stored: 2, failed: 2, dropped: 0 } },
        { status: 'dropped' },
        { status: 'quarantined', part: '0' },
        { status: 'stored', parts: { stored: 2 } },
      ],
    });
    expect(await contentOf(id)).toEqual(contentBefore);
    const head = await openLog({ client: engine.client, tableName, stream: id }).head();
    expect(head).toMatchObject({ records: 4, failures: 2, dropped: 1 });
  }
  expect(commands).toBeGreaterThan(5);
});

test('a replay that crashes after any command is done once by the next one', {
  tags: ['faults'],
}, async () => {
  let commands = 0;
  for (let isOver = false; !isOver; commands++) {
    const id = await begin();
    await push(id, pushed, before);
    const client = crashingClient(engine.client, commands);
    isOver = await isDone(replayAll(id, after, { client }));
    await replayAll(id, after, { now: later });
    expect(await contentOf(id)).toEqual(contentAfter);
    const head = await openLog({ client: engine.client, tableName, stream: id }).head();
    expect(head).toMatchObject({ records: 6, failures: 1 });
    const second = crashingClient(engine.client, commands);
    await isDone(replayRange(id, { bad: [], gone: ['c'] }, { client: second }));
    await replayRange(id, { bad: [], gone: ['c'] });
    const stored = contentAfter.stored.filter((one) => !one.endsWith('=c'));
    expect(await contentOf(id)).toEqual({ ...contentAfter, stored });
  }
  expect(commands).toBeGreaterThan(5);
});

const texts = ['a', 'b', 'c', 'd'];
const someTexts = fc.subarray(texts);
const someValues: fc.Arbitrary<Values> = fc.array(
  fc.oneof(fc.constantFrom(...texts), fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })),
  { minLength: 1, maxLength: 4 },
);
const someAction = fc.record({
  kind: fc.constantFrom('failures', 'range'),
  version: fc.record({ bad: someTexts, gone: fc.constant([]) }),
});

test('random records, preprocessors and replays', { tags: ['property'] }, async () => {
  const property = fc.asyncProperty(
    fc.array(someValues, { minLength: 1, maxLength: 4 }),
    someTexts,
    fc.array(someAction, { maxLength: 4 }),
    async (records, bad, actions) => {
      const id = await begin();
      const parts = partsOf(records);
      await push(id, records, { bad, gone: [] });
      const expectAll = async () => {
        const { stored, failed } = await contentOf(id);
        const isFailed = ({ n, part }: { n: number; part: string }) =>
          failed.some(
            (one) => one === `${n}/*` || `${n}/${part}` === one || `${n}/${part}`.startsWith(`${one}.`),
          );
        // Each part is stored, or it has failed: not both, and not twice.
        expect(stored).toEqual(
          parts
            .filter((one) => !isFailed(one))
            .map(({ n, part, text }) => `${n}/${part}=${text}`)
            .toSorted(),
        );
        expect(new Set(failed).size).toBe(failed.length);
      };
      await expectAll();
      for (const { kind, version } of actions) {
        await (kind === 'failures' ? replayAll(id, version) : replayRange(id, version));
        await expectAll();
      }
      await replayAll(id, { bad: [], gone: [] });
      await replayRange(id, { bad: [], gone: [] });
      await expectAll();
      expect((await contentOf(id)).failed).toEqual([]);
      const head = await openLog({ client: engine.client, tableName, stream: id }).head();
      expect(head).toMatchObject({ records: parts.length, failures: 0 });
    },
  );
  await fc.assert(property, { numRuns: amount({ few: 3, many: 15, most: 500 }) });
});
