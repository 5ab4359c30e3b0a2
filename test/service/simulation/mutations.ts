/** Broken protocols: copies of the product's code in which one rule is missing. */

import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { linkPackages } from '../../support/link-packages.ts';
import { repository } from '../../support/repository.ts';
import type { Subject } from './subject.ts';

export interface Mutation {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Within how many runs it breaks a promise. */
  readonly runs: number;
  /** The seed of the first run, 0 by default: runs before it break none, and take most of the time. */
  readonly from?: number;
}

const documents = 'lib/headwater/data/search/documents';

export const mutations: readonly Mutation[] = [
  {
    name: 'a change does not require the revision that it has read',
    file: `${documents}/document-items.ts`,
    find: 'documentItem(index, written), ...isUnchanged(current)',
    replace: 'documentItem(index, written), ...isPresent',
    runs: 50,
  },
  {
    name: 'a change does not delete the postings of terms that the document has no more',
    file: `${documents}/document-writes.ts`,
    find: 'const removed = before.difference(after)',
    replace: 'const removed = new Set<string>()',
    runs: 10,
  },
  {
    name: 'a change puts no posting of a new term',
    file: `${documents}/document-writes.ts`,
    find: 'const added = after.difference(before)',
    replace: 'const added = new Set<string>()',
    runs: 10,
  },
  {
    name: 'a closed stream still counts',
    file: `${documents}/references.ts`,
    find: 'const taken = [...held.difference(holding)]',
    replace: 'const taken = [...new Set<string>()]',
    runs: 20,
  },
  {
    name: 'a stream that is closed once more is counted once more',
    file: `${documents}/references.ts`,
    find: 'const taken = [...held.difference(holding)]',
    replace: 'const taken = [...idsAt(before, path).difference(holding)]',
    runs: 500,
  },
  {
    name: 'a source in use is removed',
    file: `${documents}/document-holds.ts`,
    find: "#count = :taken' : '#count = :taken'",
    replace: "#count >= :taken' : '#count = :taken'",
    runs: 1_500,
  },
  {
    name: 'a stream is opened although its source is gone',
    file: `${documents}/references.ts`,
    find: 'if (!isCounted()) return changes;',
    replace: 'if (!isCounted()) return changes;\n      changes.length = 0;',
    runs: 100,
  },
  {
    name: 'a sample is put although its source is gone',
    file: 'lib/service/samples/sample-store.ts',
    find: '[...changes, checkExists(index, id)]',
    replace: 'changes',
    runs: 1_200,
  },
  {
    name: 'a list reads postings that lag',
    file: 'lib/headwater/data/search/table-index/term-stream.ts',
    find: "const isConsistent = purpose === 'page' ||",
    replace: 'const isConsistent = !this.#postings && ',
    runs: 50,
  },
  {
    name: 'a changed document is posted at another place of a sorted list than its value has',
    file: 'lib/headwater/data/search/index/document-terms.ts',
    find: 'return terms.flatMap((term) => keys.map((key) => withSortKey(term, key)));',
    replace:
      "return terms.flatMap((term) => keys.map((key) => withSortKey(term, document['revision'] > 1 ? `${key}000` : key)));",
    runs: 20,
  },
  {
    name: 'a document that has moved is shown where a sorted list had it before',
    file: 'lib/headwater/data/search/list/check-candidates.ts',
    find: 'positionOf(document) === position && ',
    replace: '',
    runs: 900,
    from: 600,
  },
  {
    name: 'the next page of a sorted list begins at an id, without the value',
    file: 'lib/headwater/data/search/list/document-list.ts',
    find: 'following(search, context.positionOf(end))',
    replace: 'following(search, context.index.idOf(end))',
    runs: 20,
  },
  {
    name: 'documents within a state are sorted with those of all states',
    file: 'lib/headwater/data/search/table-index/sorted-plan.ts',
    find: 'selected?.values.map((text) => ({ field: selected.field, text })) ?? [undefined]',
    replace: '[undefined]',
    runs: 50,
  },
  {
    name: 'few documents that match are not sorted',
    file: 'lib/headwater/data/search/table-index/open-sorted.ts',
    find: 'isBefore(search, one.position, other.position)',
    replace: 'one.position.slice(-24) < other.position.slice(-24)',
    runs: 50,
  },
  {
    name: 'a repeated attempt has another token, and its changes no conditions',
    file: 'lib/headwater/data/store/transactions.ts',
    find: 'inTable(tableName, change)),\n    ClientRequestToken: randomUUID(),',
    replace: 'inTable(tableName, change.Put ? { Put: { Item: change.Put.Item } } : change)),',
    runs: 50,
  },
  {
    name: 'a refusal is final, although an earlier attempt may yet arrive',
    file: 'lib/headwater/data/store/transactions.ts',
    find: 'if (isLast && isInDoubt) throw inDoubt(cancellation);',
    replace: '',
    runs: 200,
    from: 300,
  },
  {
    name: 'a single write that meets a transaction fails',
    file: 'lib/headwater/data/store/aws-errors.ts',
    find: "'ReplicatedWriteConflictException', 'TransactionConflictException'];",
    replace:
      "'ReplicatedWriteConflictException'].slice(Number(unavailable.delete('TransactionConflictException')));",
    runs: 50,
  },
  {
    name: 'a page that gets on by nothing has a cursor',
    file: 'lib/headwater/data/search/list/document-list.ts',
    find: 'throw refusal ?? noProgress();',
    replace: 'void (refusal ?? noProgress());',
    runs: 100,
  },
];

/** @returns the broken code, and how to remove its files. */
export function mutate(mutation: Mutation): Promise<Broken<Subject>> {
  return mutateProduct(mutation, 'test/service/simulation/product.ts', []);
}

interface Broken<Product> {
  readonly subject: Product;
  readonly remove: () => Promise<void>;
}

/** @param product The file that exports what a run drives. @param others Files that it imports besides `lib`. */
export async function mutateProduct<Product>(
  { file, find, replace }: Mutation,
  product: string,
  others: readonly string[],
): Promise<Broken<Product>> {
  const copied = ['lib', 'package.json', product, ...others];
  const folder = await mkdtemp(join(tmpdir(), 'headwater-mutation-'));
  for (const path of copied) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  await symlink(join(repository, '.generated'), join(folder, '.generated'));
  await linkPackages(folder);
  const code = await readFile(join(folder, file), 'utf8');
  await writeFile(
    join(folder, file),
    code.replace(find, () => replace),
  );
  const path = pathToFileURL(join(folder, product)).href;
  const { product: subject }: { readonly product: Product } = await import(path);
  return { subject, remove: () => rm(folder, { recursive: true, force: true }) };
}
