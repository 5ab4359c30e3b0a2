/** What became of the records: documents, one record step by step, failures, fields and the mapping; and what should. */

import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import type { RunReport } from '../engine/protocol.ts';
import { ChangesTab } from './changes-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { ExpectedTab, useUnexpectedCount } from './expected-tab.tsx';
import { FailuresTab } from './failures-tab.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { MappingTab } from './mapping-tab.tsx';
import { RecordTab } from './record-tab.tsx';

interface Tab {
  readonly name: string;
  readonly View: ComponentType<{ readonly report: RunReport }>;
  readonly count?: (report: RunReport) => number;
}

const tabs: readonly Tab[] = [
  { name: 'Documents', View: DocumentsTab },
  { name: 'Record', View: RecordTab },
  {
    name: 'Failures',
    View: FailuresTab,
    count: ({ outcomes }) => outcomes.filter(({ status }) => status === 'error').length,
  },
  { name: 'Fields', View: FieldsTab, count: ({ fields }) => fields.length },
  { name: 'Mapping', View: MappingTab, count: ({ mapping }) => mapping.conflicts.length },
  { name: 'Expected', View: ExpectedTab },
  { name: 'Changes', View: ChangesTab },
];

export function OutputColumn() {
  const { report, fault } = useStore(runState);
  const [chosen, setChosen] = useState('Documents');
  const unexpected = useUnexpectedCount();
  const tab = tabs.find(({ name }) => name === chosen);
  return (
    <section class="column" aria-labelledby="output-title">
      <div class="row">
        <h2 id="output-title">Output</h2>
        {report && report.records > 0 ? <span class="quiet">{Math.round(report.took_ms)} ms</span> : null}
      </div>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <div class="tabs" role="tablist" aria-label="Output">
        {tabs.map(({ name, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls="output-panel"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => setChosen(name)}
            onKeyDown={(event) => onArrow(event, name, setChosen)}
          >
            {name}
            {countText(name === 'Expected' ? unexpected : report && count ? count(report) : 0)}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by keyboard */}
      <div id="output-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} tabIndex={0} class="panel">
        {report && tab ? <tab.View report={report} /> : null}
      </div>
    </section>
  );
}

function countText(count: number): string {
  return count > 0 ? ` (${count})` : '';
}

/** WAI-ARIA Authoring Practices, tabs: arrows go to the neighbours. */
function onArrow(event: KeyboardEvent, name: string, choose: (name: string) => void): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const index = tabs.findIndex((tab) => tab.name === name);
  const next = tabs[(index + by + tabs.length) % tabs.length];
  if (!next) return;
  choose(next.name);
  document.getElementById(`tab-${next.name}`)?.focus();
}
