/** Documents are in OpenSearch once, also when the service and the engine are killed every few seconds. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { streamFunctions } from '../support/stream-functions.ts';
import type { ServiceTask } from './service-process.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const program = join(import.meta.dirname, 'service-process.ts');
const index = 'killed';
/** The most that a push takes. */
const size = 500;

/** The service, from a push on. */
class Service {
  readonly #task: Omit<ServiceTask, 'from' | 'lateMs'>;
  #child: ChildProcess | undefined;
  #starts = 0;
  acknowledged = 0;

  constructor(task: Omit<ServiceTask, 'from' | 'lateMs'>) {
    this.#task = task;
    cleanUp(() => this.#child?.kill('SIGKILL'));
  }

  start(): void {
    const task = { ...this.#task, from: this.acknowledged, lateMs: 60_000 * this.#starts++ };
    const environment = { ...process.env, SEARCH_ENDPOINT: searched?.endpoint };
    this.#child = fork(program, [JSON.stringify(task)], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (count) => {
      this.acknowledged = Number(count);
    });
  }

  async reach(count: number): Promise<void> {
    while (this.acknowledged < count) {
      if (this.#child?.exitCode) throw new Error('The service has ended by itself.');
      await wait(20);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** The numbers of all documents, in order. */
async function* numbersIn(): AsyncGenerator<number> {
  await searched?.ask('POST', `/${index}/_refresh`);
  for (let after: unknown; ; ) {
    const { body } = Object(
      await searched?.ask('POST', `/${index}/_search`, {
        ...{ size: 10_000, sort: ['n'], _source: false, query: { match_all: {} } },
        ...(after ? { search_after: after } : {}),
      }),
    );
    for (const { sort } of body.hits.hits) yield sort[0];
    after = body.hits.hits.at(-1)?.sort;
    if (!after) return;
  }
}

test.skipIf(searched === undefined)(
  'none is lost or doubled while service and engine are killed',
  { tags: ['faults', 'property'] },
  async () => {
    const pushes = amount({ few: 40, many: 80, most: 2_000 });
    const kills = amount({ few: 2, many: 4, most: 50 });
    const began = Date.now();
    const random = pseudoRandom(7);
    const functions = await streamFunctions(['stream-getSink']);
    process.env['SINKS'] = 'on';
    const preprocessors = [{ type: 'rename', field: 'raw', target_field: 'n' }];
    const source = await functions.makeSource({ preprocessors });
    const stream = await functions.makeStream({ source, sink: { kind: 'opensearch', index } });
    const service = new Service({ stream, pushes, size });
    service.start();
    const stateOf = async () => Object((await functions.call('stream-getSink', { id: stream })).body);
    let delivered = 0;
    for (let kill = 0; kill < kills; kill++) {
      await service.reach(Math.floor(((kill + 0.5) * pushes) / kills));
      for (
        let state = await stateOf();
        state.lag > 0 && state.delivered === delivered;
        state = await stateOf()
      )
        await wait(50);
      await wait(2_000 * random());
      await searched?.kill();
      // The service meets an engine that is away.
      await wait(1_000 * random());
      await service.kill();
      await searched?.start();
      service.start();
      delivered = (await stateOf()).delivered;
      const seconds = Math.round((Date.now() - began) / 1_000);
      console.info(
        `${kill + 1} kills, ${service.acknowledged * size} records, ${delivered} delivered, ${seconds} s`,
      );
    }
    await service.reach(pushes);
    while ((await stateOf()).lag > 0) await wait(1_000);
    const sent = pushes * size;
    expect(await stateOf()).toMatchObject({ delivered: sent, refused: 0, missed: 0, lag: 0, again: 0 });
    await service.kill();
    let expected = 0;
    for await (const n of numbersIn()) if (n !== ++expected) throw new Error(`${n} follows ${expected - 1}.`);
    expect(expected).toBe(sent);
    const { body } = Object(await searched?.ask('GET', `/${index}/_count`));
    expect(body.count).toBe(sent);
    console.info(
      `${sent} records, ${kills} kills of each, ${Math.round((Date.now() - began) / 60_000)} minutes`,
    );
  },
);
