/** Changes of one source in the service, and the versions that it keeps. */

import type { Source as SourceSpace } from '#generated/client.ts';
import { api, successOf, unwrap } from './api.ts';
import { closeSource, noteEntityTag, sourceState, type TaggedSource } from './source.ts';
import type { Source } from './stored.ts';

export type SourceVersion = SourceSpace.Models['SourceVersion'];

/** What a person says about a source. An empty text is none. */
export interface AboutText {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** @throws ProblemError, such as precondition_failed when somebody else has changed the source. */
export async function changeAbout(
  { source: { _id: id }, etag }: TaggedSource,
  { name, description, tags }: AboutText,
): Promise<void> {
  // A merge patch: null removes a member.
  const body = { name: name || null, description: description || null, tags };
  const changed = await successOf(
    api.source.patch({ id, body: body as SourceSpace.Models['SourceInput'] }, { ifMatch: etag }),
  );
  noteEntityTag(changed.data, { before: etag, after: changed.etag ?? '' });
}

/** @throws ProblemError, such as source_in_use. */
export async function deleteSource({ source: { _id: id }, etag }: TaggedSource): Promise<void> {
  await unwrap(api.source.remove({ id }, { ifMatch: etag }));
  if (sourceState.value.source?._id === id) closeSource();
}

/** The present version and those before it, the latest first. */
export const fetchVersions = async (id: string): Promise<readonly SourceVersion[]> =>
  (await unwrap(api.source.listVersions({ id, size: 100 }))).hits;

export const fetchVersion = (id: string, revision: number): Promise<Source> =>
  unwrap(api.source.getVersion({ id, revision }));
