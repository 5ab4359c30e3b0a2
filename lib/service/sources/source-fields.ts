import { documentType, keptVersions, keptWhileReferenced } from 'headwater/documents';
import { sourceInUse } from '#generated/problems.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * Tags (`t`), words of name and description (`w`) and types of preprocessors (`p`)
 * have index terms. 32 tags and the types that there are leave room for at least 20 words of the name.
 */
export const sourceType = documentType<SourceRecord>({
  name: 'source',
  all: 's',
  rules: [keptWhileReferenced(sourceInUse), keptVersions(20)],
  texts: ['preprocessors', 'on_failure'],
  fields: {
    name: { kind: 'text', terms: 'w', isDefault: true, isBounded: true, isOptional: true },
    description: { kind: 'text', terms: 'w', isDefault: true, isBounded: true, isOptional: true },
    tags: { kind: 'keyword', terms: 't', isDefault: true, isList: true },
    format: { kind: 'keyword' },
    'csv.columns': 'not searchable',
    'csv.separator': 'not searchable',
    'csv.header': 'not searchable',
    'csv.quote': 'not searchable',
    'csv.trim': 'not searchable',
    'multiline.begins': 'not searchable',
    'multiline.continues': 'not searchable',
    'multiline.stack_traces': 'not searchable',
    'preprocessors.type': {
      kind: 'keyword',
      terms: 'p',
      values: ({ preprocessors }) => preprocessors.map(({ type }) => type),
    },
    'on_failure.type': 'not searchable',
  },
});
