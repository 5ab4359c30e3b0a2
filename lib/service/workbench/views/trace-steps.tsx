/** What each step has added, changed and removed. */

import { omitUndefined, writeJson } from 'headwater/json';
import { stepInWords } from '../../samples/step-in-words.ts';
import type { TracedStep } from '../engine/protocol.ts';

const signs = { added: '+', changed: '~', removed: '−' } as const;

interface TraceStepsProps {
  readonly steps: readonly TracedStep[];
  /** Where a step is among those that a person sees, with the ones that are off. Both count from 0. */
  readonly placeOf?: (index: number) => number;
}

/** The steps that a record has gone through, with what each has done to it. */
export function TraceSteps({ steps, placeOf = (index) => index }: TraceStepsProps) {
  return (
    <ol class="trace">
      {steps.map((step, index) => (
        <li key={index}>
          <StepDifferences step={step} name={nameOfStep(step, placeOf(step.index))} />
        </li>
      ))}
    </ol>
  );
}

function StepDifferences({ step, name }: { readonly step: TracedStep; readonly name: string }) {
  const { type, tag, status, error, after, took_us: us } = step;
  const isSame = Object.keys(signs).every((kind) => step[kind as keyof typeof signs].length === 0);
  return (
    <>
      <h4>
        {name}, {type}
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

/** As people count. */
function nameOfStep({ pointer, pipeline }: TracedStep, index: number): string {
  if (pipeline !== undefined) return stepInWords({ index, pipeline, ...omitUndefined({ pointer }) });
  const shown = pointer?.replace(/^\/\d+/, `/${index}`);
  return stepInWords({ index, ...omitUndefined({ pointer: shown }) });
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
