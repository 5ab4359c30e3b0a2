/**
 * The Kinesis data stream that the stage configures. Only functions that forward contain its client.
 *
 * One Kinesis record follows the other, and each has many documents. A reader that skips positions not greater than the
 * stream's last one gets each document once, in order.
 */

import { KinesisClient, PutRecordCommand } from '@aws-sdk/client-kinesis';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { omitUndefined, writeJson } from 'headwater/json';
import { type InvocationTime, maxAttemptMs, sendOptions, translated } from 'headwater/table';
import { parseRegistered } from '../leases/forwarded-streams.ts';
import { forwardedKey } from '../log/write/begin-log.ts';
import { aggregatedRecord, aggregateOverhead, recordOverhead } from './aggregated-record.ts';
import type { Delivery, LoggedDocument } from './forward-stream.ts';

export interface RecordToPut {
  readonly partitionKey: string;
  readonly data: Uint8Array;
  /** The sequence number of the preceding record. */
  readonly after: string | undefined;
}

export interface Target {
  readonly arn: string;
  /** @returns its sequence number. @throws ServiceError unavailable, timeout; what Kinesis refuses for good. */
  readonly put: (record: RecordToPut) => Promise<string>;
}

/** The quota of a Kinesis record, including its partition key. */
const maxRecordBytes = 1_048_576;

/** The pause before a busy data stream gets another request. */
const restMs = 1_000;

export function toKinesis({ arn, put }: Target): Delivery {
  return {
    keyOf: forwardedKey,
    encode: lineOf,
    maxBytes: maxRecordBytes - aggregateOverhead,
    overhead: recordOverhead,
    send: async ({ stream }, { documents }, item) => {
      const state = parseRegistered(item);
      const after = state?.target === arn ? state.sequence : undefined;
      const data = aggregatedRecord(
        stream,
        documents.map(({ bytes }) => bytes),
      );
      const sequence = await put({ partitionKey: stream, data, after });
      return { set: { sequence, target: arn } };
    },
    failure: () => ({ set: {}, restMs }),
  };
}

/** Each document ends with a line break, so Firehose writes one per line. */
function lineOf({ owner, stream, position, part, at, document }: LoggedDocument): Uint8Array {
  const pushed = new Date(at).toISOString();
  const line = { owner, stream, position, ...omitUndefined({ part }), pushed, document };
  return Buffer.from(`${writeJson(line)}\n`);
}

let client: KinesisClient | undefined;

/**
 * @param arn The ARN of the data stream.
 * @param time The time limits of the invocation.
 * @throws Error if it is not the ARN of a data stream.
 */
export function kinesisTarget(arn: string | undefined, time: InvocationTime): Target {
  const [, region, name] = /^arn:[^:]*:kinesis:([^:]+):\d*:stream\/(.+)$/.exec(arn ?? '') ?? [];
  if (arn === undefined || region === undefined || name === undefined)
    throw new Error('The environment variable KINESIS_STREAM is not the ARN of a data stream.');
  client ??= makeClient(region);
  return { arn, put: (record) => put(name, record, time) };
}

function makeClient(region: string): KinesisClient {
  // HTTP/1.1: one record at a time gains nothing from HTTP/2. The time limits are those used for commands to the database.
  const requestHandler = new NodeHttpHandler({
    connectionTimeout: 1_000,
    requestTimeout: maxAttemptMs,
    throwOnRequestTimeout: true,
  });
  return new KinesisClient({ region, maxAttempts: 3, requestHandler });
}

async function put(
  StreamName: string,
  { partitionKey, data, after }: RecordToPut,
  time: InvocationTime,
): Promise<string> {
  const send = (order: { readonly SequenceNumberForOrdering?: string }) => {
    const command = new PutRecordCommand({ StreamName, PartitionKey: partitionKey, Data: data, ...order });
    return (client as KinesisClient).send(command, sendOptions(time));
  };
  const sent =
    after === undefined
      ? send({})
      : send({ SequenceNumberForOrdering: after }).catch((error: unknown) => {
          // The data stream was deleted and created again: it does not know the number.
          if (error instanceof Error && error.name === 'InvalidArgumentException') return send({});
          throw error;
        });
  const { SequenceNumber } = await translated(sent, 'kinesis');
  if (SequenceNumber === undefined) throw new Error('Kinesis has returned no sequence number.');
  return SequenceNumber;
}
