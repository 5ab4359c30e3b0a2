/**
 * Many documents in one record of Kinesis, in the format of its producer library
 * (https://github.com/awslabs/amazon-kinesis-producer/blob/master/aggregation-format.md):
 * Firehose, the client libraries of Kinesis and those for Lambda unpack it. It is a
 * message of Protocol Buffers between a mark and the MD5 of the message.
 */

import { createHash } from 'node:crypto';

const mark = Buffer.from([0xf3, 0x89, 0x9a, 0xc2]);
/** A field of bytes has the number of the field and the wire type 2. */
const partitionKeys = (1 << 3) | 2;
const records = (3 << 3) | 2;
const data = (3 << 3) | 2;
/** The first partition key: field 1, an integer. */
const firstKey = Buffer.from([1 << 3, 0]);

/** What a document takes beside its bytes, at most. */
export const recordOverhead = 16;
/** What all take together beside them, at most. */
export const aggregateOverhead = 128;

/** @param partitionKey Of all documents. */
export function aggregatedRecord(partitionKey: string, documents: readonly Uint8Array[]): Uint8Array {
  const message = Buffer.concat([
    ...field(partitionKeys, [Buffer.from(partitionKey)]),
    ...documents.flatMap((document) => field(records, [firstKey, ...field(data, [document])])),
  ]);
  return Buffer.concat([mark, message, createHash('md5').update(message).digest()]);
}

function field(tag: number, content: readonly Uint8Array[]): Uint8Array[] {
  const length = content.reduce((sum, bytes) => sum + bytes.length, 0);
  return [Buffer.from([tag, ...varint(length)]), ...content];
}

/** Seven bits in each byte, the lowest first; the eighth says that more follow. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
