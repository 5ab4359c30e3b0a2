/**
 * A proxy between functions and the engine that counts what requests read, and what owners are charged for. Charges arrive once no
 * read is on its way: so requests that are sent at the same time all read before any of them is charged.
 */

import { setImmediate as turn } from 'node:timers/promises';
import { type EngineCommand, startEngineProxy } from '../../support/engine-proxy.ts';

/** Read units. */
export interface CountedUnits {
  /** What DynamoDB has counted for items of owners. */
  read: number;
  /** The same for items of the stage itself, whose partitions begin with `~`. */
  readOfStage: number;
  charged: number;
  commands: number;
}

export interface UnitsProxy {
  readonly endpoint: string;
  /** Runs, waits until no command is on its way, and counts. */
  measure(run: () => Promise<unknown>): Promise<CountedUnits>;
}

const readCommands = ['GetItem', 'BatchGetItem', 'Query', 'Scan'];

/** @param unitsPerSecond Of each owner: the item of an owner is a time in milliseconds. */
export async function startUnitsProxy(endpoint: string, unitsPerSecond: number): Promise<UnitsProxy> {
  let counted = noUnits();
  let open = 0;
  let charging = 0;
  /** Until nothing but charges has been on its way for a while. */
  const rest = async () => {
    for (let idle = 0; idle < 5; idle = open === charging ? idle + 1 : 0) await turn();
  };
  const answer = async ({ name, body, perform }: EngineCommand) => {
    const isRead = readCommands.includes(name);
    const input = JSON.parse(body);
    const isCharge = name === 'UpdateItem' && input.Key.pk.S === '~units';
    if (isCharge) {
      charging++;
      await rest();
      charging--;
    }
    const answered = await perform(
      JSON.stringify(isRead ? { ...input, ReturnConsumedCapacity: 'TOTAL' } : input),
    );
    const isDone = answered.status === 200;
    counted.commands++;
    if (isRead && isDone) {
      const units = unitsIn(JSON.parse(answered.text));
      if (partitionOf(input).startsWith('~')) counted.readOfStage += units;
      else counted.read += units;
    }
    if (isCharge && isDone)
      counted.charged += (costIn(input.ExpressionAttributeValues) * unitsPerSecond) / 1_000;
    return answered;
  };
  const own = await startEngineProxy(endpoint, async (command) => {
    open++;
    return answer(command).finally(() => open--);
  });
  return {
    endpoint: own,
    measure: async (run) => {
      await rest();
      counted = noUnits();
      await run();
      await rest();
      return counted;
    },
  };
}

function noUnits(): CountedUnits {
  return { read: 0, readOfStage: 0, charged: 0, commands: 0 };
}

function unitsIn({ ConsumedCapacity = [] }: { readonly ConsumedCapacity?: object }): number {
  const all = [ConsumedCapacity].flat() as readonly { readonly CapacityUnits?: number }[];
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

function partitionOf({ Key, ExpressionAttributeValues, RequestItems = {} }: ReadInput): string {
  const [keys] = Object.values(RequestItems);
  return (Key ?? keys?.Keys[0])?.pk.S ?? ExpressionAttributeValues?.[':pk']?.S ?? '';
}

interface ReadInput {
  readonly Key?: PartitionKey;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly PartitionKey[] }>>;
}

interface PartitionKey {
  readonly pk: { readonly S: string };
}

/** The milliseconds that a change of an owner's item adds, or from now on. */
function costIn(values: Readonly<Record<string, { readonly N?: string }>>): number {
  const number = (name: string) => Number(values[name]?.N ?? 0);
  return values[':until'] ? number(':until') - number(':now') : number(':cost');
}
