/** Sources as clients get them: each preprocessor has a description of what it does. */

import type { Models } from '#generated/models/source.ts';
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
  const describe = await describing([preprocessors, handlers ?? []]);
  return {
    ...others,
    preprocessors: preprocessors.map(describe),
    ...(handlers ? { on_failure: handlers.map(describe) } : {}),
  };
}

type Describe = (stored: StoredPreProcessor) => PreProcessor;

async function describing(lists: readonly (readonly StoredPreProcessor[])[]): Promise<Describe> {
  // Nothing is described.
  if (lists.every((list) => list.length === 0)) return (stored) => stored as PreProcessor;
  const { describerOf } = await import('./configured-pipeline.ts');
  const describeStep = await describerOf(lists);
  const describe: Describe = (stored) => {
    const { on_failure: handlers, processor } = stored;
    const described = {
      ...stored,
      ...(Array.isArray(handlers) ? { on_failure: handlers.map(describeInner) } : {}),
      ...(isPreProcessor(processor) ? { processor: describe(processor) } : {}),
      ...describeStep(stored),
    };
    // Clients get stored values unchanged, whatever the current models declare.
    return described as PreProcessor;
  };
  const describeInner = (step: unknown): unknown => (isPreProcessor(step) ? describe(step) : step);
  return describe;
}

function isPreProcessor(value: unknown): value is StoredPreProcessor {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
