/** The fields by which sources are found. */

import type { Field, QuerySchema } from '../search/query/schema.ts';

/** What of a source a query can be about. */
export interface SearchableSource {
  readonly _id: string;
  readonly created: string;
  readonly updated: string;
  readonly revision: number;
  readonly name?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly format: string;
  readonly preprocessors: readonly { readonly type: string }[];
}

type SourceField = Field & { readonly valuesOf: (source: SearchableSource) => readonly (string | number)[] };

export const sourceSchema: QuerySchema<SearchableSource> = {
  fields: new Map<string, SourceField>([
    ['_id', { kind: 'keyword', valuesOf: ({ _id }) => [_id] }],
    ['name', { kind: 'text', valuesOf: ({ name }) => given(name) }],
    ['description', { kind: 'text', valuesOf: ({ description }) => given(description) }],
    ['tags', { kind: 'keyword', valuesOf: ({ tags }) => tags }],
    ['format', { kind: 'keyword', valuesOf: ({ format }) => [format] }],
    [
      'preprocessors.type',
      { kind: 'keyword', valuesOf: ({ preprocessors }) => preprocessors.map(({ type }) => type) },
    ],
    ['created', { kind: 'date', valuesOf: ({ created }) => [Date.parse(created)] }],
    ['updated', { kind: 'date', valuesOf: ({ updated }) => [Date.parse(updated)] }],
    ['revision', { kind: 'integer', valuesOf: ({ revision }) => [revision] }],
  ]),
  searched: ['tags', 'name', 'description'],
};

function given(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}
