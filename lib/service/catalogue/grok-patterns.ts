/** The names that grok patterns may use, for the catalogue. */

import { bankNames, findBank, loadWholeBank, patternIn } from '@headwater/ingest/grok';
import { omitUndefined } from 'headwater/json';
import type { Models } from '#generated/models/preprocessor.ts';

type NamedPatterns = Pick<Models['Preprocessor'], 'pattern_names' | 'patterns'>;

/** @param part With the patterns whose names contain it, whatever the letter case. */
export async function namedPatterns(part?: string): Promise<NamedPatterns> {
  await loadWholeBank();
  const banks = { own: findBank(), ecs: findBank('v1') };
  const names = bankNames(banks.ecs);
  if (part === undefined) return { pattern_names: [...names] };
  const upper = part.toUpperCase();
  const patterns = names
    .filter((name) => name.includes(upper))
    .map((name) => {
      const [pattern, ecs] = [patternIn(banks.own, name), patternIn(banks.ecs, name)];
      return { name, ...omitUndefined({ pattern, ecs_pattern: ecs === pattern ? undefined : ecs }) };
    });
  return { pattern_names: [...names], patterns };
}
