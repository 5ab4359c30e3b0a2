/**
 * The whole service over a real `serverless offline` process, as `npm start` runs it.
 *
 * @module-tag local
 */

import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWriteFailure, writeTree } from '../../../lib/headwater/compile/write-tree.ts';
import { isPortFree, type LocalRun, until } from '../../support/local-process.ts';
import {
  copyBuiltProject,
  copyProject,
  copySmallProject,
  runLocal,
  startLocal,
} from '../../support/local-service.ts';
import { readBackground, readOwnOperations } from '../../support/own-operations.ts';
import { startSearchEngine } from '../../support/search-engine.ts';
import { declareIn } from '../../support/serverless-yml.ts';

const json = { 'content-type': 'application/json' };
const post = (body: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(body) });

let project: string;

beforeAll(async () => {
  project = await copyBuiltProject();
});

test('prints one screen, serves, keeps its data over a restart and ends at once', async () => {
  const docs = [
    ['/v1/api-docs.json', 'The descriptors'],
    ['/v1/api-docs.json/{resource}', 'The descriptors'],
    ['/v1/openapi.json', 'The whole API in OpenAPI 3.1'],
  ] as const;
  const lines = [
    ...(await readOwnOperations(project)),
    ...docs.map(([path, summary]) => ({ method: 'GET', path, summary })),
  ];
  const width = Math.max(...lines.map(({ path }) => path.length));
  const first = await startLocal(project);
  const background = /^ {2}(schedule|consumer) (\S+)/;
  const [reading, bundling, starting, ...shown] = first.output().trimEnd().split('\n');
  expect([reading, starting]).toEqual(['Headwater: reading descriptors/ …', 'Starting …']);
  expect(bundling).toMatch(/^Bundling \d+ operations of \d+ resources, .* …$/);
  expect(shown.flatMap((line) => background.exec(line)?.slice(1, 3) ?? [])).toEqual(
    (await readBackground()).flatMap(({ kind, id }) => [kind, id]),
  );
  expect(shown.filter((line) => !background.test(line))).toEqual([
    '',
    `  Headwater runs at ${first.origin}/v1`,
    '',
    ...lines.map(({ method, path, summary }) => `  ${method.padEnd(7)} ${path.padEnd(width)}  ${summary}`),
    '',
    '',
    `  Docs   ${first.origin}/docs`,
    `  Page   ${first.origin}/workbench  The workbench: logs in, documents out`,
    `  Try    curl -s ${first.origin}${lines.find(({ method, path }) => method === 'GET' && !path.includes('{'))?.path}`,
    '  Access open, everybody on this machine may call; npm start -- --auth asks for tokens',
    '  Data   .data',
    '  Stop   Ctrl-C',
  ]);
  const created = await first.fetch('/v1/source', post({ name: 'kept', tags: ['a'] }));
  expect(created.status).toBe(201);
  const source = (await created.json()) as { _id: string };
  expect(created.headers.get('location')).toBe(`/v1/source/${source._id}`);

  first.child.kill('SIGINT');
  expect(await first.exited).toBe(0);
  expect(await isPortFree(first.port)).toBe(true);

  const second = await startLocal(project);
  expect(await (await second.fetch(`/v1/source/${source._id}`)).json()).toEqual(source);
  expect(await (await second.fetch('/v1/source?query=a')).json()).toMatchObject({ total: 1, hits: [source] });

  // SIGKILL runs no exit handlers, so child processes must notice the end of their parent.
  second.child.kill('SIGKILL');
  await second.exited;
  await until(() => isPortFree(second.port));
});

test('the strict gateway serves the same, and invents no type', async () => {
  const service = await startLocal(project, ['--gateway', 'strict', '--data', '.strict']);
  const created = await service.fetch('/v1/source', post({ name: 'strict' }));
  expect(created.status).toBe(201);
  expect((await service.fetch(created.headers.get('location') ?? '')).status).toBe(200);
  const untyped = await service.fetch('/v1/source', { method: 'POST', body: Buffer.from('{"name":"a"}') });
  expect(untyped.status).toBe(415);
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
  expect(await isPortFree(service.port)).toBe(true);
});

test('--search delivers documents to a search engine', async () => {
  const search = await startSearchEngine();
  const service = await startLocal(project, ['--search', search.endpoint, '--data', '.search']);
  const made = async (path: string, body: object) => {
    const answer = await service.fetch(path, post(body));
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly _id: string })._id;
  };
  const source = await made('/v1/source', {});
  const stream = await made('/v1/stream', { source, sink: { kind: 'opensearch', index: 'logs' } });
  await service.fetch(`/v1/stream/${stream}/record`, post([{ n: 1 }, { n: 2 }]));
  const documents = () => search.documents('logs');
  await until(async () => Object.keys(await documents()).length === 2);
  expect(await documents()).toEqual({ [`${stream}-0`]: { n: 1 }, [`${stream}-1`]: { n: 2 } });
  const state = await service.fetch(`/v1/stream/${stream}/sink`);
  expect(await state.json()).toMatchObject({ index: 'logs', delivered: 2, lag: 0 });
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
});

