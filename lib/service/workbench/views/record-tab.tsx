/** One record: what each step has added, changed and removed. */

import { writeJson } from 'headwater/json';
import { bench, placeOfStep } from '../client/bench.ts';
import { recordTrace, selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import { PinButton } from './expected-tab.tsx';
import { TraceSteps } from './trace-steps.tsx';

export function RecordTab() {
  const position = useStore(selectedRecord);
  const trace = useStore(recordTrace);
  if (!trace) return <p class="quiet">Select a record.</p>;
  return (
    <div class="stack">
      <h3>Record {position + 1}</h3>
      <PinButton />
      <pre>{typeof trace.before === 'string' ? trace.before : writeJson(trace.before, 2)}</pre>
      <TraceSteps
        steps={trace.steps}
        placeOf={(index) => placeOfStep(bench.value.cards.preprocessors, index)}
      />
    </div>
  );
}
