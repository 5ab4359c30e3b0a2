/** A client that sums the consumed capacity of its responses. */

import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';

/** Capacity units and requests. */
export interface Metered {
  readonly units: number;
  /** The part of `units` for writes. */
  readonly written: number;
  readonly requests: number;
}

export interface Meter {
  readonly client: DynamoDBDocumentClient;
  measure(run: () => Promise<unknown>): Promise<Metered>;
}

const reads = [GetCommand, BatchGetCommand, QueryCommand];

export function meterClient(client: DynamoDBDocumentClient): Meter {
  let units = 0;
  let written = 0;
  let requests = 0;
  const send = async (command: { input: Record<string, unknown> }) => {
    command.input['ReturnConsumedCapacity'] = 'TOTAL';
    const output = (await client.send(command as never)) as { ConsumedCapacity?: unknown };
    const consumed = [output.ConsumedCapacity ?? []].flat() as ConsumedCapacity[];
    const total = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    // AWS also charges for a query without results; dynalite does not.
    const least = command instanceof QueryCommand ? (command.input.ConsistentRead ? 1 : 0.5) : 0;
    units += Math.max(total, least);
    if (!reads.some((kind) => command instanceof kind)) written += total;
    requests++;
    return output;
  };
  const metered = new Proxy(client, {
    get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)),
  });
  return {
    client: metered,
    measure: async (run) => {
      units = 0;
      written = 0;
      requests = 0;
      await run();
      return { units, written, requests };
    },
  };
}
