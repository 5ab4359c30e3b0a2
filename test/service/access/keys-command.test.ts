/** `npx headwater keys` and `token`: their output, refusals and stored items. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { CommandError } from '../../../lib/headwater/tools/command-line/command-line.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed, headwater } from '../../support/command.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const keys = ([action, ...args]: readonly string[]) => commandNamed(`keys ${action}`)(args);
const token = commandNamed('token');

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-keys-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a key is shown once, listed without its text, and revoked by its id', async () => {
  const data = ['--data', await makeFolder()];
  const made = await keys([
    'create',
    '--owner',
    'team-a',
    '--scopes',
    'source:write source:read source:write',
    '--expires',
    '90d',
    ...data,
  ]);
  const [key = ''] = (made.output ?? '').split('\n');
  expect(key).toMatch(/^hw_[\w-]{43}$/);
  const other = await keys(['create', '--owner', 'team-b', '--scopes', 'admin', '--json', ...data]);
  const { id, key: otherKey, ...record } = JSON.parse(other.output ?? '');
  expect(record).toEqual({
    owner: 'team-b',
    scopes: ['admin'],
    created: expect.any(String),
    expires: null,
    lastUsed: null,
  });
  const listed = (await keys(['list', ...data])).output ?? '';
  expect(listed).toContain('team-a: source:write source:read; created');
  expect(listed).toContain(`${id}  team-b: admin`);
  expect(listed).toContain('2 keys.');
  expect(listed).not.toContain(key);
  expect(listed).not.toContain(otherKey);
  expect(await keys(['revoke', id, ...data])).toMatchObject({ exitCode: 0 });
  const [left, ...others] = JSON.parse((await keys(['list', '--json', ...data])).output ?? '');
  expect(others).toEqual([]);
  await expect(keys(['revoke', id, ...data])).rejects.toThrow(`There is no key "${id}"`);
  const { output: revoked = '' } = await keys(['revoke', left.id, '--json', ...data]);
  expect(JSON.parse(revoked)).toEqual(left);
});

test.each([
  [['list', 'all'], 'Unexpected argument "all": npx headwater keys list [--stage STAGE]'],
  [['list', '--owner', 'a'], "Unknown option '--owner': npx headwater keys list [--stage STAGE]"],
  [['revoke'], 'Which id? npx headwater keys revoke ID'],
  [['revoke', 'a', 'b'], 'One id at a time, not also "b"'],
  [['create'], 'keys create needs --owner, or --tenant'],
  [['create', '--owner', 'a b'], '--owner takes 1 to 64 letters'],
  [['create', '--owner', 'a', '--scopes', 'a"b'], 'is no scope'],
  [
    ['create', '--owner', 'a', '--scopes', 'source:raed source:read stream:*'],
    /^No operation asks for "source:raed" \(did you mean source:read\?\) or "stream:\*"; the scopes are source:read, source:write, preprocessor:preview, stream:read, .*admin\.$/,
  ],
  [['create', '--owner', 'a'], 'A key without scopes could call nothing; --scopes takes source:read, source'],
  [['create', '--owner', 'a', '--scopes', ' '], 'A key without scopes could call nothing'],
  [['create', '--owner', 'a', '--expires', '90'], '--expires takes a time such as 30m'],
  [['create', '--owner', 'a', '--expires', '0d'], '--expires takes a time such as 30m'],
  [['list', '--stage', 'prod', '--data', 'x'], 'with --stage there is none'],
  [['list', '--table', 'things', '--data', 'x'], 'with --table there is none'],
  [['list', '--stage', 'prod', '--table', 'things'], 'with --stage its stack does'],
  [['list', '--region', 'eu-west-1'], '--region is for the table of a --stage or of a --table'],
  [['list', '--jsn'], "Unknown option '--jsn' (did you mean --json?)"],
])('%j is refused before a table is opened', async (args, reason) => {
  const refused = keys(args);
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(reason);
});

describe('of another service', { tags: ['access'] }, () => {
  const create = ['keys', 'create', '--owner', 'a', '--json'];
  const holds = async (project: string, scopes: string) => {
    const { output, complaint } = await headwater(project, [...create, '--scopes', scopes]);
    return output === '' ? complaint : JSON.parse(output).scopes;
  };

  test('scopes that descriptors define are known, also if only handlers ask for them', async () => {
    const openapi = {
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      components: {
        securitySchemes: {
          login: {
            type: 'oauth2',
            flows: {
              clientCredentials: { tokenUrl: 'https://example.com', scopes: { 'book:lend': 'Lend' } },
            },
          },
        },
      },
      paths: {
        '/book': {
          get: { operationId: 'list', tags: ['book'], responses: { 204: { description: 'None' } } },
        },
      },
    };
    const defined = { type: 'oauth2', scopes: [{ scope: 'thing:burn' }, { scope: 'thing:read' }] };
    const project = await makeProject({
      'descriptors/api-docs.json': { ...listing, authorizations: { o: defined, k: { type: 'apiKey' } } },
      'descriptors/thing.json': thing({ security: [{ o: ['thing:read'] }, { k: ['thing:key'] }] }),
      'descriptors/book.json': openapi,
      'handlers/thing/read.ts': 'export const handle = async () => 1;\n',
      'handlers/book/list.ts': 'export const handle = async () => undefined;\n',
    });
    expect(await holds(project, 'thing:read')).toContain('npm run build');
    const { diagnostics } = await build(project);
    expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
    const all = ['thing:read', 'thing:burn', 'thing:key', 'book:lend', 'admin'];
    expect(await holds(project, all.join(' '))).toEqual(all);
    expect(await holds(project, 'thing:brun')).toContain('"thing:brun" (did you mean thing:burn?)');
    expect(await headwater(project, create)).toMatchObject({ exitCode: 2, output: '' });
  });

  test('a key needs no scope where an operation lets in each key', async () => {
    const project = await makeProject({
      'descriptors/api-docs.json': { ...listing, authorizations: { k: { type: 'apiKey' } } },
      'descriptors/thing.json': thing({ authorizations: { k: [] } }),
      'handlers/thing/read.ts': 'export const handle = async () => 1;\n',
    });
    await build(project);
    const { output } = await headwater(project, create);
    expect(JSON.parse(output).scopes).toEqual([]);
  });
});

describe('of a table of AWS', () => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine();
  });

  beforeEach(() => {
    for (const [name, value] of Object.entries(engine.environment)) vi.stubEnv(name, value);
  });

  afterEach(() => vi.unstubAllEnvs());

  test('they are made, and revoked, where --table says; the command names the table and its region', async () => {
    const tableName = await engine.makeTable();
    const table = ['--table', tableName, '--region', 'eu-west-1'];
    const run = (...args: string[]) => headwater(repository, ['keys', ...args, ...table]);
    const made = await run('create', '--owner', 'team', '--scopes', 'source:read', '--json');
    expect(made.complaint).toBe(`The table is ${tableName}, in eu-west-1.\n`);
    const { id } = JSON.parse(made.output);
    expect(await engine.scan(tableName)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pk: keyPartition, owner: 'team' }),
        expect.objectContaining({ pk: keyPartition, sk: 'count', count: 1 }),
      ]),
    );
    expect((await run('revoke', id)).exitCode).toBe(0);
    expect(await engine.scan(tableName)).toMatchObject([{ sk: 'count', count: 0 }]);
  });

  test('a table that is not there is named, with the region', async () => {
    const refused = keys(['list', '--table', 'nowhere']);
    await expect(refused).rejects.toThrow(CommandError);
    await expect(refused).rejects.toThrow('There is no table nowhere in us-east-1, in this account.');
  });
});

test('a token says who, what and how long', async () => {
  const folder = await makeFolder();
  const made = await token(['--scopes', 'a b', '--subject', 'ada', '--expires', '5m', '--data', folder]);
  const [, payload = ''] = (made.output ?? '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toMatchObject({ sub: 'ada', scope: 'a b', aud: 'headwater', exp: claims.iat + 300 });
  await expect(token(['--scope', 'a'])).rejects.toThrow("Unknown option '--scope' (did you mean --scopes?)");
});
