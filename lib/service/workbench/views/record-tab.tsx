/** One record: what each step has added, changed and removed. */

import { omitUndefined, writeJson } from 'headwater/json';
import { stepInWords } from '../../samples/step-in-words.ts';
import { bench, placeOfStep } from '../client/bench.ts';
import { recordTrace, selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { TracedStep } from '../engine/protocol.ts';
import { PinButton } from './expected-tab.tsx';

export function RecordTab() {
  const position = useStore(selectedRecord);
  const trace = useStore(recordTrace);
  if (!trace) return <p class="quiet">Select a record.</p>;
  return (
    <div class="stack">
      <h3>Record {position + 1}</h3>
      <PinButton />
      <pre>{typeof trace.before === 'string' ? trace.before : writeJson(trace.before, 2)}</pre>
      <ol class="trace">
        {trace.steps.map((step, index) => (
          <li key={index}>
            <StepDifferences step={step} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const signs = { added: '+', changed: '~', removed: '−' } as const;

function StepDifferences({ step }: { readonly step: TracedStep }) {
  const { type, tag, status, error, after, took_us: us } = step;
  const isSame = Object.keys(signs).every((kind) => step[kind as keyof typeof signs].length === 0);
  return (
    <>
      <h4>
        {nameOfStep(step)}, {type}
        {tag === undefined ? '' : ` (${tag})`}:{' '}
        <span class={error ? 'bad' : ''}>{status.replace('_', ', ')}</span> <span class="quiet">{us} µs</span>
      </h4>
      {error ? <p class="issue">{error.message}</p> : null}
      {Object.entries(signs).map(([kind, sign]) =>
        step[kind as keyof typeof signs].map((path) => (
          <pre key={kind + path} class={`difference ${kind}`}>
            {sign} {path}
            {kind === 'removed' || !after ? '' : ` = ${textOf(after, path)}`}
          </pre>
        )),
      )}
      {isSame && !error ? <p class="quiet">no difference</p> : null}
    </>
  );
}

/** As people count, with the steps that are off. */
function nameOfStep({ index, pointer, pipeline }: TracedStep): string {
  const place = placeOfStep(bench.value.cards.preprocessors, index);
  if (pipeline !== undefined) return stepInWords({ index: place, pipeline, ...omitUndefined({ pointer }) });
  const shown = pointer?.replace(/^\/\d+/, `/${place}`);
  return stepInWords({ index: place, ...omitUndefined({ pointer: shown }) });
}

const maxText = 500;

/** Paths of traces join names by dots. */
function textOf(record: object, path: string): string {
  let value: unknown = record;
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
  return value === undefined ? '…' : writeJson(value).slice(0, maxText);
}
