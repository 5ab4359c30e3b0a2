/**
 * What the terminal and a debugger show of functions, over both gateways: positions and names of source files.
 *
 * @module-tag local
 */

import { readFile, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, matchesGlob, posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bundlePath,
  generatedFolder,
} from '../../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { startCommand } from '../../../../lib/headwater/tools/local/local-settings.ts';
import { filesIn } from '../../../support/documentation.ts';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, type LocalService, startLocal } from '../../../support/local-service.ts';
import { repository } from '../../../support/repository.ts';
import { debugThreads } from '../../../support/thread-debugger.ts';

const handlerPath = 'handlers/order/create.ts';

const handler = `import type { Handle } from '#generated/types/order/create.ts';

interface Article {
  readonly price: number;
}

const articles: ReadonlyMap<string, Article> = new Map([['pen', { price: 2 }]]);

export const handle: Handle = (_input, { name, count }) => {
  const article = articles.get(name) as Article;
  const total = article.price * count;
  return { name, total };
};
`;

/** From 1, of the handler. */
const lineOf = (code: string) => handler.split('\n').findIndex((line) => line.includes(code)) + 1;

const declaration = {
  resourcePath: '/order',
  apis: [
    {
      path: '/order',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'any',
          'x-timeout': 1,
          parameters: [
            { paramType: 'query', name: 'note', dataType: 'string' },
            { paramType: 'body', name: 'body', dataType: 'Order', required: true },
          ],
        },
      ],
    },
  ],
  models: {
    Order: {
      id: 'Order',
      properties: { name: { type: 'string', required: true }, count: { type: 'integer', required: true } },
    },
  },
};

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let project: string;
  let service: LocalService;

  const order = (body: object, query = '') =>
    service.fetch(`/v1/order${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'one' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    project = await copyProjectWith({
      'descriptors/order.json': declaration,
      [handlerPath]: handler.replace('total }', 'total: -total }'),
    });
    service = await startLocal(project, ['--gateway', gateway, '--watch', '--inspect=0']);
    // The ports stay the same when a new build is put into service.
    await writeFile(join(project, handlerPath), handler);
    await until(() => service.output().includes('put it into service'), service.output);
    expect(await (await order({ name: 'pen', count: 3 })).json()).toEqual({ name: 'pen', total: 6 });
  });

  test('a 500 shows the error and its stack in the terminal, and nothing of them to the client', async () => {
    const response = await order({ name: 'brush', count: 3 });
    expect(response.status).toBe(500);
    const { detail } = (await response.json()) as { readonly detail: string };
    expect(detail).toBe('The service failed. The failure was logged.');
    const stack = `TypeError: Cannot read properties of undefined (reading 'price')
    at handle (${handlerPath}:${lineOf('article.price')}:25)
    at `;
    await until(() => service.output().includes(stack), service.output);
    expect(service.output()).toMatch(/ \{\n {2}operation: 'order-create',\n {2}requestId: 'one',\n/);
  });

  test('each request is one line: time, method, path, names of the query, status, milliseconds, problem', async () => {
    await order({ name: 'pen', count: 1 }, '?note=a%20secret');
    await order({ name: 'pen' });
    await order({ name: 'brush', count: 1 });
    await service.fetch('/v1/no%20such?path');
    const lines = [
      'POST     /v1/order?note=…                         201 +\\d+ ms',
      'POST     /v1/order                                400 +\\d+ ms invalid_request',
      'POST     /v1/order                                500 +\\d+ ms internal_error',
      'GET      /v1/no%20such?path                       404 +\\d+ ms not_found',
    ].map((line) => new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${line.replaceAll('?', '\\?')}$`, 'm'));
    for (const line of lines) await until(() => line.test(service.output()), service.output);
    expect(service.output()).not.toContain('secret');
  });

  test('a breakpoint in a handler stops its call, whose time does not run out', async () => {
    const bundle = await readFile(join(project, '.generated/bundles/order-create/index.mjs'), 'utf8');
    const line = lineOf('return { name, total }');
    const place = placeInBundle(bundle, line);
    const port = Number(/^ {2}Debug {2}127\.0\.0\.1:(\d+)$/m.exec(service.output())?.[1]);
    const nextPause = await debugThreads(port, { urlRegex: '/bundles/order-create/index\\.mjs', ...place });
    for (const count of [3, 4]) {
      const response = order({ name: 'pen', count });
      const pause = await nextPause();
      expect(pause.functionName).toBe('handle');
      expect(sourceOf(bundle, pause.place)).toEqual([handlerPath, line]);
      expect(await pause.evaluate('total + article.price')).toBe(2 * count + 2);
      // The function has one second.
      await sleep(1_500);
      await pause.resume();
      expect((await response).status).toBe(201);
    }
  });

  test('a call that a debugger has left paused goes on by the next debugger, or ends with the next build', async () => {
    const bundle = await readFile(join(project, '.generated/bundles/order-create/index.mjs'), 'utf8');
    const place = placeInBundle(bundle, lineOf('return { name, total }'));
    const port = Number(/^ {2}Debug {2}127\.0\.0\.1:(\d+)$/m.exec(service.output())?.[1]);
    const attach = () => debugThreads(port, { urlRegex: '/bundles/order-create/index\\.mjs', ...place });
    const nextPause = await attach();
    const resumed = order({ name: 'pen', count: 3 });
    (await nextPause()).disconnect();
    // It resumes what is paused at a breakpoint of another debugger.
    const nextPauseOfOther = await attach();
    expect((await resumed).status).toBe(201);

    const replaced = order({ name: 'pen', count: 3 });
    (await nextPauseOfOther()).disconnect();
    await writeFile(join(project, handlerPath), handler.replace('price: 2', 'price: 3'));
    // The process ends, and closes the connection.
    await expect(replaced).rejects.toThrow('fetch failed');
    await until(() => service.output().split('put it into service').length === 3, service.output);
    expect(await (await order({ name: 'pen', count: 3 })).json()).toEqual({ name: 'pen', total: 9 });
  });
});

