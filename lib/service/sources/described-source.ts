/** Sources as clients get them: each preprocessor has a description of what it does. */

import type { Models } from '#generated/models/source.ts';
import { describeStep } from '../preprocessors/engine/describe.ts';
import { loadGrokBank } from '../preprocessors/text/grok-bank.ts';
import type { SourceRecord, StoredPreProcessor } from './source-record.ts';

type PreProcessor = Models['SourcePreProcessor'];

/** Returns a preprocessor of an unknown type unchanged: it was stored before types were checked. */
export async function describeSource(source: SourceRecord): Promise<Models['Source']> {
  const { preprocessors, on_failure: handlers } = source;
  await loadGrokBank([preprocessors, handlers]);
  return {
    ...source,
    preprocessors: preprocessors.map(describePreProcessor),
    ...(handlers ? { on_failure: handlers.map(describePreProcessor) } : {}),
  } as Models['Source'];
}

function describePreProcessor(stored: StoredPreProcessor): PreProcessor {
  const { on_failure: handlers, processor } = stored;
  const described = {
    ...stored,
    ...(Array.isArray(handlers) ? { on_failure: handlers.map(describeInner) } : {}),
    ...(isPreProcessor(processor) ? { processor: describePreProcessor(processor) } : {}),
    ...describeStep(stored),
  };
  // Clients get stored values unchanged, whatever the current models declare.
  return described as PreProcessor;
}

function describeInner(step: unknown): unknown {
  return isPreProcessor(step) ? describePreProcessor(step) : step;
}

function isPreProcessor(value: unknown): value is StoredPreProcessor {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
