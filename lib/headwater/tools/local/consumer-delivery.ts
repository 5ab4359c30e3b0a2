/** Delivers the changes of the local table to one consumer, as Lambda does by its event source mapping. */

import type { DynamoDBRecord } from 'aws-lambda';
import { streamBatch } from '../../compile/aws/functions/background-settings.ts';
import { count } from '../../shared/count.ts';
import { itemsOf, membersOf } from '../../shared/json/is-object.ts';
import type { Trigger } from '../../shared/plan/function-plan.ts';
import type { Invoked } from './function-process.ts';

export interface ConsumerCalls {
  /** Calls the consumer. */
  invoke(event: object): Promise<Invoked>;
  /** Takes a change that has failed at each attempt. */
  bury(record: DynamoDBRecord): Promise<void>;
  /** Waits before the next attempt. */
  pause(ms: number): Promise<unknown>;
  /** Takes what became of a batch. @param failure such as `attempt 2 failed`. */
  log(size: string, ms: number, failure: string | undefined): void;
}

/** Between two attempts, as a first try and then twice as long each time. */
const firstPauseMs = 250;

interface Batch {
  readonly records: readonly DynamoDBRecord[];
  /** How often exactly these changes have failed together. */
  readonly failures: number;
}

export class ConsumerDelivery {
  readonly #trigger: Trigger<'table-stream'>;
  readonly #calls: ConsumerCalls;
  /** What comes next, in the order of the changes. */
  readonly #batches: Batch[] = [];
  #newest: DynamoDBRecord[] = [];
  #inProcess = 0;

  constructor(trigger: Trigger<'table-stream'>, calls: ConsumerCalls) {
    this.#trigger = trigger;
    this.#calls = calls;
  }

  /** How many changes wait, or are being processed. */
  get length(): number {
    return (
      this.#inProcess +
      this.#newest.length +
      this.#batches.reduce((sum, { records }) => sum + records.length, 0)
    );
  }

  /** Takes a change, unless the consumer does not want it. */
  push(record: DynamoDBRecord): void {
    if (!wants(this.#trigger, record)) return;
    this.#newest.push(record);
    if (this.#inProcess === 0) void this.#run();
  }

  /** One batch after the other, as of one shard. */
  async #run(): Promise<void> {
    for (let batch = this.#next(); batch; batch = this.#next()) {
      this.#inProcess = batch.records.length;
      this.#batches.unshift(...(await this.#deliver(batch)));
      this.#inProcess = 0;
    }
  }

  #next(): Batch | undefined {
    const batch = this.#batches.shift();
    if (batch) return batch;
    const records = this.#newest.splice(0, streamBatch.batchSize);
    return records.length > 0 ? { records, failures: 0 } : undefined;
  }

  /** @returns what remains of the batch. */
  async #deliver({ records, failures }: Batch): Promise<Batch[]> {
    const startedAt = performance.now();
    const invoked = await this.#calls.invoke({ Records: records });
    if (invoked.kind === 'interrupted') {
      await this.#calls.pause(firstPauseMs);
      return [{ records, failures }];
    }
    const from = firstFailure(records, invoked);
    const failed = records.slice(from);
    const failure = failed.length === 0 ? undefined : `attempt ${failures + 1} failed`;
    this.#calls.log(count(records.length, 'change'), performance.now() - startedAt, failure);
    if (failed.length === 0) return [];
    if (failed.length === 1 && failures >= streamBatch.maximumRetryAttempts) {
      await this.#calls.bury(failed[0] as DynamoDBRecord);
      return [];
    }
    await this.#calls.pause(firstPauseMs * 2 ** Math.min(failures, 4));
    // Halves begin anew: the attempts of a batch count against no change in it.
    if (failed.length === 1) return [{ records: failed, failures: failures + 1 }];
    return halves(failed).map((half) => ({ records: half, failures: 0 }));
  }
}

/** By the filter of the event source mapping. */
function wants({ sortKeyPrefixes, deletions }: Trigger<'table-stream'>, record: DynamoDBRecord): boolean {
  if (record.eventName === 'REMOVE' && !deletions) return false;
  const sk = record.dynamodb?.Keys?.['sk']?.S;
  return sk !== undefined && sortKeyPrefixes.some((prefix) => sk.startsWith(prefix));
}

/** The index of the first change that has failed: with it, Lambda begins again. As many as there are if all is well. */
function firstFailure(records: readonly DynamoDBRecord[], invoked: Invoked): number {
  if (invoked.kind !== 'returned') return 0;
  const failures = itemsOf(membersOf(invoked.value)['batchItemFailures']);
  const failed = new Set(failures.map((failure) => membersOf(failure)['itemIdentifier']));
  // Lambda takes any other identifier for a failure of the whole batch.
  if (failed.size > 0 && !records.some(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber))) return 0;
  const first = records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber));
  return first < 0 ? records.length : first;
}

/** bisectBatchOnFunctionError: so a change that always fails is alone in the end. */
function halves<Item>(items: readonly Item[]): (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
