/** Starts killable-service.ts, sends requests to it, and kills it with signal 9. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './emitted-function.ts';
import type { ClientRequest } from './event.ts';
import { repository } from './repository.ts';

export interface ServiceRequest {
  readonly id: number;
  /** The id of the function, such as `source-list`. */
  readonly operation: string;
  readonly request: ClientRequest;
}

/** Messages of the service: the address of the engine, then responses. */
export type ServiceMessage = { readonly endpoint: string } | { readonly id: number; readonly answer: Answer };

export interface KillableService {
  /** The address of the engine. */
  readonly endpoint: string;
  /** Undefined if the service is killed before it responds. */
  call(operation: string, request: ClientRequest): Promise<Answer | undefined>;
  kill(): Promise<void>;
}

/** @throws Error if the process exits before it is ready. */
export async function startKillable(folder: string, tableName: string): Promise<KillableService> {
  const script = join(repository, 'test/support/killable-service.ts');
  const child = fork(script, [folder, tableName], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const endpoint = await Promise.race([readyEndpoint(child), exited.then(() => undefined)]);
  if (endpoint === undefined) throw new Error('The service ended before it was ready.');
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  child.on('message', (message: ServiceMessage) => {
    if ('answer' in message) waiting.get(message.id)?.(message.answer);
  });
  let requests = 0;
  const call = (operation: string, request: ClientRequest) => {
    const id = ++requests;
    const answer = new Promise<Answer | undefined>((resolve) => waiting.set(id, resolve));
    // Sending fails if the process was killed; `call` then resolves with undefined.
    child.send({ id, operation, request } satisfies ServiceRequest, () => undefined);
    return Promise.race([answer, exited.then(() => undefined)]);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { endpoint, call, kill };
}

async function readyEndpoint(child: ChildProcess): Promise<string | undefined> {
  const [message] = (await once(child, 'message')) as [ServiceMessage];
  return 'endpoint' in message ? message.endpoint : undefined;
}
