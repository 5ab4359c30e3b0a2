/** The fields by which queries find sources. */

import { documentType, type FieldTable, optional } from '../../data/search/document-type.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * Tags (`t`), words of name and description (`w`) and types of preprocessors (`p`)
 * have index terms. At most 32 tags and 32 types leave room for 35 words of the name.
 */
const fields: FieldTable<SourceRecord> = {
  _id: { kind: 'keyword', from: 'id' },
  created: { kind: 'date', from: 'id' },
  updated: { kind: 'date', value: ({ updated }) => Date.parse(updated) },
  revision: { kind: 'integer', value: ({ revision }) => revision },
  name: {
    kind: 'text',
    terms: 'w',
    isDefault: true,
    isBounded: true,
    values: ({ name }) => optional(name),
  },
  description: {
    kind: 'text',
    terms: 'w',
    isDefault: true,
    isBounded: true,
    values: ({ description }) => optional(description),
  },
  tags: { kind: 'keyword', terms: 't', isDefault: true, values: ({ tags }) => tags },
  format: { kind: 'keyword', value: ({ format }) => format },
  'preprocessors.type': {
    kind: 'keyword',
    terms: 'p',
    values: ({ preprocessors }) => preprocessors.map(({ type }) => type),
  },
};

export const sourceType = documentType({
  name: 'source',
  all: 's',
  fields,
  version: 1,
  texts: ['preprocessors'],
  schema: 1,
});
