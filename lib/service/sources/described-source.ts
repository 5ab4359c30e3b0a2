/** Sources as clients get them: each preprocessor has a description of what it does. */

import type { Models } from '#generated/models/source.ts';
import { describeStep } from '../preprocessors/engine/describe.ts';
import { loadGrokBank } from '../preprocessors/text/grok-bank.ts';
import type { SourceRecord, StoredPreProcessor } from './source-record.ts';

type PreProcessor = Models['SourcePreProcessor'];

/** Returns a preprocessor of an unknown type unchanged: it was stored before types were checked. */
export function describeSource(source: SourceRecord): Promise<Models['Source']> {
  return describeSteps(source);
}

interface DescribedSteps {
  readonly preprocessors: PreProcessor[];
  readonly on_failure?: PreProcessor[];
}

/** @param content Of a source, or of another pipeline. */
export async function describeSteps<Content extends Pick<SourceRecord, 'preprocessors' | 'on_failure'>>(
  content: Content,
): Promise<Omit<Content, keyof DescribedSteps> & DescribedSteps> {
  const { preprocessors, on_failure: handlers, ...others } = content;
  await loadGrokBank([preprocessors, handlers]);
  return {
    ...others,
    preprocessors: preprocessors.map(describePreProcessor),
    ...(handlers ? { on_failure: handlers.map(describePreProcessor) } : {}),
  };
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
