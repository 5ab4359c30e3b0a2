/**
 * Pushes to one stream side by side, by the log's own protocol and by the one without reservations, whose transaction also changes
 * the head: a push is then refused whenever another one has changed it since it was read. On a simulated table, with virtual
 * time: commands of 5 to 15 ms.
 *
 *   npx node bench/service/commit.ts [pushes of each client]
 */

import { maxTries, restBetweenTries } from '../../lib/headwater/data/store/table-access.ts';
import { getItem } from '../../lib/headwater/data/store/table-reads.ts';
import { transact } from '../../lib/headwater/data/store/transactions.ts';
import { putBatch } from '../../lib/service/streams/log/batch-items.ts';
import { getHead, headKey, parseHead } from '../../lib/service/streams/log/log-head.ts';
import type { LogBatch, LogContext } from '../../lib/service/streams/log/log-types.ts';
import { appendBatch } from '../../lib/service/streams/log/write/append-batch.ts';
import { beginLog } from '../../lib/service/streams/log/write/begin-log.ts';
import { packBatch } from '../../lib/service/streams/log/write/pack-batch.ts';
import { putBinding } from '../../lib/service/streams/log/write/request-bindings.ts';
import { Chance } from '../../test/service/simulation/chance.ts';
import type { Answer } from '../../test/service/simulation/client.ts';
import { product } from '../../test/service/simulation/product.ts';
import { open } from '../../test/service/simulation/subject.ts';
import { Table } from '../../test/service/simulation/table.ts';
import { VirtualClock } from '../../test/service/simulation/virtual-clock.ts';
import { batchOf } from '../../test/service/support/stream-log.ts';

type Append = (log: LogContext, batch: LogBatch, key: string) => Promise<unknown>;

const [pushes = 50] = process.argv.slice(2).map(Number);
const commandMs = 10;
const protocols: readonly (readonly [string, Append])[] = [
  ['reserve, commit, settle', appendBatch],
  ['the head in the transaction', appendWithHead],
];

console.log(
  `${'pushes with a key, at once'.padEnd(30)} clients commands cancelled refused ms a push pushes a second`,
);
for (const clients of [1, 8, 30])
  for (const [name, append] of protocols) await measure(name, clients, append);

/** Reads the head, and changes it in the transaction if nobody else has. */
async function appendWithHead(log: LogContext, batch: LogBatch, key: string): Promise<void> {
  const { span, content } = packBatch(batch, { hasKey: true });
  for (let tries = 1; tries <= maxTries; tries++) {
    const { next: first } = parseHead(await getItem(log.table, getHead(log)));
    const stored = { ...content, first, write: log.newId(), at: log.now() };
    const failed = await transact(
      log.table,
      [
        {
          Update: {
            Key: headKey(log),
            UpdateExpression: 'SET #next = :after',
            ConditionExpression: '#next = :next',
            ExpressionAttributeNames: { '#next': 'next' },
            ExpressionAttributeValues: { ':next': first, ':after': first + span },
          },
        },
        { Put: putBatch(log, stored) },
        { Put: putBinding(log, key, stored) },
      ],
      // It is read again, with its new position.
      { isReread: (at) => at === 0 },
    );
    if (failed.length === 0) return;
    await restBetweenTries(log.table, tries);
  }
  throw new Error('write_conflict');
}

async function measure(name: string, clients: number, append: Append): Promise<void> {
  const chance = new Chance(clients);
  const clock = new VirtualClock(Date.UTC(2026, 0, 1), chance.number);
  const table = new Table({ now: () => clock.now, pick: (_low, high) => high });
  let [commands, cancelled, refused] = [0, 0, 0];
  const send = async (command: string, input: object) => {
    commands++;
    try {
      const end = table.begin(command, input);
      await clock.pause(commandMs * (0.5 + chance.number()));
      return end();
    } catch (error) {
      cancelled++;
      await clock.pause(commandMs * (0.5 + chance.number()));
      throw error;
    }
  };
  const openLog = (answer: Answer): LogContext => {
    const host = { send: answer, now: () => Math.floor(clock.now), pause: clock.pause };
    const { table: own, newId, now } = open(product, host, chance).streams;
    return { owner: 'public', stream: '1'.repeat(24), table: own, newId, now };
  };
  const atOnce = openLog(async (command, input) => table.execute(command, input));
  await transact(atOnce.table, [beginLog(atOnce)]);
  const start = clock.now;
  const times: number[] = [];
  const client = async (own: number) => {
    const log = openLog(send);
    for (let push = 0; push < pushes; push++) {
      const from = clock.now;
      await append(log, batchOf([1]), `${own}/${push}`).catch(() => refused++);
      times.push(clock.now - from);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, own) => client(own)));
  await clock.run();
  await ended;
  const all = clients * pushes;
  const median = times.toSorted((one, other) => one - other)[Math.floor(all / 2)] ?? 0;
  const cells = [
    [String(clients), 7],
    [(commands / all).toFixed(1), 8],
    [(cancelled / all).toFixed(1), 9],
    [String(refused), 7],
    [median.toFixed(0), 9],
    [((1_000 * (all - refused)) / (clock.now - start)).toFixed(0), 15],
  ] as const;
  console.log(`${name.padEnd(30)} ${cells.map(([text, width]) => text.padStart(width)).join(' ')}`);
}