describe('a failed start prints one sentence and exits with code 1:', () => {
  let small: string;

  beforeAll(async () => {
    small = await copySmallProject();
  });

  async function failure(args: readonly string[]): Promise<[output: string, exitCode: number | null]> {
    const run = runLocal(small, args);
    const exitCode = await run.exited;
    return [withoutProgress(run), exitCode];
  }

  test('a port that is in use', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const sentence = `Port ${port} is in use; choose another, for example: npm start -- --port ${port + 1}`;
    expect(await failure(['--port', String(port)])).toEqual([sentence, 1]);
    server.close();
  });

  test('a data folder that cannot be written', async () => {
    const folder = join(small, 'none/data');
    const advice = 'make it writable, or choose another with --data';
    const sentence = `The data folder ${folder} cannot be written (ENOENT); ${advice}.`;
    expect(await failure(['--port', '28571', '--data', 'none/data'])).toEqual([sentence, 1]);
  });

  test('a data folder that is a file', async () => {
    const sentence = `The data folder ${join(small, 'package.json')} is not a folder; choose another with --data.`;
    expect(await failure(['--port', '28571', '--data', 'package.json'])).toEqual([sentence, 1]);
  });

  test('data that is corrupt', async () => {
    const folder = join(small, '.corrupt');
    await mkdir(folder);
    await writeFile(join(folder, 'CURRENT'), 'garbage\n');
    const [output, exitCode] = await failure(['--port', '28571', '--data', '.corrupt']);
    expect(exitCode).toBe(1);
    expect(output).toMatch(
      /^The data in .*\.corrupt are damaged \(.*\): put back a copy of the folder; or move it away to begin without data, or choose another with --data\.$/,
    );
  });

  test('data that another process uses', async () => {
    const other = await startLocal(small, ['--data', '.shared']);
    const sentence = `Another process uses the data folder ${join(small, '.shared')}; stop it, or choose another with --data.`;
    expect(await failure(['--port', '28571', '--data', '.shared'])).toEqual([sentence, 1]);
    other.child.kill('SIGINT');
    await other.exited;
  });

  const options: readonly [args: string[], sentence: string][] = [
    [['--gateway', 'aws'], '--gateway takes offline or strict, not "aws".'],
    [['--allow-host', 'a:1'], '--allow-host takes a name without port, such as dev.example.com, not "a:1".'],
    [['--inspect=x'], '--inspect takes a whole number from 0 to 65534, not "x".'],
    [['--port', 'x'], '--port takes a whole number from 1 to 65535, not "x".'],
    [
      ['--prot', '1'],
      "Unknown option '--prot' (did you mean --port?): npm start -- [--port NUMBER] [--data FOLDER] [--gateway GATEWAY] [--auth] [--check-responses] [--allow-host NAME] [--inspect[=PORT]] [--watch] [--search URL]",
    ],
  ];
  test.each(options)('%j', async (args, sentence) => {
    expect(await failure(args)).toEqual([sentence, 2]);
  });
});

/** Lines of progress end like this. */
function withoutProgress(run: LocalRun): string {
  return run
    .output()
    .replaceAll(/^.* …\n/gm, '')
    .trim();
}

test('a build that cannot write prints one sentence and exits with code 1', async () => {
  const blocked = await copySmallProject();
  // A file in the way of the folder fails for every user, root included.
  await writeFile(join(blocked, '.generated'), '');
  const run = runLocal(blocked, ['--port', '28571']);
  expect(await run.exited).toBe(1);
  expect(withoutProgress(run)).toMatch(
    /^The build cannot write \S+\.generated\S* \((?:EEXIST|ENOTDIR)\); remove what is in its place\.$/,
  );
});

test('a folder in the way of a file is named', async () => {
  const blocked = await copySmallProject();
  await mkdir(join(blocked, '.generated/access.json'), { recursive: true });
  const error: unknown = await writeTree(join(blocked, '.generated'), new Map([['access.json', '{}']])).catch(
    (thrown: unknown) => thrown,
  );
  expect(describeWriteFailure(error)).toMatch(
    /^The build cannot write \S+\/\.generated\/access\.json \(E\w+\); remove what is in its place\.$/,
  );
});

test('invalid descriptors are reported with exit code 2', async () => {
  const broken = await copyProject();
  const path = join(broken, 'descriptors/source.json');
  await writeFile(
    path,
    (await readFile(path, 'utf8')).replace('"httpMethod": "GET"', '"httpMethod": "FETCH"'),
  );
  const run = runLocal(broken, ['--port', '28571']);
  expect(await run.exited).toBe(2);
  expect(run.output()).toContain('descriptors/source.json:12:25 E-METHOD at /apis/0/operations/0/httpMethod');
});

test('a route written by hand works without a descriptor', async () => {
  const own = await copySmallProject();
  await writeFile(
    join(own, 'handlers/ping.mjs'),
    `export const handler = async () => ({ statusCode: 200, body: 'pong' });\n`,
  );
  const ping = {
    handler: 'handlers/ping.handler',
    package: { patterns: ['handlers/ping.mjs'] },
    events: [{ httpApi: 'GET /ping' }],
  };
  await declareIn(own, { functions: { ping } });
  const service = await startLocal(own);
  expect(await (await service.fetch('/ping')).text()).toBe('pong');
  expect((await service.fetch('/v1/thing')).status).toBe(200);
  expect(await (await service.fetch('/v1/api-docs.json')).text()).not.toContain('ping');
  service.child.kill('SIGINT');
  await service.exited;
});
