/** Sources as clients get them. */

import type { Models } from '#generated/models/source.ts';
import type { SourcePage, SourceRecord, StoredPreProcessor } from './source-record.ts';

type PreProcessor = Models['SourcePreProcessor'];

export function describeSource(source: SourceRecord): Models['Source'] {
  return { ...source, preprocessors: source.preprocessors.map(describePreProcessor) };
}

export function describePage(page: SourcePage): Models['SourceResults'] {
  return { ...page, hits: page.hits.map(describeSource) };
}

function describePreProcessor(stored: StoredPreProcessor): PreProcessor {
  // A source that was stored before the types were checked is returned as it is.
  return stored as PreProcessor;
}
