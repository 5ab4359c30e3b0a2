/** OpenSearch for the tests of a file, where Java and its artefacts are. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from '../../../lib/headwater/shared/json/lossless-json.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { findEngine, runEngine } from './local-engine.ts';

export interface TestEngine {
  readonly endpoint: string;
  readonly ask: (method: string, path: string, body?: object) => Promise<EngineResult>;
  /** Stores documents under ids of the engine, one after the other. */
  readonly bulk: (
    index: string,
    documents: readonly object[],
  ) => Promise<readonly { readonly status: number }[]>;
  /** Ends it with signal 9. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

interface EngineResult {
  readonly status: number;
  readonly body: unknown;
}

/** Undefined, with a word, where there is none. It stops after the tests of the file. */
export async function startTestEngine(): Promise<TestEngine | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'search-engine-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const found = await findEngine(folder);
  if (typeof found === 'string') {
    console.info(`Skipped: ${found}`);
    return undefined;
  }
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let running = await runEngine(found, { port, folder });
  cleanUp(() => running.kill('SIGKILL'));
  const send = async (
    method: string,
    path: string,
    [type, body]: readonly [string, string] | readonly [],
  ) => {
    const init = body === undefined ? {} : { body, headers: { 'content-type': String(type) } };
    const response = await fetch(`${endpoint}${path}`, { method, ...init });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };
  return {
    endpoint,
    ask: (method, path, body) => send(method, path, body ? ['application/json', writeJson(body)] : []),
    bulk: async (index, documents) => {
      const lines = documents.map((document) => `{"index":{}}\n${writeJson(document)}\n`).join('');
      const { body } = await send('POST', `/${index}/_bulk`, ['application/x-ndjson', lines]);
      return Object(body).items.map((item: object) => Object(item).index);
    },
    kill: async () => {
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    start: async () => {
      running = await runEngine(found, { port, folder });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
