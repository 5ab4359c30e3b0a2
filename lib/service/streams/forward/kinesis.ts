/** The Kinesis data stream that the stage configures. Only functions that forward contain its client. */

import { KinesisClient, PutRecordCommand } from '@aws-sdk/client-kinesis';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type InvocationTime, maxAttemptMs, sendOptions } from '../../../data/store/invocation-time.ts';
import { translated } from '../../../data/store/table-access.ts';
import type { RecordToPut, Target } from './forward-stream.ts';

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
