/** The local database of a folder that is damaged, full, or not readable: each cause has its own advice. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../lib/headwater/tools/local/database.ts';
import { amount } from '../../../support/amount.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';
import { repository } from '../../../support/repository.ts';

const tableName = 'things';
let folder: string;

/** Every item has text that Snappy shortens, and text that it does not. */
async function fill(data: string): Promise<void> {
  const { environment, close } = await openDatabase(data, tableName);
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = environment;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  for (let n = 0; n < 60; n++) {
    const text = `${'again '.repeat(40)}${Buffer.from(`${Math.sin(n)}${Math.cos(n)}`)
      .toString('base64')
      .repeat(20)}`;
    const Item = { pk: { S: `thing/${n % 7}` }, sk: { S: String(n) }, text: { S: text } };
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
  }
  client.destroy();
  await close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-damage-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  await fill(data);
  // The next start writes the log into a table.
  await (await openDatabase(data, tableName)).close();
});

const open = async (data: string) => {
  const database = await openDatabase(data, tableName);
  await database.close();
  return 'opened';
};

async function tableOf(data: string): Promise<string> {
  const tables = (await readdir(data)).filter((name) => name.endsWith('.ldb'));
  expect(tables.length).toBeGreaterThan(0);
  return join(data, tables[0] ?? '');
}

let copies = 0;
async function copy(): Promise<string> {
  const data = join(folder, `copy-${copies++}`);
  await cp(join(folder, 'data'), data, { recursive: true });
  return data;
}

test('data that are as they were written are opened, again and again', async () => {
  const data = await copy();
  expect([await open(data), await open(data)]).toEqual(['opened', 'opened']);
});

test('altered bytes of a table are found, wherever they are', { tags: ['property'] }, async () => {
  const runs = amount({ few: 12, many: 80 });
  const random = pseudoRandom(60);
  for (let run = 0; run < runs; run++) {
    const data = await copy();
    const path = await tableOf(data);
    const bytes = await readFile(path);
    // The last 48 bytes lead to the blocks; some of them are not used.
    const at = Math.floor(random() * (bytes.length - 48 - 10));
    for (let n = 0; n < 10; n++) bytes[at + n] = (bytes[at + n] ?? 0) ^ (1 + ((run + n) % 255));
    await writeFile(path, bytes);
    await expect(open(data), `10 bytes at ${at} of ${bytes.length}`).rejects.toThrow(
      /^The data in .* are damaged \(.*\): put back a copy of the folder; or move it away to begin without data, or choose another with --data\.$/,
    );
    await rm(data, { recursive: true });
  }
});

/** A device on which there is never room. */
const full = '/dev/full';

describe.skipIf(!existsSync(full))('without room', () => {
  test('the data are kept, and the advice is to make room', async () => {
    const data = join(folder, 'full');
    await mkdir(data);
    for (const name of ['MANIFEST-000001', 'probe']) await symlink(full, join(data, name));
    await expect(open(data)).rejects.toThrow(
      `There is no room for the data folder ${data} (ENOSPC): its data are kept; free some space and start again, or choose another with --data.`,
    );
  });
});

test.skipIf(process.getuid?.() === 0)('a file that cannot be read is not damaged', async () => {
  const data = await copy();
  await chmod(join(data, 'CURRENT'), 0);
  await expect(open(data)).rejects.toThrow(
    `The data in ${data} cannot be read and written (EACCES): make all files readable and writable, or choose another with --data.`,
  );
});

/** Opens the data, waits for a line, then reads all items. */
const program = `
import { openDatabase } from './lib/headwater/tools/local/database.ts';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
const { environment } = await openDatabase(process.argv[1], '${tableName}');
process.send('open');
process.once('message', async () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  await client.send(new ScanCommand({ TableName: '${tableName}' })).catch(() => undefined);
  process.exit(0);
});
`;

test('a process that meets damage while it runs says so', async () => {
  const data = await copy();
  const args = ['--input-type=module', '--eval', program, data];
  const child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const complaint = child.stderr ? text(child.stderr) : undefined;
  await once(child, 'message');
  const path = await tableOf(data);
  const bytes = await readFile(path);
  // In place: the process has mapped the file.
  await writeFile(
    path,
    bytes.map((byte, at) => (at < bytes.length - 4_000 && at % 5 === 0 ? byte ^ 2 : byte)),
    { flag: 'r+' },
  );
  child.send('read');
  const [exitCode] = await once(child, 'exit');
  expect({ exitCode, complaint: await complaint }).toEqual({
    exitCode: 1,
    complaint: expect.stringMatching(/^The data in .* are damaged \(.*\): put back a copy of the folder/m),
  });
});
