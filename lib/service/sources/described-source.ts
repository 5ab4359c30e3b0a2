/** Sources as clients get them: each preprocessor says what it does. */

import type { Models } from '#generated/models/source.ts';
import { describeStep } from '../preprocessors/engine/describe.ts';
import type { SourceRecord, StoredPreProcessor } from './source-record.ts';

type PreProcessor = Models['SourcePreProcessor'];

/** A preprocessor that was stored before the types were checked may be of none of them: it is returned as it is. */
export function describeSource(source: SourceRecord): Models['Source'] {
  return { ...source, preprocessors: source.preprocessors.map(describePreProcessor) };
}

function describePreProcessor(stored: StoredPreProcessor): PreProcessor {
  const { on_failure: handlers } = stored;
  const described = {
    ...stored,
    ...(isList(handlers) ? { on_failure: handlers.map(describeHandler) } : {}),
    ...describeStep(stored),
  };
  // Clients get what they stored, whatever the models say now.
  return described as PreProcessor;
}

function describeHandler(handler: unknown): unknown {
  return isPreProcessor(handler) ? describePreProcessor(handler) : handler;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isPreProcessor(value: unknown): value is StoredPreProcessor {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
