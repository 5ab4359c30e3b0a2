/** A Kinesis engine in this process, and the content of its data streams. */

import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  CreateStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  ListShardsCommand,
} from '@aws-sdk/client-kinesis';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import kinesalite from 'kinesalite';
import { expect, vi } from 'vitest';
import { cleanUp } from './clean-up.ts';

export interface ForwardedDocument {
  readonly owner: string;
  readonly stream: string;
  readonly position: number;
  readonly pushed: string;
  readonly document: Readonly<Record<string, unknown>>;
}

export interface DataStream {
  readonly arn: string;
  /** All documents, in the order of their shards. */
  documents(): Promise<ForwardedDocument[]>;
  /** The texts of the documents, unchanged. */
  texts(): Promise<string[]>;
  /** How many records have them. */
  count(): Promise<number>;
}

export interface KinesisEngine {
  readonly endpoint: string;
  makeStream(): Promise<DataStream>;
}

/** Stops after the tests of the file. */
export async function startKinesis(): Promise<KinesisEngine> {
  const server = kinesalite({ createStreamMs: 0, shardLimit: 1_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  cleanUp(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const requestHandler = new NodeHttpHandler({});
  const client = new KinesisClient({ endpoint, region: 'us-east-1', credentials, requestHandler });
  cleanUp(() => client.destroy());
  const makeStream = async () => {
    const name = `documents-${randomUUID()}`;
    await client.send(new CreateStreamCommand({ StreamName: name, ShardCount: 2 }));
    await vi.waitFor(() => recordsOf(client, name));
    const records = () => recordsOf(client, name);
    return {
      arn: `arn:aws:kinesis:us-east-1:000000000000:stream/${name}`,
      documents: async () => (await records()).flatMap(textsOf).map((text) => JSON.parse(text)),
      texts: async () => (await records()).flatMap(textsOf),
      count: async () => (await records()).length,
    };
  };
  return { endpoint, makeStream };
}

async function recordsOf(client: KinesisClient, StreamName: string): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  const { Shards = [] } = await client.send(new ListShardsCommand({ StreamName }));
  for (const { ShardId } of Shards) {
    const begin = new GetShardIteratorCommand({ StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
    let { ShardIterator } = await client.send(begin);
    for (;;) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
      found.push(...Records.flatMap(({ Data }) => Data ?? []));
      if (Records.length === 0) break;
      ShardIterator = NextShardIterator;
    }
  }
  return found;
}

/** Unpacks the aggregation format of the producer library of Kinesis. */
function textsOf(record: Uint8Array): string[] {
  const bytes = Buffer.from(record);
  const message = bytes.subarray(4, -16);
  expect(bytes.subarray(0, 4).toString('hex')).toBe('f3899ac2');
  expect(bytes.subarray(-16)).toEqual(createHash('md5').update(message).digest());
  return fieldsOf(message).flatMap(({ number, value }) => {
    if (number !== 3) return [];
    const text =
      fieldsOf(value)
        .find((field) => field.number === 3)
        ?.value.toString() ?? '';
    expect(text.endsWith('}\n')).toBe(true);
    return [text];
  });
}

function fieldsOf(message: Buffer): { readonly number: number; readonly value: Buffer }[] {
  const found: { number: number; value: Buffer }[] = [];
  let at = 0;
  const varint = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = message[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const length = varint();
    // An integer has no length: its value follows directly.
    const isInteger = (tag & 7) === 0;
    found.push({ number: tag >> 3, value: isInteger ? Buffer.alloc(0) : message.subarray(at, at + length) });
    if (!isInteger) at += length;
  }
  return found;
}