test('launch.json of the page starts scripts of this project, attaches to the usual port and finds bundles', async () => {
  const page = await readFile(join(repository, 'docs/headwater/debugging.md'), 'utf8');
  const { configurations } = JSON.parse(filesIn(page).get('.vscode/launch.json') ?? '');
  const { scripts } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  const [launch, attach] = configurations;
  expect(launch).toMatchObject({ request: 'launch', runtimeExecutable: 'npm', runtimeArgs: ['run', 'dev'] });
  expect(Object.keys(scripts)).toContain('dev');
  expect(attach).toMatchObject({
    request: 'attach',
    port: Number(startCommand.options.inspect.impliedValue),
  });
  const bundle = `${generatedFolder}/${bundlePath('order-create')}`;
  for (const { outFiles } of configurations)
    expect(matchesGlob(bundle, outFiles[0].replace('${workspaceFolder}/', ''))).toBe(true);
});

/** What a debugger does: it looks for the line in the map of the bundle. From 0. */
function placeInBundle(bundle: string, line: number) {
  for (const [lineNumber, text] of bundle.split('\n').entries()) {
    const place = { lineNumber, columnNumber: text.search(/\S/) };
    const [path, sourceLine] = sourceOf(bundle, place);
    if (path === handlerPath && sourceLine === line) return place;
  }
  throw new Error(`The map has no line ${line} of ${handlerPath}.`);
}

/** The file, below the project, and its line, from 1. */
function sourceOf(
  bundle: string,
  { lineNumber, columnNumber }: Place,
): readonly [path: string, line: number] {
  const entry = mapOf(bundle).findEntry(lineNumber, columnNumber);
  if (!('originalSource' in entry)) return ['', 0];
  return [posix.join('.generated/bundles/order-create', entry.originalSource), entry.originalLine + 1];
}

interface Place {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

const maps = new Map<string, SourceMap>();

function mapOf(bundle: string): SourceMap {
  const known = maps.get(bundle);
  if (known) return known;
  const [, base64 = ''] =
    /\n\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(bundle) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(base64, 'base64').toString()));
  maps.set(bundle, map);
  return map;
}
