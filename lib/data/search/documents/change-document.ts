/** Changes the content of a document, which clients write; the service sets its managed members. */

import { retryOnConflict, sendReplacement } from './document-writes.ts';
import { laterMembers, type ManagedMembers } from './managed-members.ts';
import type { WriteContext } from './write-history.ts';

/** Both functions get the document that the change replaces, again after a conflict with another change. */
export interface ContentChange<Document extends ManagedMembers> {
  readonly contentOf: (current: Document) => Omit<Document, keyof ManagedMembers>;
  /** Throws unless the document may be changed. */
  readonly check?: ((current: Document) => void) | undefined;
}

/** @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw. */
export function changeDocument<Document extends ManagedMembers>(
  context: WriteContext<Document>,
  id: string,
  { contentOf, check }: ContentChange<Document>,
): Promise<Document> {
  return retryOnConflict(context, id, (current) => {
    const { document } = current;
    check?.(document);
    const content = contentOf(document);
    return sendReplacement(context, current, (revision) => {
      const managed = laterMembers(document, { revision, now: context.now() });
      // The managed members, and all others.
      return { ...managed, ...content } as Document;
    });
  });
}
