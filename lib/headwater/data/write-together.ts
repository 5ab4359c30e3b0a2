/** Several writes of documents as one transaction. */

import { createHash } from 'node:crypto';
import {
  type DocumentClaim,
  type DocumentWrite,
  sendWrites,
  type Write,
  type WriteAttempt,
} from './search/documents/write-together.ts';

/** The result of each write, in their order. A write of an item of your own, an adjustment and a removal have none. */
type Results<Writes extends readonly Write[]> = {
  -readonly [Place in keyof Writes]: Writes[Place] extends DocumentWrite<infer Result> ? Result : undefined;
};

/**
 * Makes all writes in one transaction, or none. If others change one of the documents first, it reads all of them again and calls
 * the callbacks of the writes again.
 *
 * @param writes At least one of a document; all of one table. Together they change at most 100 items, which include the postings of
 * the documents, and write at most 4 MB.
 * @example
 *   const [order] = await writeTogether([
 *     creationOf(orders(context), content, { claim: context.claim }),
 *     adjustmentOf(products(context), product, { stock: -2 }, { least: 0, problem: outOfStock }),
 *   ]);
 * @throws ServiceError as the functions of one document, too_many_changes, and content_too_large, both before anything is written; Error
 * if two of the writes change one item.
 */
export async function writeTogether<const Writes extends readonly Write[]>(
  writes: Writes,
): Promise<Results<Writes>> {
  const ofDocuments = writes.filter((write) => 'prepare' in write);
  const [first] = ofDocuments;
  if (!first) throw new Error('writeTogether needs at least one write of a document.');
  const other = ofDocuments.find(({ table }) => table.tableName !== first.table.tableName);
  if (other) throw new Error(`${other.subject} is in another table than ${first.subject}.`);
  const claim = ofDocuments.find((write) => write.claim)?.claim;
  const idOf = claim && ((place: number) => reservedId(claim.reservedId, place));
  const sent = await sendWrites(writes, first, { idOf, isShared: true }).catch(async (error: unknown) => {
    await expectFirst(claim, error);
    return { earlier: undefined };
  });
  const results = 'results' in sent ? sent.results : await recoverAll(writes, idOf);
  // Each write has the result of its type.
  return results as Results<Writes>;
}

/**
 * The callbacks of a repeated request see what the first one has changed, and may refuse it.
 *
 * @returns if the claim of the first request has lapsed, so that its writes may be found.
 * @throws the error if there is no earlier request, or the response of the earlier one.
 */
async function expectFirst(claim: DocumentClaim | undefined, error: unknown): Promise<void> {
  if (!claim?.change) throw error;
  await claim.takeOver();
  if (claim.change) throw error;
}

/** What an earlier request has made of the same writes. */
function recoverAll(writes: readonly Write[], idOf: WriteAttempt['idOf']): Promise<readonly unknown[]> {
  const recovered = writes.map(async (write, place) =>
    'change' in write ? undefined : write.recover({ skipped: new Set(), idOf, place }),
  );
  return Promise.all(recovered);
}

/** The same id for each attempt of a request: whoever repeats it finds what it has created. It contains the same time. */
function reservedId(claimed: string, place: number): string {
  const digits = createHash('sha256').update(`${claimed}/${place}`).digest('hex');
  return claimed.slice(0, 11) + digits.slice(11, 24);
}
