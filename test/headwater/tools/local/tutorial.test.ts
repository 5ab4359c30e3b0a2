/**
 * Follows docs/headwater/tutorial.md: every file and every command, except for the deployment (test/headwater/ministack). Then adds the
 * operation of docs/headwater/how-to.md.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { curl, examplesIn, filesIn } from '../../../support/documentation.ts';
import { startLocal } from '../../../support/local-service.ts';
import { writeFiles } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';
import { startTutorial, type Tutorial } from '../../../support/tutorial.ts';

async function build(folder: string): Promise<string> {
  const { output, complaint } = await headwater(folder, ['build']);
  return `${output}${complaint}`;
}

/** The handler, and the descriptor with the operation of the item that the guide shows. */
function additionsIn(guides: string, descriptor: string): Record<string, unknown> {
  const files = filesIn(guides);
  const operation: object = JSON.parse(files.get('operation') ?? '');
  const declaration: { readonly apis: readonly { operations: object[] }[] } = JSON.parse(descriptor);
  declaration.apis[1]?.operations.push(operation);
  const handler = 'handlers/bookmark/remove.ts';
  return { [handler]: files.get(handler), 'descriptors/bookmark.json': declaration };
}

const idPattern = /\b[0-9a-f]{24}\b/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** An hour later, no write can need the entries of a bookmark any more: whether or not the service names their type, they stay. */
async function expectBookmarkKept(
  { folder, files }: Tutorial,
  list: string,
  { shown, id }: Record<'shown' | 'id', string>,
) {
  const code = encodeURIComponent('const now = Date.now; Date.now = () => now() + 3_600_000;');
  const anHourLater = { NODE_OPTIONS: `--import=data:text/javascript,${code}` };
  const path = 'headwater.config.ts';
  const named = files.get(path) ?? '';
  const unnamed = named.replace('[bookmarkType]', '[]').replace(/^ +const .*bookmarks.*\n/m, '');
  const unknown = 'items of types that this service does not name: ';
  for (const [types, isUnknown] of [[unnamed, true] as const, [named, false] as const]) {
    await writeFiles(folder, { [path]: types });
    const { output, exitCode } = await headwater(folder, ['verify', '--repair'], anHourLater);
    expect(output.includes(unknown)).toBe(isUnknown);
    expect(output).toContain('0 missing, 0 superfluous, 0 malformed.');
    expect(exitCode).toBe(0);
    const service = await startLocal(folder);
    expect(await curl(service, list.replaceAll(shown, id))).toContain(`"total":1,"hits":[{"_id":"${id}"`);
    service.child.kill('SIGINT');
    await service.exited;
  }
}

test('the steps of docs/headwater/tutorial.md do what it says', { tags: ['local'] }, async () => {
  const tutorial = await startTutorial();
  const { page, folder, files } = tutorial;
  const [missing, create, ...others] = examplesIn(page, 'console tutorial');
  const calls = others.filter(({ command }) => command.startsWith('curl '));
  const [client, access] = others.slice(-2);
  expect([files.size, calls.length, others.length]).toEqual([8, 3, 5]);

  const isDescriptor = ([path]: readonly [string, string]) => path.startsWith('descriptors/');
  await writeFiles(folder, Object.fromEntries([...files].filter(isDescriptor)));
  expect((await build(folder)).trim(), missing?.command).toContain(missing?.shown);

  const guides = await readFile(join(repository, 'docs/headwater/how-to.md'), 'utf8');
  const added = additionsIn(guides, files.get('descriptors/bookmark.json') ?? '');
  expect(Object.keys(added)).toEqual(['handlers/bookmark/remove.ts', 'descriptors/bookmark.json']);
  await writeFiles(folder, { ...Object.fromEntries(files), ...added });
  const service = await startLocal(folder);
  const created = await curl(service, create?.command ?? '');
  const [id = ''] = created.match(idPattern) ?? [];
  const [shownId = ''] = create?.shown.match(idPattern) ?? [];
  const plain = (text: string) => text.replaceAll(timePattern, '<time>').replaceAll(id, shownId);
  expect(plain(created), create?.command).toBe(plain(create?.shown ?? ''));
  for (const { command, shown } of calls)
    expect(plain(await curl(service, command.replaceAll(shownId, id))), command).toBe(plain(shown));
  for (const { command, shown } of examplesIn(guides, 'console added'))
    expect(await curl(service, command), command).toBe(shown);
  service.child.kill('SIGINT');
  await service.exited;
  await expectBookmarkKept(tutorial, calls[0]?.command ?? '', { shown: shownId, id });

  await writeFiles(folder, Object.fromEntries(files));
  const { output, complaint } = await headwater(folder, client?.command.split(' ').slice(2) ?? []);
  expect(`${output}${complaint}`.trim(), client?.command).toBe(client?.shown);
  expect(await build(folder), access?.command).toContain(access?.shown);
});
