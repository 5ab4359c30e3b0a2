/**
 * Compares the functions of a service without data with functions written by hand: bytes, import, first request, heap, and
 * CPU of valid and invalid requests. `bare` checks nothing; `stock` has middy's own parts.
 *
 *   npm run bench
 *   npm run bench -- --against DIR   also with the framework of another checkout
 *   npm run bench:peers              also with other frameworks, which this installs
 */

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { httpApiEvent } from '../test/support/event.ts';
import { repository } from '../test/support/repository.ts';
import { bundleFunction } from './functions/bundle-function.ts';
import { type MeasuredFunction, measureFunctions, printFigures, type Requests } from './functions/measure.ts';
import { buildService, bundleByHand, emittedBundle, type OperationName } from './functions/project.ts';

const json = { 'content-type': 'application/json' };
const book = { title: 'On the shoulders of giants', pages: 412, tags: ['history', 'science'] };
const requests: Readonly<Record<OperationName, Requests>> = {
  list: {
    valid: httpApiEvent({ url: '/v1/book?from=20&size=10&query=history' }),
    invalid: httpApiEvent({ url: '/v1/book?from=20&size=5000' }),
  },
  create: {
    valid: httpApiEvent({ method: 'POST', url: '/v1/book', headers: json, body: JSON.stringify(book) }),
    invalid: httpApiEvent({
      method: 'POST',
      url: '/v1/book',
      headers: json,
      body: JSON.stringify({ ...book, pages: 0 }),
    }),
  },
};

const { values } = parseArgs({
  options: { against: { type: 'string' }, peers: { type: 'boolean' }, smallest: { type: 'boolean' } },
});

/** Each has a module in bench/peers, and validates the same requests. */
const peers = ['hono', 'openapi-backend', 'powertools', 'swagger-jack', 'fastify'];
const hasPeers = values.peers === true && existsSync(join(import.meta.dirname, 'peers/node_modules'));
if (values.peers && !hasPeers)
  console.log(
    'The other frameworks are not installed, so they are skipped: npm run bench:peers installs them.',
  );

/** Express 3 reads its own folder when it starts, so that it cannot be bundled. Elsewhere than in a test, it logs each error. */
const unbundled = ['swagger-jack'];

async function peerFunctions(folder: string, operation: OperationName) {
  const environment = { OPERATION: operation };
  const functions = peers.map(async (name): Promise<MeasuredFunction> => {
    const module = `bench/peers/${name}.mjs`;
    if (unbundled.includes(name))
      return {
        name,
        path: join(repository, module),
        isBundle: false,
        environment: { ...environment, NODE_ENV: 'test' },
      };
    const path = join(folder, `${name}-${operation}.mjs`);
    await bundleFunction(`export { handler } from './${module}';`, path, 'whole');
    return { name, path, environment };
  });
  return Promise.all(functions);
}

const folder = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
try {
  const [own, other] = [join(folder, 'own'), join(folder, 'other')];
  await mkdir(own);
  await buildService(own);
  if (values.against !== undefined) {
    await mkdir(other);
    await buildService(other, resolve(values.against));
  }
  for (const [name, each] of Object.entries(requests) as [OperationName, Requests][]) {
    const byHand = await bundleByHand(own, name);
    const environment = { ACCESS: 'open' };
    const functions = [
      { name: 'bare', path: byHand.bare },
      { name: 'middy, stock parts', path: byHand.stock },
      { name: 'this project', path: emittedBundle(own, name), environment },
      ...(values.against === undefined
        ? []
        : [{ name: values.against, path: emittedBundle(other, name), environment }]),
      ...(hasPeers ? await peerFunctions(folder, name) : []),
    ];
    printFigures(name, await measureFunctions(functions, each));
  }
} finally {
  await rm(folder, { recursive: true });
}
