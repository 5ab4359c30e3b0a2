/** A source, as descriptors/source.json declares it. */

import type { ManagedMembers } from 'headwater/documents';
import type { Models } from '#generated/models/source.ts';

/** A preprocessor as it is stored. An older source may have types and options that no model declares. */
export interface StoredPreProcessor {
  readonly type: string;
  readonly [option: string]: unknown;
}

export type SourceRecord = Omit<Models['Source'], 'preprocessors' | 'on_failure'> & {
  readonly preprocessors: readonly StoredPreProcessor[];
  readonly on_failure?: readonly StoredPreProcessor[];
};

/** The members that clients write, with their defaults. */
export type SourceContent = Omit<SourceRecord, keyof ManagedMembers>;

/** The members that a client sends, without the managed ones that it may send back. */
export type SourceInput = Omit<Models['SourceInput'], keyof ManagedMembers>;

/** A page of a list, with the sources as they are stored. */
export type SourcePage = Omit<Models['SourceResults'], 'hits'> & { readonly hits: readonly SourceRecord[] };
