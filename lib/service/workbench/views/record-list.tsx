/** A bar of all records, green and red, and the records around the one that is selected. */

import { writeJson } from 'headwater/json';
import { runState } from '../client/runner.ts';
import { nextFailure, selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView } from '../engine/protocol.ts';

const maxSegments = 160;
/** Records that the list shows at once. */
const windowSize = 12;

export function RecordList() {
  const { report } = useStore(runState);
  const selected = useStore(selectedRecord);
  if (!report || report.outcomes.length === 0) return null;
  const { outcomes, records } = report;
  const failed = outcomes.filter(({ status }) => status === 'error').length;
  const dropped = outcomes.filter(({ status }) => status === 'dropped').length;
  const next = nextFailure(outcomes, selected);
  const jump = () => {
    if (next !== undefined) selectedRecord.set(next);
  };
  return (
    <div class="stack">
      <Bar
        outcomes={outcomes}
        onJump={(from) => selectedRecord.set(nextFailure(outcomes, from - 1) ?? from)}
      />
      <div class="row">
        <span>
          {records.toLocaleString('en')} records:{' '}
          <span class="good">{outcomes.length - failed - dropped} documents</span>,{' '}
          <span class={failed > 0 ? 'bad' : ''}>{failed} failed</span>, {dropped} dropped
        </span>
        <button type="button" disabled={next === undefined} onClick={jump}>
          Next failure
        </button>
      </div>
      <Window outcomes={outcomes} selected={selected} />
    </div>
  );
}

interface BarProps {
  readonly outcomes: readonly OutcomeView[];
  readonly onJump: (position: number) => void;
}

function Bar({ outcomes, onJump }: BarProps) {
  const size = Math.max(1, Math.ceil(outcomes.length / maxSegments));
  const segments = Array.from({ length: Math.ceil(outcomes.length / size) }, (_, index) =>
    outcomes.slice(index * size, (index + 1) * size),
  );
  return (
    // The button beside it does the same by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      class="bar"
      role="img"
      aria-label="Records that succeeded and failed, in their order"
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onJump(Math.floor(((event.clientX - left) / width) * outcomes.length));
      }}
    >
      {segments.map((own, index) => (
        <i key={index} class={classOf(own)} />
      ))}
    </div>
  );
}

function classOf(outcomes: readonly OutcomeView[]): string {
  if (outcomes.some(({ status }) => status === 'error')) return 'failed';
  return outcomes.every(({ status }) => status === 'dropped') ? 'dropped' : 'succeeded';
}

interface WindowProps {
  readonly outcomes: readonly OutcomeView[];
  readonly selected: number;
}

function Window({ outcomes, selected }: WindowProps) {
  const index = Math.max(
    0,
    outcomes.findIndex(({ position }) => position >= selected),
  );
  const first = Math.max(0, Math.min(index - 2, outcomes.length - windowSize));
  return (
    <ol class="lines" start={first + 1}>
      {outcomes.slice(first, first + windowSize).map(({ position, part, raw, status, failure }) => (
        <li key={`${position} ${part ?? ''}`}>
          <button
            type="button"
            class={`line ${status}`}
            aria-pressed={position === selected}
            title={failure?.message}
            onClick={() => selectedRecord.set(position)}
          >
            <span class="mark" aria-hidden="true">
              {status === 'error' ? '✕' : status === 'dropped' ? '–' : '✓'}
            </span>
            <span class="visually-hidden">{status}: </span>
            {position + 1} {lineOf(raw)}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A record of lines is its text. */
function lineOf(raw: OutcomeView['raw']): string {
  if (typeof raw === 'string') return raw.slice(0, 300);
  const names = Object.keys(raw);
  const { message } = raw;
  const text = names.length === 1 && typeof message === 'string' ? message : writeJson(raw);
  return text.slice(0, 300);
}
