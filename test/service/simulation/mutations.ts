/** Broken protocols: copies of the product's code in which one rule is missing. */

import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../../support/repository.ts';
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
  /** How many runs catch it: few, many if absent, or most. */
  readonly needs?: 'few' | 'most';
}

const ofRepository = 'test/service/support/source-repository.ts';
const writes = 'lib/data/search/documents/document-writes.ts';
const history = 'lib/data/search/documents/write-history.ts';

export const mutations: readonly Mutation[] = [
  {
    name: 'the document is put before its postings',
    needs: 'few',
    edits: [
      {
        file: writes,
        find: 'const postings = await putPostings(context, { ...change, ...late });\n  await checkTime(late, postings);\n  try {\n    return { isAccepted: await putItem(context.table, request, late), postings };',
        replace:
          'try {\n    const isAccepted = await putItem(context.table, request, late);\n    const postings = await putPostings(context, { ...change, ...late });\n    return { isAccepted, postings };',
      },
    ],
  },
  {
    name: 'a repair does not look at its clock',
    needs: 'few',
    edits: [
      {
        file: 'lib/data/search/list/orphans.ts',
        find: 'since - timeOfStamp(posting.stamp) > maxPostingMs',
        replace: 'since > timeOfStamp(posting.stamp)',
      },
    ],
  },
  {
    name: 'a list trusts what writes that have not ended exclude',
    needs: 'most',
    edits: [
      {
        file: 'lib/data/search/table-index/combine-plans.ts',
        find: '[...path.of, ...path.without].some',
        replace: 'path.of.some',
      },
    ],
  },
  {
    name: 'a clean-up deletes postings of any revision',
    edits: [
      {
        file: 'lib/data/search/index/postings.ts',
        find: "deleteWhere('#v < :v'",
        replace: "deleteWhere('#v < :v OR #v >= :v'",
      },
    ],
  },
  {
    name: 'a late put replaces a posting of a later write',
    needs: 'most',
    edits: [
      {
        file: 'lib/data/search/index/postings.ts',
        find: "'attribute_not_exists(#pk) OR #v < :v'",
        replace: "'attribute_not_exists(#pk) OR #v <> :v'",
      },
    ],
  },
  {
    name: 'a write that was held up goes on',
    needs: 'most',
    edits: [{ file: history, find: 'now() - timeOfId(write) > maxWriteMs', replace: 'now() < 0' }],
  },
  {
    name: 'a write does not recognize itself',
    needs: 'few',
    edits: [
      {
        file: writes,
        find: 'if (sent && current && isOwn(context, current, sent)) return finish(sent);',
        replace: '',
      },
    ],
  },
  {
    name: 'a write that is not made removes postings that others rely on',
    edits: [
      {
        file: 'lib/data/search/documents/posting-changes.ts',
        find: "state === 'own' || isAlone",
        replace: 'isAlone !== null',
      },
      {
        file: 'lib/data/search/documents/posting-changes.ts',
        find: 'const stamp = stampOf(write);\n  const own',
        replace: 'const stamp = stampOf(write) + 99;\n  const own',
      },
      {
        file: 'lib/data/search/documents/posting-changes.ts',
        find: 'deleteItem(table, deleteSeenPosting(index, { term, id, revision, stamp }))',
        replace: 'deleteItem(table, deleteEarlierPosting(index, { term, id, revision, stamp }))',
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
  await mkdir(join(folder, 'test/support'), { recursive: true });
  await cp(join(repository, ofRepository), join(folder, ofRepository));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
    await writeFile(path, parts.join(replace));
  }
  const module = pathToFileURL(join(folder, ofRepository)).href;
  const { createSourceRepository } = (await import(module)) as Subject;
  return { createSourceRepository, remove: () => rm(folder, { recursive: true, force: true }) };
}
