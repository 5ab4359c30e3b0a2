/** Broken protocols: copies of the product's code in which one rule is missing. */

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../support/repository.ts';
import type { Subject } from './subject.ts';

interface Edit {
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface Mutation {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Caught within a few runs. */
  readonly isQuick?: true;
}

const writes = 'lib/search/documents/document-writes.ts';

export const mutations: readonly Mutation[] = [
  {
    name: 'the document is put before its entries',
    isQuick: true,
    edits: [
      {
        file: writes,
        find: 'await putEntries(context, next, after.difference(before));\n  checkTime(context, next.write);\n  return {\n    isAccepted: await table.put(request),',
        replace:
          'const isAccepted = await table.put(request);\n  await putEntries(context, next, after.difference(before));\n  return {\n    isAccepted,',
      },
    ],
  },
  {
    name: 'a repair does not look at its clock',
    isQuick: true,
    edits: [
      {
        file: 'lib/search/list/check-candidates.ts',
        find: 'now() - timeOfStamp(entry.stamp) > maxEntryMs',
        replace: 'now() > timeOfStamp(entry.stamp)',
      },
    ],
  },
  {
    name: 'a clean-up deletes entries of any revision',
    edits: [
      {
        file: 'lib/search/index/entries.ts',
        find: "isOfEarlierRevision: '#r < :r'",
        replace: "isOfEarlierRevision: '#r < :r OR #r >= :r'",
      },
    ],
  },
  {
    name: 'a late put replaces an entry of a later write',
    edits: [
      {
        file: 'lib/search/index/entries.ts',
        find: "isNotNewer: 'attribute_not_exists(#pk) OR #r < :r OR (#r = :r AND #w < :w)'",
        replace: "isNotNewer: 'attribute_not_exists(#pk) OR #r <> :r OR (#r = :r AND #w <> :w)'",
      },
    ],
  },
  {
    name: 'a write that was held up goes on',
    edits: [{ file: writes, find: 'now() - timeOfId(write) <= maxWriteMs', replace: 'now() > 0' }],
  },
  {
    name: 'a write does not recognize itself',
    isQuick: true,
    edits: [
      {
        file: writes,
        find: 'if (sent && current?.writes.includes(sent.write)) return finish(sent);',
        replace: '',
      },
    ],
  },
];

/** @returns the broken code, and how to remove its files. */
export async function mutate({
  edits,
}: Mutation): Promise<Subject & { readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-mutation-'));
  await cp(join(repository, 'lib'), join(folder, 'lib'), { recursive: true });
  await cp(join(repository, 'package.json'), join(folder, 'package.json'));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
    await writeFile(path, parts.join(replace));
  }
  const module = pathToFileURL(join(folder, 'lib/sources/source-repository.ts')).href;
  const { createSourceRepository } = (await import(module)) as Subject;
  return { createSourceRepository, remove: () => rm(folder, { recursive: true, force: true }) };
}
