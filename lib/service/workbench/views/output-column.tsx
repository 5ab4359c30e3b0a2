/** What became of the records: documents, one record step by step, failures, fields and the mapping; and what should. */

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { bench, placeOfStep } from '../client/bench.ts';
import { runState, shownRun } from '../client/runner.ts';
import { outputTab } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { RunReport } from '../engine/protocol.ts';
import { ChangesTab, useChangedCount } from './changes-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { ExpectedTab, useUnexpectedCount } from './expected-tab.tsx';
import { later } from './later.tsx';
import { MappingTab } from './mapping-tab.tsx';
import { RecordTab } from './record-tab.tsx';

const FailuresTab = later(async () => (await import('./failures-tab.tsx')).FailuresTab);
const FieldsTab = later(async () => (await import('./fields-tab.tsx')).FieldsTab);

interface Tab {
  readonly name: string;
  readonly View: ComponentType<{ readonly report: RunReport }>;
  readonly count?: (report: RunReport) => number;
  /** What it counts is wrong. */
  readonly isFailing?: true;
}

const tabs: readonly Tab[] = [
  { name: 'Documents', View: DocumentsTab },
  { name: 'Record', View: RecordTab },
  {
    name: 'Failures',
    View: FailuresTab,
    isFailing: true,
    count: ({ outcomes }) => outcomes.filter(({ status }) => status === 'error').length,
  },
  { name: 'Fields', View: FieldsTab, count: ({ fields }) => fields.length },
  { name: 'Mapping', View: MappingTab, isFailing: true, count: ({ mapping }) => mapping.conflicts.length },
  { name: 'Expected', View: ExpectedTab, isFailing: true },
  { name: 'Changes', View: ChangesTab },
];

export function OutputColumn() {
  const state = useStore(runState);
  const { fault, isRunning } = state;
  const { report, isStale } = shownRun(state);
  const chosen = useStore(outputTab);
  useEffect(() => () => outputTab.set('Documents'), []);
  const unexpected = useUnexpectedCount();
  const changed = useChangedCount(isStale ? undefined : report);
  // What these two compare is beside the report.
  const countOf = ({ name, count }: Tab) => {
    if (name === 'Expected') return unexpected;
    return name === 'Changes' ? changed.count : report && count ? count(report) : 0;
  };
  const tab = tabs.find(({ name }) => name === chosen);
  return (
    <section class="pane" id="output" aria-label="Output">
      <div class="pane-head">
        <div class="tabs" role="tablist" aria-label="Output">
          {tabs.map((one) => {
            const { name } = one;
            const isFailing = name === 'Changes' ? changed.isFailing : (one.isFailing ?? false);
            return (
              <button
                key={name}
                type="button"
                role="tab"
                id={`tab-${name}`}
                aria-selected={name === chosen}
                aria-controls="output-panel"
                tabIndex={name === chosen ? 0 : -1}
                onClick={() => outputTab.set(name)}
                onKeyDown={(event) => onArrow(event, name)}
              >
                {name}
                <Count count={countOf(one)} isFailing={isFailing} />
              </button>
            );
          })}
        </div>
        <span class="space" />
        <span class="running" role="status">
          {isRunning ? 'running' : report && report.records > 0 ? `${Math.round(report.took_ms)} ms` : ''}
        </span>
      </div>
      {fault === undefined ? null : (
        <p class="notice fault" role="alert">
          {fault}
        </p>
      )}
      <Incomplete issues={isRunning ? [] : (state.report?.issues ?? [])} isStale={isStale} />
      <div
        id="output-panel"
        role="tabpanel"
        aria-labelledby={`tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by keyboard.
        tabIndex={0}
        class={isStale ? 'pane-body panel is-stale' : 'pane-body panel'}
      >
        {report && tab ? <tab.View report={report} /> : null}
      </div>
    </section>
  );
}

interface IncompleteProps {
  readonly issues: RunReport['issues'];
  readonly isStale: boolean;
}

/** Says of which steps the output is. */
function Incomplete({ issues: [first], isStale }: IncompleteProps) {
  if (!first) return null;
  const [, list = '', place = ''] = /^\/(on_failure\/)?(\d+)/.exec(first.pointer) ?? [];
  const cards = bench.value.cards[list === '' ? 'preprocessors' : 'on_failure'];
  const which = `Step ${placeOfStep(cards, Number(place)) + 1}${list === '' ? '' : ' after a failure'}`;
  return (
    <p class="notice">
      {place === '' ? 'The steps are' : `${which} is`} incomplete.{' '}
      {isStale
        ? 'Shown is what the steps before this change made.'
        : 'Shown is what the steps before it make.'}
    </p>
  );
}

function Count({ count, isFailing }: { readonly count: number; readonly isFailing: boolean }) {
  return count > 0 ? (
    <span class={isFailing ? 'count failing' : 'count'}>{count.toLocaleString('en')}</span>
  ) : null;
}

/** WAI-ARIA Authoring Practices, tabs: arrows go to the neighbours. */
function onArrow(event: KeyboardEvent, name: string): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const index = tabs.findIndex((tab) => tab.name === name);
  const next = tabs[(index + by + tabs.length) % tabs.length];
  if (!next) return;
  outputTab.set(next.name);
  document.getElementById(`tab-${next.name}`)?.focus();
}
