/** The fields by which queries find sources. */

import { type FieldTable, fieldsOf, optional, type TermIndex } from '../search/term-index.ts';
import type { SourceRecord } from './source-record.ts';

/** Tags (`t`), words of name and description (`w`) and types of preprocessors (`p`) have index terms. */
const fields: FieldTable<SourceRecord> = {
  _id: { kind: 'keyword', from: 'id' },
  name: { kind: 'text', terms: 'w', isDefault: true, values: ({ name }) => optional(name) },
  description: {
    kind: 'text',
    terms: 'w',
    isDefault: true,
    values: ({ description }) => optional(description),
  },
  tags: { kind: 'keyword', terms: 't', isDefault: true, values: ({ tags }) => tags },
  format: { kind: 'keyword', value: ({ format }) => format },
  'preprocessors.type': {
    kind: 'keyword',
    terms: 'p',
    values: ({ preprocessors }) => preprocessors.map(({ type }) => type),
  },
  created: { kind: 'date', from: 'id' },
  updated: { kind: 'date', value: ({ updated }) => Date.parse(updated) },
  revision: { kind: 'integer', value: ({ revision }) => revision },
};

export const sourceIndex: TermIndex<SourceRecord> = {
  name: 'source',
  all: 'sources',
  fields: fieldsOf(fields),
  idOf: ({ _id }) => _id,
};
