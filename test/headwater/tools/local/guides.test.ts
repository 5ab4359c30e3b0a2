/**
 * The service of docs/headwater/tutorial.md with the operations of docs/headwater/how-to.md: that page's calls, and the program of
 * docs/headwater/client.md. Then the exports of docs/headwater/streaming.md.
 *
 * @module-tag local
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { hits } from '../../../../lib/headwater/client/answers.ts';
import { headwater } from '../../../support/command.ts';
import { blocksIn, curl, examplesIn, filesIn } from '../../../support/documentation.ts';
import { type LocalService, startLocal } from '../../../support/local-service.ts';
import { writeFiles } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';
import { expectShown } from '../../../support/shown-output.ts';
import { typeErrors } from '../../../support/strict-types.ts';
import { startTutorial, writeExtended } from '../../../support/tutorial.ts';

const read = (page: string) => readFile(join(repository, 'docs/headwater', page), 'utf8');

let folder: string;
let service: LocalService;

beforeAll(async () => {
  const tutorial = await startTutorial();
  await writeExtended(tutorial);
  ({ folder } = tutorial);
  await writeFiles(folder, Object.fromEntries(filesIn(await read('streaming.md'))));
  service = await startLocal(folder);
});

test('the calls of docs/headwater/how-to.md return the output shown', async () => {
  const guides = await read('how-to.md');
  const examples = examplesIn(guides);
  expect(examples.length).toBe(9);
  expect(await expectShown(service, examples)).toBe(2);
  const added = examplesIn(guides, 'console added');
  expect(added.length).toBe(2);
  await expectShown(service, added);
  expect(service.output()).not.toContain('differs from its descriptor');
  expect(service.output()).toMatch(
    /^\{"level":"INFO","audit":"bookmark-list","owner":"public",.*"status":200\}$/m,
  );
});

test('the program of docs/headwater/client.md compiles, and prints what the page shows', async () => {
  const page = await read('client.md');
  const files = filesIn(page);
  expect([...files.keys()]).toEqual(['calls.ts']);
  await writeFile(join(folder, 'calls.ts'), files.get('calls.ts') ?? '');
  expect(await headwater(folder, ['client', 'headwater.ts'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(await typeErrors(folder, 'calls.ts')).toBe('');
  const env = { ...process.env, ORIGIN: service.origin };
  const { stdout } = await promisify(execFile)(process.execPath, ['calls.ts'], { cwd: folder, env });
  const [, shown] = /```text\n([^`]*)```/.exec(page) ?? [];
  expect(stdout).toBe(shown);
});

describe('docs/headwater/streaming.md', () => {
  const count = 250;
  const title = '=1+1, "so"';

  beforeAll(async () => {
    const example = examplesIn(await read('streaming.md'), 'console export');
    expect(example).toHaveLength(1);
    const lines = await curl(service, example[0]?.command ?? '');
    const withoutTimes = (text = '') =>
      text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.replace(/^[^,]*,/, ''));
    expect(withoutTimes(lines)).toEqual(withoutTimes(example[0]?.shown));
    const create = (index: number) => {
      const body = JSON.stringify({ url: `https://example.com/${index}`, tags: ['exported'], title });
      return service.fetch('/v1/bookmark', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    };
    for (let at = 0; at < count; at += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => create(at + index)));
  });

  const environment = () => ({ ...process.env, ORIGIN: service.origin, KEY: '' });
  const urls = (lines: readonly string[]) =>
    new Set(lines.flatMap((line) => /https:\/\/example\.com\/\d+/.exec(line) ?? []));

  test('the program of the client exports the whole list', async () => {
    expect(await typeErrors(folder, 'export.ts')).toBe('');
    await promisify(execFile)(process.execPath, ['export.ts'], { cwd: folder, env: environment() });
    const lines = (await readFile(join(folder, 'bookmarks.ndjson'), 'utf8')).trimEnd().split('\n');
    const { total }: { readonly total: number } = (await (
      await service.fetch('/v1/bookmark')
    ).json()) as never;
    expect([lines.length, urls(lines).size]).toEqual([total, count]);
    expect(lines.map((line) => typeof JSON.parse(line)._id)).toEqual(lines.map(() => 'string'));
  });

  test('a program that reads holds one page, however long the list is', async () => {
    let pages = 0;
    const list = async ({ after }: { readonly after?: string }) => {
      pages++;
      const path = `/v1/bookmark?query=tags:exported&size=20${after === undefined ? '' : `&after=${after}`}`;
      const data = (await (await service.fetch(path)).json()) as { after?: string; hits: readonly object[] };
      return { ok: true, status: 200, data, headers: {} } as const;
    };
    let seen = 0;
    for await (const _ of hits(list as never, {} as never)) expect(pages).toBe(Math.ceil(++seen / 20));
    expect(seen).toBe(count);
  });

  test('the loop of the shell appends all pages, and no cell is a formula', async () => {
    const page = await read('streaming.md');
    const [script = ''] = blocksIn(page).flatMap(({ info, text }) => (info === 'sh export' ? [text] : []));
    await promisify(execFile)('bash', ['-c', script], { cwd: folder, env: environment() });
    const lines = (await readFile(join(folder, 'bookmarks.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(urls(lines).size).toBe(count);
    expect(new Set(lines).size).toBe(lines.length);
    const exported = lines.filter((line) => line.includes('exported'));
    expect(new Set(exported.map((line) => line.split(/example\.com\/\d+,/)[1]))).toEqual(
      new Set([`"'=1+1, ""so""",exported`]),
    );
  });
});
