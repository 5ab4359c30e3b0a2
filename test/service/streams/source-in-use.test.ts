/** A stream is opened while its source is deleted: one of the two sees the other, wherever each of them is. */

import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDocument, openDocuments } from '../../../lib/headwater/data/documents.ts';
import { createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent, type StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import {
  changeStream,
  createStream,
  listStreams,
  removeStream,
} from '../../../lib/service/streams/stream-repository.ts';
import { refuseUsed } from '../../../lib/service/streams/used-sources.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat, crashingClient, haltingClient } from '../../support/faulty-client.ts';

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const openOn = (client: DynamoDBDocumentClient) => {
  const sources = openDocuments(sourceType, { client, tableName });
  const streams = openDocuments(streamType, { client, tableName });
  return {
    makeSource: async () =>
      (await createDocument(sources, { tags: [], format: 'json', preprocessors: [] }))._id,
    open: (source: string, id?: string) =>
      createStream(streams, newStreamContent({ source }), { reservedId: id }),
    setState: (id: string, state: StreamRecord['state']) =>
      changeStream(streams, id, { contentOf: (current) => ({ ...current, state }) }),
    remove: (source: string) =>
      removeDocument(sources, source, {
        check: () => refuseUsed(streams, source, { hasScope: () => true }),
      }),
    removeStream: (id: string) => removeStream(streams, id, () => undefined),
    isThere: (source: string) =>
      getDocument(sources, source).then(
        () => true,
        () => false,
      ),
    count: async (source: string) => (await listStreams(streams, { from: 0, size: 10, source })).hits.length,
  };
};

type Actor = ReturnType<typeof openOn>;
const plain = () => openOn(engine.client);
const codeOf = (error: unknown) => String(Object(error).code);
const outcome = (sent: Promise<unknown>) => sent.then(() => 'done', codeOf);

/** Exactly one of the two has been done, and the table says so. */
async function expectOne(source: string, { opened, removed }: Record<'opened' | 'removed', string>) {
  const left = { isThere: await plain().isThere(source), streams: await plain().count(source) };
  const [first, second] = [
    { opened: 'done', removed: 'source_in_use', left: { isThere: true, streams: 1 } },
    { opened: 'not_found', removed: 'done', left: { isThere: false, streams: 0 } },
  ];
  expect({ opened, removed, left }).toEqual(opened === 'done' ? first : second);
}

const acts = {
  open: (actor: Actor, source: string) => actor.open(source),
  remove: (actor: Actor, source: string) => actor.remove(source),
};

describe.each([
  ['opened', 'open', 'remove'],
  ['deleted', 'remove', 'open'],
] as const)('when what is %s halts', (_name, halted, other) => {
  test('after any command, the other sees it', async () => {
    let commands = 0;
    for (let isOver = false; !isOver; commands++) {
      const source = await plain().makeSource();
      const halting = haltingClient(engine.client, commands);
      const first = outcome(acts[halted](openOn(halting.client), source));
      isOver = await Promise.race([first.then(() => true), halting.halted.then(() => false)]);
      const second = await outcome(acts[other](plain(), source));
      halting.resume();
      const results = { [halted]: await first, [other]: second };
      await expectOne(source, { opened: results['open'] ?? '', removed: results['remove'] ?? '' });
    }
    expect(commands).toBeGreaterThan(1);
  });
});

test('a stream whose creation crashes is opened by the next try, unless the source is gone', {
  tags: ['faults'],
}, async () => {
  for (let commands = 1; ; commands++) {
    const source = await plain().makeSource();
    const id = (await plain().makeSource()).replace(/^./, 'a');
    const crashed = await outcome(openOn(crashingClient(engine.client, commands)).open(source, id));
    const removed = await outcome(plain().remove(source));
    const opened = await outcome(plain().open(source, id));
    await expectOne(source, { opened, removed });
    if (crashed === 'done') break;
  }
});

describe.each(['open', 'paused'] as const)('a stream that becomes %s again and again', (state) => {
  test('keeps its source, wherever the deletion is', async () => {
    const other = state === 'open' ? 'paused' : 'open';
    const source = await plain().makeSource();
    const { _id } = await plain().open(source);
    await plain().setState(_id, other);
    for (let commands = 0, isOver = false; !isOver; commands++) {
      const halting = haltingClient(engine.client, commands);
      const removed = outcome(openOn(halting.client).remove(source));
      isOver = await Promise.race([removed.then(() => true), halting.halted.then(() => false)]);
      await plain().setState(_id, commands % 2 === 0 ? state : other);
      halting.resume();
      expect(await removed).toBe('source_in_use');
      expect(await plain().isThere(source)).toBe(true);
    }
    await plain().setState(_id, 'closed');
    expect(await outcome(plain().remove(source))).toBe('done');
  });
});

test('the closing of a stream frees its source once, though the answer to it is lost', async () => {
  const source = await plain().makeSource();
  const [one, other] = [await plain().open(source), await plain().open(source)];
  const twice = clientThat(engine.client, async (_command, forward) => {
    await forward().catch(() => undefined);
    return forward();
  });
  await openOn(twice).setState(one._id, 'closed');
  await openOn(twice).setState(one._id, 'closed');
  expect(await outcome(plain().remove(source))).toBe('source_in_use');
  await plain().setState(other._id, 'closed');
  expect(await outcome(plain().remove(source))).toBe('done');
});

test('a source is deleted though the answer to its deletion is lost', async () => {
  const source = await plain().makeSource();
  const twice = clientThat(engine.client, async (_command, forward) => {
    await forward().catch(() => undefined);
    return forward();
  });
  expect(await outcome(openOn(twice).open(source))).toBe('done');
  expect(await outcome(openOn(twice).remove(source))).toBe('source_in_use');
  const unused = await plain().makeSource();
  expect(await outcome(openOn(twice).remove(unused))).toBe('done');
});

test('a stream goes with the head of its log and its registration, wherever its deletion crashes', async () => {
  for (let commands = 0, isOver = false; !isOver; commands++) {
    const source = await plain().makeSource();
    const { _id } = await plain().open(source);
    await plain().setState(_id, 'closed');
    const removed = await outcome(openOn(crashingClient(engine.client, commands)).removeStream(_id));
    isOver = removed === 'done';
    const items = (await engine.scan(tableName)).filter(
      ({ pk, sk }) => pk === `stream/${_id}` || sk === `public/${_id}`,
    );
    const left = items.map(({ sk, expiresAt }) => [sk, typeof expiresAt]);
    expect(left).toEqual(
      isOver
        ? [
            ['log', 'number'],
            [`public/${_id}`, 'number'],
          ]
        : [
            ['document', 'undefined'],
            ['log', 'undefined'],
            [`public/${_id}`, 'undefined'],
          ],
    );
    expect(await outcome(plain().removeStream(_id))).toBe(isOver ? 'not_found' : 'done');
  }
});

describe('streams that earlier code has opened, and not counted', () => {
  const countKey = (source: string) => ({ pk: `source/${source}`, sk: 'holds' });
  const forgetCount = (source: string) =>
    engine.client.send(new DeleteCommand({ TableName: tableName, Key: countKey(source) }));
  const countOf = async (source: string) =>
    (await engine.client.send(new GetCommand({ TableName: tableName, Key: countKey(source) }))).Item?.[
      'count'
    ];

  test('keep their source, and a closed one leaves no count below 0', async () => {
    const source = await plain().makeSource();
    const { _id } = await plain().open(source);
    await forgetCount(source);
    expect(await outcome(plain().remove(source))).toBe('source_in_use');
    await plain().setState(_id, 'closed');
    expect(await countOf(source)).toBeUndefined();
    expect(await outcome(plain().remove(source))).toBe('done');
  });

  test('take nothing from the count of others when they are closed', async () => {
    const source = await plain().makeSource();
    const old = await plain().open(source);
    await forgetCount(source);
    const [one, other] = [await plain().open(source), await plain().open(source)];
    for (const { _id } of [old, one]) await plain().setState(_id, 'closed');
    expect(await countOf(source)).toBe(0);
    expect(await outcome(plain().remove(source))).toBe('source_in_use');
    await plain().setState(other._id, 'closed');
    expect(await countOf(source)).toBe(0);
    expect(await outcome(plain().remove(source))).toBe('done');
  });

  test('are seen by a deletion, wherever it halts while another stream is opened', async () => {
    for (let commands = 0, isOver = false; !isOver; commands++) {
      const source = await plain().makeSource();
      const { _id } = await plain().open(source);
      await forgetCount(source);
      await plain().setState(_id, 'closed');
      const halting = haltingClient(engine.client, commands);
      const removed = outcome(openOn(halting.client).remove(source));
      isOver = await Promise.race([removed.then(() => true), halting.halted.then(() => false)]);
      const opened = await outcome(plain().open(source));
      halting.resume();
      const results = { opened, removed: await removed };
      const isThere = await plain().isThere(source);
      expect({ ...results, isThere }).toEqual(
        opened === 'done'
          ? { opened, removed: 'source_in_use', isThere: true }
          : { opened: 'not_found', removed: 'done', isThere: false },
      );
    }
  });
});
