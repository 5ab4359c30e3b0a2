/** What a client says of a source, completed: the members that it left out have their defaults. */

import { applyMergePatch } from '../json/merge-patch.ts';

interface SourceInput {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly format?: RecordFormat;
  readonly preprocessors?: readonly PreProcessor[];
}

type RecordFormat = 'json' | 'ndjson' | 'csv' | 'text';

interface PreProcessor {
  readonly type: string;
  readonly [option: string]: unknown;
}

interface SourceContent extends SourceInput {
  readonly tags: readonly string[];
  readonly format: RecordFormat;
  readonly preprocessors: readonly PreProcessor[];
}

/** @example toSourceContent({ name: 'a' }) // { name: 'a', tags: [], format: 'json', preprocessors: [] } */
export function toSourceContent(input: SourceInput): SourceContent {
  const { name, description, tags = [], format = 'json', preprocessors = [] } = input;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    tags,
    format,
    preprocessors,
  };
}

/** What a source says once a merge patch (RFC 7396), checked member by member, was applied to it. */
export function patchSourceContent(current: SourceContent, patch: object): SourceContent {
  const { name, description, tags, format, preprocessors } = current;
  const merged = applyMergePatch({ name, description, tags, format, preprocessors }, patch);
  // Each member is of the current source or of the patch, both of which were checked; none is required.
  return toSourceContent(merged as SourceInput);
}
