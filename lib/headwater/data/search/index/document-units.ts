/**
 * The read units of a document, which its postings say: so a list knows the price of documents before it reads them.
 *
 * They are rounded up to a power of two, so that few changes of a document change its postings.
 */

/** AWS stores no item over 400 KB. */
export const maxDocumentUnits = 100;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
export const bytesPerUnit = 4_096;

/** @param bytes At least the size of the item. */
export function documentUnits(bytes: number): number {
  const units = Math.max(1, Math.ceil(bytes / bytesPerUnit));
  return Math.min(maxDocumentUnits, 2 ** Math.ceil(Math.log2(units)));
}

/** Undefined if other software has written it. */
export function parseUnits(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxDocumentUnits
    ? Number(value)
    : undefined;
}
