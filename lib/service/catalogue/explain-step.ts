/** Why a parser matches records or does not: captures with their places, and how far the longest attempt came. */

import { type DataRecord, runWithin, type TimeLimits } from '@headwater/ingest';
import { explainDissect, explainGrok, findBank, type PatternMatch } from '@headwater/ingest/grok';
import { findPath, isRecord } from '@headwater/ingest/values';
import { ownMember } from 'headwater/json';
import type { Models } from '#generated/models/preprocessor.ts';

type Explanation = NonNullable<Models['PreprocessorResult']['explanation']>;
type Configuration = Readonly<Record<string, unknown>>;

/** In characters. */
const maxRest = 200;
const maxText = 100;

/** Undefined for another type than grok and dissect, for a field that is no text, and where the time is over. */
export function explainStep(
  configuration: Configuration & { readonly type: string },
  records: readonly DataRecord[],
  limits: Partial<TimeLimits>,
): readonly (Explanation | undefined)[] {
  const explain = ownMember(explainers, configuration.type);
  const field = findPath(String(configuration['field']));
  if (!explain || typeof field === 'string') return [];
  return runWithin<DataRecord, Explanation | undefined>(records, {
    limits,
    run: (record) => {
      const text = field.get(record);
      return typeof text === 'string' ? toExplanation(explain(configuration, text), text) : undefined;
    },
    refuse: () => undefined,
  });
}

type Explained = PatternMatch & { readonly pattern?: number };

/** The configuration has been compiled before. */
const explainers: Readonly<Record<string, (configuration: Configuration, text: string) => Explained>> = {
  grok: ({ patterns, pattern_definitions: own, ecs_compatibility: ecs }, text) => {
    const definitions = isRecord(own) ? (own as Record<string, string>) : {};
    const bank = findBank(String(ecs ?? 'disabled'));
    return explainGrok(patterns as readonly string[], { definitions, bank }, text);
  },
  dissect: ({ pattern, elasticsearch_empty_values: repeatsDelimiters }, text) =>
    explainDissect(String(pattern), text, { repeatsDelimiters: repeatsDelimiters === true }),
};

function toExplanation({ isMatch, pattern, captures, reached, rest }: Explained, text: string): Explanation {
  return {
    matches: isMatch,
    ...(pattern === undefined ? {} : { pattern }),
    captures: captures.map((capture) => ({
      ...capture,
      text: text.slice(capture.start, Math.min(capture.end, capture.start + maxText)).toWellFormed(),
    })),
    reached,
    ...(isMatch ? {} : { expected: rest.slice(0, maxRest).toWellFormed() }),
  };
}
