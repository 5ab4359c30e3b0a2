/** What a client says of a source, completed: the members that it left out have their defaults. */

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
