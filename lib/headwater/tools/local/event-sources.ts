/** What calls schedules and consumers locally: the clock, and the changes of the table. On AWS, EventBridge and Lambda do this. */

import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { membersOf } from '../../shared/json/is-object.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { ConsumerDelivery } from './consumer-delivery.ts';
import { buryEvent, type DeadLetter, readDeadLetters, removeDeadLetter } from './dead-letters.ts';
import type { Background, Invoked } from './function-process.ts';
import { logCall, timeOfDay } from './request-log.ts';
import { scheduledEvent } from './scheduled-event.ts';
import { type StreamView, streamRecord, type TableChange } from './table-stream.ts';

interface Functions {
  readonly service: ServicePlan;
  readonly background: Background;
  /** The variables of the functions: one whose `when` has no value is not called. */
  readonly variables: NodeJS.ProcessEnv;
  readonly view: StreamView;
}

type FunctionOf<Kind extends FunctionPlan['kind']> = Extract<FunctionPlan, { readonly kind: Kind }>;

const tickMs = 1_000;

export class EventSources {
  readonly #dataFolder: string;
  readonly #deliveries = new Map<string, { readonly plan: object; readonly delivery: ConsumerDelivery }>();
  /** When each schedule began last, in ms since 1970. */
  readonly #lastRuns = new Map<string, number>();
  #changes = 0;
  #functions: Functions | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Calls the functions of this build from now on. Changes that consumers have not processed yet stay. */
  use(functions: Functions): void {
    this.#functions = functions;
    const consumers = this.#active('consumer');
    for (const { id, triggers } of consumers) {
      const [trigger] = triggers;
      if (trigger?.kind !== 'table-stream' || isDeepStrictEqual(this.#deliveries.get(id)?.plan, trigger))
        continue;
      const delivery = new ConsumerDelivery(trigger, {
        invoke: (event) => this.#invoke(id, event),
        pause: wait,
        bury: (record) => this.#bury(id, { Records: [record] }),
        log: (size, ms, note) => logCall({ kind: 'consumer', subject: `${id} ${size}`, ms, note }),
      });
      this.#deliveries.set(id, { plan: trigger, delivery });
    }
    for (const id of this.#deliveries.keys())
      if (!consumers.some((consumer) => consumer.id === id)) this.#deliveries.delete(id);
    this.#clock ??= setInterval(() => void this.#tick(), tickMs);
  }

  /** @returns how many changes no consumer has processed. */
  stop(): number {
    clearInterval(this.#clock);
    const deliveries = [...this.#deliveries.values()];
    return deliveries.reduce((sum, { delivery }) => sum + delivery.length, 0);
  }

  readonly change = (change: TableChange): void => {
    if (this.#deliveries.size === 0 || !this.#functions) return;
    const { view } = this.#functions;
    const sequenceNumber = String(++this.#changes).padStart(21, '0');
    const record = streamRecord(change, { view, now: Date.now(), sequenceNumber });
    for (const { delivery } of this.#deliveries.values()) delivery.push(record);
  };

  /** The ids of the schedules that can run. */
  get schedules(): readonly string[] {
    return this.#active('schedule').map(({ id }) => id);
  }

  /** @returns whether it has succeeded. */
  async runSchedule(id: string): Promise<boolean> {
    const startedAt = performance.now();
    const now = Date.now();
    this.#lastRuns.set(id, now);
    const event = scheduledEvent(now);
    const { kind } = await this.#invoke(id, event);
    // A new build has replaced its process: the next tick tries again.
    if (kind === 'interrupted') this.#lastRuns.delete(id);
    else
      logCall({
        kind: 'schedule',
        subject: id,
        ms: performance.now() - startedAt,
        note: failedIf(kind === 'failed'),
      });
    if (kind === 'failed') await this.#bury(id, event);
    return kind === 'returned';
  }

  /** Calls functions with their dead letters again. @returns those that have succeeded, which are gone. */
  async resend(wanted: readonly string[]): Promise<readonly DeadLetter[]> {
    const letters = (await readDeadLetters(this.#dataFolder)).filter(({ id }) => wanted.includes(id));
    const sent: DeadLetter[] = [];
    for (const letter of letters) {
      const startedAt = performance.now();
      const invoked = await this.#invoke(letter.functionId, letter.event);
      const isDone = hasSucceeded(invoked);
      const ms = performance.now() - startedAt;
      logCall({ kind: 'resent', subject: letter.functionId, ms, note: failedIf(!isDone) });
      if (!isDone) continue;
      await removeDeadLetter(this.#dataFolder, letter);
      sent.push(letter);
    }
    return sent;
  }

  /** The functions of this kind that are called. */
  #active<Kind extends 'schedule' | 'consumer'>(kind: Kind): FunctionOf<Kind>[] {
    const { service, variables } = this.#functions ?? {};
    const isOn = (when: string | undefined) => when === undefined || Boolean(variables?.[when]);
    return (service?.functions ?? []).filter(
      (plan): plan is FunctionOf<Kind> => plan.kind === kind && isOn(plan.when),
    );
  }

  async #tick(): Promise<void> {
    const now = Date.now();
    const due = this.#active('schedule').filter(({ id, triggers: [trigger] }) => {
      const minutes = trigger?.kind === 'schedule' ? trigger.everyMinutes : Number.POSITIVE_INFINITY;
      return (this.#lastRuns.get(id) ?? Number.NEGATIVE_INFINITY) + minutes * 60_000 <= now;
    });
    await Promise.all(due.map(({ id }) => this.runSchedule(id)));
  }

  async #invoke(id: string, event: object): Promise<Invoked> {
    return this.#functions?.background.invoke(id, event) ?? { kind: 'interrupted' };
  }

  async #bury(id: string, event: object): Promise<void> {
    const letter = await buryEvent(this.#dataFolder, id, event, Date.now());
    console.error(`${timeOfDay()} dead letter ${letter.id}; npx headwater dead-letters list shows it`);
  }
}

/** A consumer returns which changes have failed. */
function hasSucceeded(invoked: Invoked): boolean {
  if (invoked.kind !== 'returned') return false;
  const { batchItemFailures } = membersOf(invoked.value);
  return !Array.isArray(batchItemFailures) || batchItemFailures.length === 0;
}

function failedIf(hasFailed: boolean): string | undefined {
  return hasFailed ? 'failed' : undefined;
}
