/** A bar of all records, green and red, and the list of them. */

import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { useFilteredRecords } from '../client/record-filter.ts';
import { nextFailure, selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView } from '../engine/protocol.ts';
import { FixedRows } from '../parts/fixed-rows.tsx';
import { later } from './later.tsx';
import { RecordFilterBar } from './record-filter-bar.tsx';

const PatternList = later(async () => (await import('./pattern-list.tsx')).PatternList);

const maxSegments = 160;
/** In CSS pixels, as in styles/bench.css. */
const rowHeight = 20;

export function RecordList() {
  const shown = useFilteredRecords();
  const selected = useStore(selectedRecord);
  const [isGrouped, setGrouped] = useState(false);
  if (!shown || shown.report.outcomes.length === 0) return null;
  const { outcomes } = shown.report;
  const next = nextFailure(outcomes, selected);
  const jump = () => {
    if (next !== undefined) selectedRecord.set(next);
  };
  return (
    <>
      <div class="outcomes">
        <Bar
          outcomes={outcomes}
          onJump={(from) => selectedRecord.set(nextFailure(outcomes, from - 1) ?? from)}
        />
        <RecordFilterBar />
        <div class="row">
          <button type="button" class="ghost" aria-pressed={isGrouped} onClick={() => setGrouped(!isGrouped)}>
            Patterns
          </button>
          <span class="space" />
          <button type="button" class="ghost" disabled={next === undefined} onClick={jump}>
            Next failure
          </button>
        </div>
      </div>
      {isGrouped ? <PatternList /> : null}
      {shown.outcomes.length === 0 ? (
        <p class="quiet add">No record is as the filter says any more.</p>
      ) : (
        <Lines outcomes={shown.outcomes} selected={selected} />
      )}
    </>
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

interface LinesProps {
  readonly outcomes: readonly OutcomeView[];
  readonly selected: number;
}

function Lines({ outcomes, selected }: LinesProps) {
  const index = outcomes.findIndex(({ position }) => position >= selected);
  const row = (at: number) => {
    const outcome = outcomes[at];
    return outcome ? <Line outcome={outcome} isSelected={outcome.position === selected} /> : null;
  };
  return (
    <FixedRows
      label="Records"
      class="lines"
      count={outcomes.length}
      rowHeight={rowHeight}
      shown={Math.max(0, index)}
      row={row}
    />
  );
}

function Line({
  outcome: { position, raw, status, failure },
  isSelected,
}: {
  readonly outcome: OutcomeView;
  readonly isSelected: boolean;
}) {
  return (
    <button
      type="button"
      class={`line ${status}`}
      aria-pressed={isSelected}
      title={failure?.message}
      onClick={() => selectedRecord.set(position)}
    >
      <span class="number">{position + 1}</span>
      {status === 'success' ? null : <span class="visually-hidden">{status}: </span>}
      {lineOf(raw)}
    </button>
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
