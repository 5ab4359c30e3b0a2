import { catalogue } from '@headwater/ingest/catalogue';
import { evaluate, type FieldTable, fieldsOf, parseQuery, type SearchFields } from 'headwater/query';
import type { Models } from '#generated/models/preprocessor.ts';

type Preprocessor = Models['Preprocessor'];

interface SearchedType {
  readonly type: string;
  readonly category: string;
  readonly summary: string;
  readonly options: readonly string[];
  readonly failures: readonly string[];
}

const fields: FieldTable<SearchedType> = {
  type: { kind: 'keyword', isDefault: true },
  category: { kind: 'keyword' },
  summary: { kind: 'text', isDefault: true },
  options: { kind: 'keyword', isList: true },
  failures: { kind: 'keyword', isList: true },
};

const searched: SearchFields<SearchedType> = { fields: fieldsOf(fields), idOf: ({ type }) => type };

interface CatalogueRequest {
  readonly from: number;
  readonly size: number;
  /** A query (docs/headwater/query.md). If it is absent or blank, all types match. */
  readonly query?: string;
}

/** @throws ServiceError invalid_query. */
export function cataloguePage({
  from,
  size,
  query: text = '',
}: CatalogueRequest): Models['PreprocessorResults'] {
  const query = parseQuery(text, { fields: searched.fields, now: Date.now() });
  const found = catalogue().filter((entry) => evaluate(searched, query, toSearched(entry)));
  const hits = found.slice(from, from + size);
  return { from, size: hits.length, total: found.length, total_relation: 'eq', hits };
}

export function toCataloguePage(results: Models['PreprocessorResults']): Models['PreprocessorResultsPage'] {
  const { hits: items, total_relation: totalRelation, from, size, total } = results;
  return { items, page: { from, size, total, totalRelation } };
}

function toSearched({ type, category, summary, options, failures }: Preprocessor): SearchedType {
  return { type, category, summary, options: options.map(({ name }) => name), failures };
}
