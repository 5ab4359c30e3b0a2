/** Chooses which records are shown: by what became of them, and by what a step did with them. */

import { useMemo } from 'preact/hooks';
import {
  recordFilter,
  showAll,
  stateChoices,
  stepChoices,
  useFilteredRecords,
} from '../client/record-filter.ts';
import { runState, shownRun } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { Menu } from '../parts/menu.tsx';
import { countText } from './charts.tsx';

export function RecordFilterBar() {
  const { report, of } = shownRun(useStore(runState));
  const shown = useFilteredRecords();
  const chosen = shown?.filter;
  const states = useMemo(() => (report ? stateChoices(report, chosen) : []), [report, chosen]);
  const steps = useMemo(() => (report && of ? stepChoices(report, of) : []), [report]);
  if (!shown) return null;
  const { filter } = shown;
  return (
    <fieldset class="row filters">
      <legend class="visually-hidden">Records that are shown</legend>
      {states.map(({ filter: one, title, count }) => (
        <button
          key={title}
          type="button"
          class="chip"
          aria-pressed={filter.kind === 'state' && filter.state === one.state}
          onClick={() => recordFilter.set(one)}
        >
          {title} {countText(count)}
        </button>
      ))}
      <Menu
        class="chip"
        label="Records by step"
        items={steps.map(({ filter: one, title, count }) => ({
          title: `${title} ${countText(count)}`,
          act: () => recordFilter.set(one),
        }))}
      >
        By step
      </Menu>
      {filter.kind === 'state' ? null : <FilterChip />}
    </fieldset>
  );
}

/** Says which records are shown; a click shows all again. */
export function FilterChip() {
  const shown = useFilteredRecords();
  if (!shown?.title) return null;
  return (
    <button type="button" class="chip" aria-pressed="true" title={shown.title} onClick={showAll}>
      <span class="cut">{shown.title}</span> {countText(shown.outcomes.length)}
      <span class="visually-hidden">: show all records</span> <span aria-hidden="true">✕</span>
    </button>
  );
}
