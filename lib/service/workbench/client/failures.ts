/** The failures of the records in groups, and what came of a fix. */

import type { OutcomeView, RepairReport, RunReport, StepConfiguration } from '../engine/protocol.ts';
import {
  type Bench,
  bench,
  changeCards,
  enabledCards,
  enabledPipeline,
  newCard,
  readingOf,
} from './bench.ts';
import type { QuickFix } from './quick-fixes.ts';
import { engine } from './runner.ts';
import { Store } from './store.ts';

export interface FailureGroup {
  readonly key: string;
  /** The index in the pipeline; undefined for a record that no step has read. */
  readonly step: number | undefined;
  readonly code: string;
  readonly message: string;
  /** Also of records that were rescued. */
  readonly outcomes: readonly OutcomeView[];
}

/** By step, code and message, the most frequent first. */
export function failureGroups({ outcomes }: RunReport): readonly FailureGroup[] {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const byKey = Map.groupBy(failed, ({ step, failure }) => `${step} ${failure?.code} ${failure?.message}`);
  return [...byKey]
    .map(([key, own]) => ({
      key,
      step: own[0]?.step,
      code: own[0]?.failure?.code ?? '',
      message: own[0]?.failure?.message ?? '',
      outcomes: own,
    }))
    .toSorted((a, b) => b.outcomes.length - a.outcomes.length);
}

export function failingPositions({ outcomes }: Pick<FailureGroup, 'outcomes'>): ReadonlySet<number> {
  return new Set(outcomes.map(({ position }) => position));
}

interface AppliedFix {
  readonly title: string;
  /** Of the step, from 1. */
  readonly place: number;
  /** The records that the fix is for. */
  readonly positions: ReadonlySet<number>;
  /** Of the bench: another text has other records. */
  readonly text: string;
}

/** The last one. */
export const appliedFix = new Store<AppliedFix | undefined>(undefined);

/** @param of The bench whose run has the failures. */
export function applyFix({ title, steps }: QuickFix, group: FailureGroup, of: Bench): void {
  const card = enabledCards(of.cards.preprocessors)[group.step ?? -1];
  if (!card) return;
  const place = bench.value.cards.preprocessors.findIndex(({ id }) => id === card.id) + 1;
  // The step itself is the last of them: its card stays.
  changeCards('preprocessors', (cards) =>
    cards.flatMap((one) =>
      one.id === card.id
        ? steps.map((configuration, index) =>
            index === steps.length - 1 ? { ...one, configuration } : newCard(configuration),
          )
        : [one],
    ),
  );
  appliedFix.set({ title, place, positions: failingPositions(group), text: bench.value.text });
}

/** How many of the records that a fix is for fail still, at whatever step. */
export function countFailing({ outcomes }: RunReport, positions: ReadonlySet<number>): number {
  const failing = outcomes.filter(({ status, position }) => status === 'error' && positions.has(position));
  return failingPositions({ outcomes: failing }).size;
}

/** The engine looks at no more. */
const maxRepaired = 200;
const repairable: readonly string[] = ['grok', 'dissect', 'date'];

export function canRepair({ code }: FailureGroup, { type }: StepConfiguration): boolean {
  return repairable.includes(type) && (code === 'no_match' || code === 'invalid_date');
}

/** @returns undefined if the engine finds nothing, or if a newer question has taken its place. */
export async function findRepair(
  { step = 0, outcomes }: FailureGroup,
  of: Bench,
): Promise<RepairReport | undefined> {
  const positions = [...failingPositions({ outcomes })].slice(0, maxRepaired);
  const asked = { input: readingOf(of), pipeline: enabledPipeline(of.cards), index: step, positions };
  return engine.ask('repair', asked).catch(() => undefined);
}
