/** Which records a person looks at: by what became of them, by what a step did with them, or those of a group. */

import type { OutcomeView, RunReport, StepDeed } from '../engine/protocol.ts';
import { type Bench, enabledCards, placeOfStep } from './bench.ts';
import { runState, shownRun } from './runner.ts';
import { Store, useStore } from './store.ts';

const states = {
  all: 'All',
  success: 'Documents',
  error: 'Failed',
  dropped: 'Dropped',
  changed: 'Changed',
  unchanged: 'Unchanged',
} as const;

type RecordState = keyof typeof states;

interface StateFilter {
  readonly kind: 'state';
  readonly state: RecordState;
}

export type RecordFilter =
  | StateFilter
  /** `card` is its id: the step may move. */
  | { readonly kind: 'step'; readonly card: number; readonly deed: StepDeed }
  /** A group, such as those of one message. It is of this text alone. */
  | {
      readonly kind: 'group';
      readonly title: string;
      readonly positions: ReadonlySet<number>;
      readonly text: string;
    };

const everything: StateFilter = { kind: 'state', state: 'all' };

/** It stays while the steps change. */
export const recordFilter = new Store<RecordFilter>(everything);

export function showAll(): void {
  recordFilter.set(everything);
}

interface FilterChoice<Filter extends RecordFilter> {
  readonly filter: Filter;
  readonly title: string;
  readonly count: number;
}

interface FilteredRecords {
  readonly report: RunReport;
  /** Those that the filter leaves. */
  readonly outcomes: readonly OutcomeView[];
  /** The filter that counts: one of a step that is gone does not. */
  readonly filter: RecordFilter;
  /** What the filter says; undefined when all are shown. */
  readonly title?: string;
}

/** @returns undefined before the first run. */
export function useFilteredRecords(): FilteredRecords | undefined {
  const chosen = useStore(recordFilter);
  const { report, of } = shownRun(useStore(runState));
  if (!report || !of) return undefined;
  const filter = isPossible(chosen, of) ? chosen : everything;
  const title = titleOf(filter, of);
  const outcomes = filter === everything ? report.outcomes : report.outcomes.filter(testOf(filter, of));
  return { report, outcomes, filter, ...(title === undefined ? {} : { title }) };
}

function isPossible(filter: RecordFilter, of: Bench): boolean {
  if (filter.kind === 'step') return indexOf(filter.card, of) !== -1;
  return filter.kind === 'state' || filter.text === of.text;
}

function indexOf(card: number, { cards }: Bench): number {
  return enabledCards(cards.preprocessors).findIndex(({ id }) => id === card);
}

function testOf(filter: RecordFilter, of: Bench): (outcome: OutcomeView) => boolean {
  if (filter.kind === 'group') return ({ position }) => filter.positions.has(position);
  if (filter.kind === 'state') return (outcome) => hasState(outcome, filter.state);
  const index = indexOf(filter.card, of);
  return ({ deeds }) => deeds[index] === filter.deed;
}

function hasState({ status, deeds }: OutcomeView, state: RecordState): boolean {
  if (state === 'all') return true;
  if (state === 'changed') return status === 'success' && deeds.includes('changed');
  if (state === 'unchanged') return status === 'success' && !deeds.includes('changed');
  return status === state;
}

function titleOf(filter: RecordFilter, of: Bench): string | undefined {
  if (filter.kind === 'group') return filter.title;
  if (filter.kind === 'state') return filter.state === 'all' ? undefined : states[filter.state];
  return deedTitle(of, indexOf(filter.card, of), filter.deed);
}

function deedTitle({ cards: { preprocessors } }: Bench, index: number, deed: StepDeed): string {
  const place = placeOfStep(preprocessors, index);
  return `Step ${place + 1}, ${preprocessors[place]?.configuration.type}: ${deed}`;
}
/** What became of the records, without what became of none, unless that is chosen. */
export function stateChoices(
  { outcomes }: RunReport,
  chosen?: RecordFilter,
): readonly FilterChoice<StateFilter>[] {
  const count = (state: RecordState) => outcomes.filter((one) => hasState(one, state)).length;
  const hasBoth = count('changed') > 0 && count('unchanged') > 0;
  return (Object.keys(states) as RecordState[])
    .map((state) => ({
      filter: { kind: 'state' as const, state },
      title: states[state],
      count: count(state),
    }))
    .filter(
      ({ filter: { state }, count: own }) =>
        state === 'all' ||
        (chosen?.kind === 'state' && chosen.state === state) ||
        (own > 0 && (hasBoth || !state.endsWith('changed'))),
    );
}

const deeds: readonly StepDeed[] = ['changed', 'unchanged', 'failed', 'skipped', 'dropped'];

/** For each step, what it did with how many records. */
export function stepChoices({ outcomes }: RunReport, of: Bench): readonly FilterChoice<RecordFilter>[] {
  return enabledCards(of.cards.preprocessors).flatMap(({ id }, index) => {
    const own = Map.groupBy(outcomes, (outcome) => outcome.deeds[index]);
    return deeds.flatMap((deed) => {
      const count = own.get(deed)?.length ?? 0;
      const title = deedTitle(of, index, deed);
      return count === 0 ? [] : [{ filter: { kind: 'step' as const, card: id, deed }, title, count }];
    });
  });
}
