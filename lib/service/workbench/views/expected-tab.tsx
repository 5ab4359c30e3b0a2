/** Records with the documents that are expected of them: each is a test of the steps, green or red. */

import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import type { UnexpectedValue } from '../../samples/expected-documents.ts';
import { bench, type Pin } from '../client/bench.ts';
import { acceptPin, addPin, maxPins, pinOf, pinState, replacePin, unexpectedValues } from '../client/pins.ts';
import { runState } from '../client/runner.ts';
import { selectedRecord } from '../client/selection.ts';
import { sourceState, storeSample } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { DifferenceList } from './differences.tsx';
import { Scoped } from './scoped.tsx';

export function ExpectedTab() {
  const { pins } = useStore(bench);
  const state = useStore(pinState);
  const unexpected = state.of === pins ? unexpectedValues(state) : undefined;
  return (
    <div class="stack">
      <PinButton />
      {pins.length === 0 ? (
        <p class="quiet">
          Pin a document as it should be: it is then a test, which runs with each change. Links have the
          pinned documents, and the sample of a source keeps them.
        </p>
      ) : null}
      {state.fault === undefined ? null : <p role="alert">{state.fault}</p>}
      <ol class="groups" aria-label="Expected documents">
        {pins.map((pin, index) => (
          <li key={index}>
            <PinView
              pin={pin}
              index={index}
              unexpected={unexpected?.filter(({ position }) => position === index)}
            />
          </li>
        ))}
      </ol>
      {pins.length === 0 ? null : <KeepPins />}
    </div>
  );
}

/** How many are not as expected, for the name of the tab. */
export function useUnexpectedCount(): number {
  const { pins } = useStore(bench);
  const state = useStore(pinState);
  if (pins.length === 0 || state.of !== pins) return 0;
  return new Set(unexpectedValues(state)?.map(({ position }) => position)).size;
}

export function PinButton() {
  const position = useStore(selectedRecord);
  const { report } = useStore(runState);
  const { pins } = useStore(bench);
  const pin = report && pinOf(report, position);
  return (
    <div class="row">
      <button type="button" disabled={!pin || pins.length >= maxPins} onClick={() => addPin(position)}>
        Pin record {position + 1} as expected
      </button>
      {report && report.records > position && !pin ? (
        <span class="quiet">A text that is no record cannot be pinned.</span>
      ) : null}
    </div>
  );
}

interface PinViewProps {
  readonly pin: Pin;
  readonly index: number;
  /** Undefined while it is not known. */
  readonly unexpected: readonly UnexpectedValue[] | undefined;
}

function PinView({ pin, index, unexpected }: PinViewProps) {
  const isGood = unexpected?.length === 0;
  return (
    <>
      <h3 class={unexpected && (isGood ? 'good' : 'bad')}>
        {index + 1} {unexpected ? (isGood ? '✓ as expected' : '✕ not as expected') : 'not run yet'}
      </h3>
      <pre class="excerpt">{writeJson(pin.record)}</pre>
      {unexpected ? <DifferenceList differences={unexpected} names={['expected', 'found']} /> : null}
      <details>
        <summary>What is expected</summary>
        <pre>{pin.expected === null ? 'It fails or is dropped.' : writeJson(pin.expected, 2)}</pre>
      </details>
      <div class="row">
        <button
          type="button"
          disabled={isGood || !unexpected}
          aria-label={`Expect what it becomes now, record ${index + 1}`}
          onClick={() => acceptPin(index)}
        >
          Expect what it becomes now
        </button>
        <button type="button" aria-label={`Unpin, record ${index + 1}`} onClick={() => replacePin(index)}>
          Unpin
        </button>
      </div>
    </>
  );
}

function KeepPins() {
  const { source } = useStore(sourceState);
  const [note, setNote] = useState('');
  if (!source) return <p class="quiet">The sample of a saved source can keep them.</p>;
  const keep = () =>
    storeSample().then(
      (count) => setNote(`The sample has ${count} of them. A preview of the source compares them.`),
      (error: Error) => setNote(error.message),
    );
  return (
    <Scoped scope="source:write">
      <div class="row">
        <button type="button" onClick={() => void keep()}>
          Store them as the sample
        </button>
        <span role="status">{note}</span>
      </div>
    </Scoped>
  );
}
