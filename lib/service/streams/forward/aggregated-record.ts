/**
 * Aggregates many documents into one Kinesis record, in the format of the Kinesis producer library
 * (https://github.com/awslabs/amazon-kinesis-producer/blob/master/aggregation-format.md). Firehose
 * and the Kinesis and Lambda consumer libraries unpack it. The record is a magic number, a Protocol
 * Buffers message, and the MD5 of the message.
 */

import { createHash } from 'node:crypto';

const mark = Buffer.from([0xf3, 0x89, 0x9a, 0xc2]);
/** The tag of a bytes field: its field number and wire type 2. */
const partitionKeys = (1 << 3) | 2;
const records = (3 << 3) | 2;
const data = (3 << 3) | 2;
/** The first partition key: field 1, an integer. */
const firstKey = Buffer.from([1 << 3, 0]);

/** The maximum overhead per document in bytes. */
export const recordOverhead = 16;
/** The maximum overhead of the whole record in bytes, beside the overhead per document. */
export const aggregateOverhead = 128;

/** @param partitionKey The partition key of all documents. */
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

/** Encodes seven bits in each byte, the lowest first; the eighth is set if more follow. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
