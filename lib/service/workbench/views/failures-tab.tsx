/** Failures by step and code, with the first records of each. */

import { bench, enabledCards } from '../client/bench.ts';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView, RunReport } from '../engine/protocol.ts';

const maxExamples = 5;

export function FailuresTab({ report }: { readonly report: RunReport }) {
  const cards = enabledCards(useStore(bench).cards.preprocessors);
  const failed = report.outcomes.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) return <p class="quiet">No record fails.</p>;
  const groups = Map.groupBy(failed, ({ step, failure }) => `${step ?? ''} ${failure?.code}`);
  return (
    <ul class="groups">
      {[...groups]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([key, outcomes]) => (
          <li key={key}>
            <Group outcomes={outcomes} type={cards[outcomes[0]?.step ?? -1]?.configuration.type} />
          </li>
        ))}
    </ul>
  );
}

interface GroupProps {
  readonly outcomes: readonly OutcomeView[];
  readonly type: string | undefined;
}

function Group({ outcomes, type }: GroupProps) {
  const [first] = outcomes;
  if (!first?.failure) return null;
  const { step, failure } = first;
  const rescued = outcomes.filter(({ status }) => status !== 'error').length;
  return (
    <>
      <h3>
        {outcomes.length} × {failure.code}
        {step === undefined ? '' : ` in step ${step + 1}${type === undefined ? '' : `, ${type}`}`}
        {rescued > 0 ? `; ${rescued} rescued` : ''}
      </h3>
      <p>{failure.message}</p>
      <div class="row">
        {outcomes.slice(0, maxExamples).map(({ position, part }) => (
          <button
            key={`${position} ${part ?? ''}`}
            type="button"
            onClick={() => selectedRecord.set(position)}
          >
            Record {position + 1}
          </button>
        ))}
      </div>
    </>
  );
}
