/** A source, as descriptors/source.json declares it. */

import type { Models } from '#generated/models/source.ts';

/** A source as it is stored and returned. */
export type SourceRecord = Models['Source'];

/** The members that the service sets; clients write all others. */
type ManagedMember = '_id' | 'created' | 'updated' | 'revision';

/** The members that clients write, with their defaults. */
export type SourceContent = Omit<SourceRecord, ManagedMember>;

/** The members that a client sends. */
export type SourceInput = Models['SourceInput'];

/** A page of a list. */
export type SourcePage = Models['SourceResults'];
