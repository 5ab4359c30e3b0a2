/** The emitted worker of the workbench, unpacked and run in this process as a browser runs it. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type {
  EngineMessage,
  EngineRequest,
  RequestKind,
  Requests,
} from '../../../lib/service/workbench/engine/protocol.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { repository } from '../../support/repository.ts';

export type Ask = <K extends RequestKind>(
  kind: K,
  asked: Requests[K]['asked'],
) => Promise<Requests[K]['answer']>;

const scope = globalThis as {
  addEventListener?: (type: string, listener: (event: { readonly data: unknown }) => void) => void;
  postMessage?: (message: EngineMessage) => void;
};

export async function loadWorker(): Promise<Ask> {
  const from = join(repository, '.generated/pages/workbench');
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  for (const name of await readdir(from))
    await writeFile(join(folder, name.replace(/\.gz$/, '')), gunzipSync(await readFile(join(from, name))));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  let receive: ((event: { readonly data: unknown }) => void) | undefined;
  const waiting = new Map<number, (message: EngineMessage) => void>();
  scope.addEventListener = (_type, listener) => {
    receive = listener;
  };
  scope.postMessage = (message) => {
    // What crosses the border between threads is a copy.
    if (!('at' in message)) waiting.get(message.id)?.(structuredClone(message));
  };
  await import(pathToFileURL(join(folder, 'worker.js')).href);
  let last = 0;
  return (kind, asked) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (message) => {
        if ('answer' in message) resolve(message.answer as never);
        else reject(new Error('fault' in message ? message.fault : 'no answer'));
      });
      receive?.({ data: structuredClone({ ...asked, kind, id }) as EngineRequest });
    });
}
