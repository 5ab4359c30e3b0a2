/**
 * `npx headwater verify` as a process, on the local database.
 *
 * @module-tag storage
 */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import type { VerifyOutput } from '../../../lib/headwater/tools/cli/verify.ts';
import { openDatabase } from '../../../lib/headwater/tools/local/database.ts';
import { localTableName } from '../../../lib/headwater/tools/local/local-table.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { headwater, linkConfig } from '../../support/command.ts';
import { repository } from '../../support/repository.ts';
import { postingKeysOf } from '../simulation/source-items.ts';
import { createSourceRepository } from '../support/source-repository.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-verify-'));
  await linkConfig(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A local database with one source, one of whose postings is missing. */
async function plantDamage(): Promise<void> {
  const { environment, close } = await openDatabase(join(folder, '.data'), localTableName);
  const client = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const sources = createSourceRepository({ client: documentClient(client), tableName: localTableName });
  const source = await sources.create({ tags: ['red'], format: 'json', preprocessors: [] });
  const [, tag] = postingKeysOf(openIndex(sourceType), source);
  const Key = { pk: { S: tag?.pk ?? '' }, sk: { S: tag?.sk ?? '' } };
  await client.send(new DeleteItemCommand({ TableName: localTableName, Key }));
  client.destroy();
  await close();
}

async function verify(...args: string[]) {
  const { exitCode, output, complaint } = await headwater(folder, ['verify', '--json', ...args]);
  return { exitCode, complaint, report: JSON.parse(output) as VerifyOutput };
}

test('without a config that names the types, no table is verified', async () => {
  await rm(join(folder, 'headwater.config.ts'));
  const { exitCode, output, complaint } = await headwater(folder, ['verify']);
  expect([exitCode, output]).toEqual([2, '']);
  expect(complaint).toMatch(
    /^No headwater\.config\.ts here says with storedTypes what the table has: run this in the folder of the project, or name them as \S+\/docs\/headwater\/settings\.md says\.\n$/,
  );
});

test('damage in the local database is reported, repaired, and gone', async () => {
  await plantDamage();
  const found = await verify();
  expect(found).toMatchObject({ exitCode: 1, complaint: '' });
  expect(found.report).toMatchObject({ table: localTableName, isComplete: true, found: { missing: 1 } });
  const repaired = await verify('--repair');
  expect(repaired).toMatchObject({
    exitCode: 0,
    report: { found: { missing: 1 }, repaired: { missing: 1 } },
  });
  expect(await verify()).toMatchObject({ exitCode: 0, report: { found: { missing: 0 } } });
  const { output } = await headwater(folder, ['verify']);
  expect(output).toBe(
    'The local table: 1 source, 0 pipelines, 0 streams, 2 postings, 0 idempotency records.\n' +
      '0 missing, 0 superfluous, 0 malformed.\n',
  );
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a verification that %s ends lets go of the database',
  async (signal) => {
    await plantDamage();
    const file = join(folder, 'progress.json');
    const slow = ['verify', '--units', '1', '--segments', '1', '--resume', file];
    const command = execFile(
      process.execPath,
      [join(repository, 'lib/headwater/bin/headwater.cjs'), ...slow],
      {
        cwd: folder,
      },
    );
    const ended = once(command, 'exit');
    // It is written once the database is open.
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    const other = await headwater(folder, ['verify']);
    expect(other).toMatchObject({ exitCode: 2, output: '' });
    expect(other.complaint).toContain('Another process uses the data folder');
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await expect.poll(() => verify().then(({ report }) => report.isComplete), { timeout: 20_000 }).toBe(true);
  },
);

test('a wrong setting is refused before the database is opened', async () => {
  await plantDamage();
  vi.stubEnv('INDEX_SHARDS', '{"s":0}');
  expect(await headwater(folder, ['verify'])).toMatchObject({ exitCode: 2, output: '' });
  vi.unstubAllEnvs();
});

test('a folder that is not there is no database without a mistake', async () => {
  expect(await headwater(repository, ['verify', '--data', join(folder, 'dta')])).toMatchObject({
    exitCode: 2,
    output: '',
    complaint: expect.stringContaining('no such folder'),
  });
});

test('a verification goes on from its file, and removes it at the end', async () => {
  await plantDamage();
  const file = join(folder, 'progress.json');
  const { report } = await verify();
  const { isComplete: _, ...before } = report;
  await writeFile(file, JSON.stringify({ report: before, segments: [{ isDone: true }] }));
  expect(await verify('--resume', file)).toMatchObject({ exitCode: 1, report: { found: { missing: 1 } } });
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(file, '{}');
  const refused = await headwater(folder, ['verify', '--resume', file]);
  expect(refused).toMatchObject({ exitCode: 2, output: '' });
  expect(refused.complaint).toContain('is not a verification');
});

test.each([
  ['--units', '0', '--units takes a whole number from 1 to 1000000, not "0".'],
  ['--segments', '65', '--segments takes a whole number from 1 to 64, not "65".'],
  [
    '--stage',
    'prod',
    'There is no serverless.yml in this folder, which names the service of a stage; --table NAME needs none.',
  ],
  ['--what', 'x', "Unknown option '--what': npx headwater verify"],
])('%s %s is refused', async (option, value, message) => {
  const { exitCode, complaint } = await headwater(folder, ['verify', option, value]);
  expect({ exitCode, complaint }).toEqual({ exitCode: 2, complaint: expect.stringContaining(message) });
});
