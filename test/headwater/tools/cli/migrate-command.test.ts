/**
 * `npx headwater migrate` as a process, on the local database, with the documents of docs/headwater/migrations.md.
 *
 * @module-tag storage
 */

import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getDocument, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { documentClient } from '../../../../lib/headwater/data/store/client.ts';
import { createDocument } from '../../../../lib/headwater/data/writes.ts';
import type { MigrateOutput } from '../../../../lib/headwater/tools/cli/migrate.ts';
import { type LocalDatabase, openDatabase } from '../../../../lib/headwater/tools/local/database.ts';
import { localTableName } from '../../../../lib/headwater/tools/local/local-table.ts';
import { noteDatabase } from '../../../../lib/headwater/tools/local/running-database.ts';
import { headwater } from '../../../support/command.ts';
import { examplesIn } from '../../../support/documentation.ts';
import { loadMigrationPage, type MigrationPage } from '../../../support/migration-page.ts';
import { repository } from '../../../support/repository.ts';

const tableName = localTableName;
let page: MigrationPage;
let data: string;

beforeAll(async () => {
  page = await loadMigrationPage();
  data = join(page.folder, '.data');
  await storeVersion('rename/customers.ts');
});

let ids: string[];

beforeEach(async () => {
  ids = [];
  await opened(openDatabase, async (client) => {
    const customers = openDocuments(page.types[0] as never, { client, tableName });
    for (const name of ['ada', 'bob', 'cyd'])
      ids.push((await createDocument(customers, { name, email: `${name}@example.org` } as never))._id);
  });
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** The version of the page that the commands of the project know. */
async function storeVersion(path: string): Promise<void> {
  const config = `import { defineConfig } from 'headwater/config';
import { customerType } from './${path}';

export default defineConfig({ storedTypes: () => ({ documents: [customerType], items: [] }) });
`;
  await writeFile(join(page.folder, 'headwater.config.ts'), config);
}

/** As `npm start` opens it: commands find it. */
async function openNoted(folder: string, table: string): Promise<LocalDatabase> {
  const database = await openDatabase(folder, table);
  await noteDatabase(folder, database.environment.AWS_ENDPOINT_URL_DYNAMODB);
  return database;
}

async function opened<Result>(
  open: (folder: string, table: string) => Promise<LocalDatabase>,
  use: (client: ReturnType<typeof documentClient>) => Promise<Result>,
): Promise<Result> {
  const { environment, close } = await open(data, tableName);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const endpoint = environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  try {
    return await use(documentClient(client));
  } finally {
    client.destroy();
    await close();
  }
}

async function migrate(...args: string[]) {
  const { exitCode, output, complaint } = await headwater(page.folder, ['migrate', '--json', ...args]);
  return { exitCode, complaint, report: JSON.parse(output) as MigrateOutput };
}

test('the code of the page compiles', async () => {
  const tsconfig = {
    extends: 'headwater/tsconfig.json',
    include: [...page.modules, 'split/customers.test.ts'],
  };
  await writeFile(join(page.folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '--noEmit', '--singleThreaded'], {
    cwd: page.folder,
  });
  expect(await run.catch(({ stdout }) => stdout)).toEqual({ stdout: '', stderr: '' });
});

test('the test of the page passes', async () => {
  const args = ['--test', 'split/customers.test.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: page.folder });
  expect(stdout).toMatch(/pass 1\n/);
});

test('the command prints what the page shows; verify counts before, and neither finds anything after', async () => {
  const before = await headwater(page.folder, ['verify']);
  expect(before).toMatchObject({ exitCode: 0 });
  expect(before.output).toContain(
    '3 documents of an earlier version: npx headwater migrate stores them anew.',
  );
  const examples = examplesIn(page.markdown);
  expect(examples).toHaveLength(1);
  for (const { command, shown } of examples) {
    const [, , ...args] = command.split(' ');
    expect(await headwater(page.folder, args)).toEqual({ exitCode: 0, output: `${shown}\n`, complaint: '' });
  }
  expect(await migrate()).toMatchObject({
    exitCode: 0,
    report: { documents: 3, migrated: 0, isComplete: true },
  });
  expect((await headwater(page.folder, ['verify'])).output).not.toContain('earlier version');
});

test('it uses the database of a service that runs, and lists the documents that cannot be stored anew', async () => {
  await opened(openNoted, async (client) => {
    const Key = { pk: `customer/${ids[1]}`, sk: 'document' };
    const ExpressionAttributeNames = { '#email': 'email' };
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key,
        ExpressionAttributeNames,
        UpdateExpression: 'REMOVE #email',
      }),
    );
    const { exitCode, report } = await migrate();
    const reason = `The customer ${ids[1]} of version 1 cannot be upgraded to version 2: no valid email comes of its members and of "upgrade".`;
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({ documents: 3, migrated: 2, failed: 1, isComplete: true });
    expect(report.failures).toEqual([{ key: JSON.stringify([Key.pk, Key.sk]), reason }]);
    const again = await headwater(page.folder, ['migrate']);
    expect(again).toEqual({
      exitCode: 1,
      output: [
        `failed ${JSON.stringify([Key.pk, Key.sk])}: ${reason}`,
        'The local table: 3 customers, of which 0 are stored anew.',
        '1 document cannot be stored anew: mend "upgrade", or the item, and run it again.\n',
      ].join('\n'),
      complaint: '',
    });
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key }));
    expect(Item).toMatchObject({ name: 'bob', stored: { schema: 1 } });
    const renamed = openDocuments(page.types[1] as never, { client, tableName });
    await expect(getDocument(renamed, ids[1] ?? '')).rejects.toThrow(reason);
    expect((await headwater(page.folder, ['verify'])).output).toContain(reason);
  });
});

test.each([
  [
    ['--type', 'custmer'],
    'The stored types have no document type "custmer" (did you mean customer?); they have customer.',
  ],
  [['--type', 'order'], 'The stored types have no document type "order"; they have customer.'],
  [['--pace', '0'], '--pace takes a whole number from 1 to 1000000, not "0".'],
])('%j is refused', async (args, message) => {
  const { exitCode, complaint } = await headwater(page.folder, ['migrate', ...args]);
  expect({ exitCode, complaint }).toEqual({ exitCode: 2, complaint: `${message}\n` });
});
