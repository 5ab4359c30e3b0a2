/** Runs hostile inputs in another process, and ends it if a function hangs. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from '../../../support/repository.ts';
import type { HostileAnswer, HostileInput, RandomInput } from './hostile-input.ts';

export interface HostileOutcome extends HostileAnswer {
  /** Set if the function did not respond: it hung, threw, or ended its process. */
  readonly failure?: string;
}

export interface HostileRunner {
  run(input: HostileInput | RandomInput): Promise<HostileOutcome>;
  /** Ends the process. */
  stop(): void;
}

/** The memory of the functions, in megabytes. */
const memory = 512;

/**
 * @param environment Of the functions: where the engine is, and TABLE_NAME.
 * @param hangMs After so many milliseconds on the clock an input counts as one that hangs.
 */
export function hostileRunner(environment: Readonly<Record<string, string>>, hangMs: number): HostileRunner {
  let child: Promise<ChildProcess> | undefined;
  const start = async () => {
    const started = fork(join(repository, 'test/service/support/hostile/hostile-process.ts'), {
      env: { ...process.env, ACCESS: 'open', ...environment },
      execArgv: [`--max-old-space-size=${memory}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(started, 'message');
    return started;
  };
  return {
    async run(input) {
      child ??= start();
      const running = await child;
      const answer = await answerOf(running, input, hangMs);
      if (answer.failure !== undefined) {
        running.kill('SIGKILL');
        child = undefined;
      }
      return { name: nameOf(input), requests: [], ...answer };
    },
    stop: () => void child?.then((running) => running.kill('SIGKILL')),
  };
}

function nameOf(input: HostileInput | RandomInput): string {
  return 'seed' in input ? `${input.seed}/${input.index}` : input.name;
}

async function answerOf(
  child: ChildProcess,
  input: HostileInput | RandomInput,
  hangMs: number,
): Promise<Partial<HostileOutcome>> {
  const { promise, resolve } = Promise.withResolvers<Partial<HostileOutcome>>();
  const timer = setTimeout(() => resolve({ failure: `no answer for ${hangMs} ms` }), hangMs);
  const onExit = (code: number | null) => resolve({ failure: `the process ended with ${code}` });
  child.once('message', resolve);
  child.once('exit', onExit);
  child.send(input);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve);
    child.off('exit', onExit);
  }
}
