/** Documents that code of another version has stored: what this code makes of them, and what it refuses. */

import { type SearchFields, unreadableFields } from '../../../shared/query/fields.ts';
import type { DocumentVersions, StoredValues } from '../document-versions.ts';

interface VersionedType extends DocumentVersions {
  readonly name: string;
}

interface StoredVersion {
  readonly id: string;
  /** The version of the code that stored the document. */
  readonly from: number;
}

/**
 * The earliest version whose code may read what this code stores. Undefined if every version may: members that are only added need
 * no `upgrade`.
 */
export function readableFrom({ version, upgrade, downgrade }: DocumentVersions): number | undefined {
  if (downgrade) return Math.max(1, version - 1);
  return upgrade ? version : undefined;
}

/** @throws Error if this code would misread the document, or damage it. */
export function refuseLater(
  { name, version }: VersionedType,
  { id, from, earliest }: StoredVersion & { readonly earliest: unknown },
): void {
  if (typeof earliest !== 'number' || earliest <= version) return;
  throw new Error(
    `The ${name} ${id} has version ${from}, which only code of version ${earliest} or later reads; this code has version ${version}. The type needs a "downgrade" for as long as both run.`,
  );
}

/**
 * Makes the members of an earlier version those of now.
 *
 * @returns all members of both. @throws Error when the type's `upgrade` fails, or makes no document of the type.
 */
export function upgradeMembers<Document>(
  type: VersionedType & SearchFields<Document>,
  { id, from }: StoredVersion,
  stored: StoredValues,
): StoredValues {
  const failure = (reason: string, cause?: unknown) =>
    new Error(
      `The ${type.name} ${id} of version ${from} cannot be upgraded to version ${type.version}: ${reason}`,
      { cause },
    );
  const upgraded = { ...stored };
  try {
    Object.assign(upgraded, type.upgrade?.(from, stored));
  } catch (error) {
    throw failure(`"upgrade" throws ${String(error)}.`, error);
  }
  const wrong = unreadableFields(type, upgraded);
  if (wrong.length === 0) return upgraded;
  throw failure(`no valid ${wrong.join(', ')} comes of its members and of "upgrade".`);
}
