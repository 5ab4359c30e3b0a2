/** Sends failures through the steps that the source has now: some at once, or all in the background. */

import { useEffect, useState } from 'preact/hooks';
import {
  type BackgroundReplay,
  listReplays,
  type ReplaySums,
  replayFailuresOf,
  type Stream,
  startReplay,
  stopReplay,
} from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { amountText, countText } from './charts.tsx';
import { Fault, ShortTime } from './list-parts.tsx';
import { Scoped } from './scoped.tsx';
import { WideTable } from './wide-table.tsx';

interface ReplayPanelProps {
  /** The id of the stream. */
  readonly id: string;
  readonly state: Stream['state'];
  readonly onReplayed: () => void;
}

/** More are for a replay in the background. */
const maxReplayed = 10_000;
const usualReplayed = 500;
/** While a replay runs, the page asks how far it has come. */
const pollMs = 2_000;

export function ReplayPanel({ id, state, onReplayed }: ReplayPanelProps) {
  const jobs = useLoaded(`replays ${id}`, () => listReplays(id));
  const [limit, setLimit] = useState(usualReplayed);
  const [sums, setSums] = useState<ReplaySums>();
  const { isBusy, note, fault, during } = useActivity();
  const isRunning = jobs.value?.some((job) => job.state === 'running') === true;
  useEffect(() => {
    if (!isRunning || jobs.isLoading) return undefined;
    const timer = setTimeout(jobs.reload, pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, jobs.isLoading]);
  const replay = () =>
    during(async () => {
      try {
        return noteOf(await replayFailuresOf(id, limit, setSums));
      } finally {
        setSums(undefined);
        onReplayed();
      }
    });
  const withJobs = (change: () => Promise<void>) =>
    during(async () => {
      await change();
      jobs.reload();
      return undefined;
    });
  return (
    <section aria-labelledby="replay-title">
      <h3 id="replay-title">Replay</h3>
      {state === 'open' ? null : <p class="quiet">A stream that is {state} takes no replays.</p>}
      <Scoped scope="stream:write">
        <ReplayForm
          limit={limit}
          setLimit={setLimit}
          isOff={isBusy || state !== 'open'}
          isRunning={isRunning}
          onReplay={() => void replay()}
          onReplayAll={() => void withJobs(() => startReplay(id))}
        />
      </Scoped>
      {sums ? (
        <label>
          {noteOf(sums)}
          <progress value={sums.size} max={limit} />
        </label>
      ) : null}
      <Fault fault={fault ?? jobs.fault} retry={fault === undefined ? jobs.reload : undefined} />
      {note === undefined ? null : <p role="status">{note}</p>}
      {jobs.value?.length ? (
        <ReplayTable jobs={jobs.value} onStop={(job) => void withJobs(() => stopReplay(id, job._id))} />
      ) : null}
    </section>
  );
}

/** One activity at a time: whether it runs, and then its note or its fault. */
function useActivity() {
  const [isBusy, setBusy] = useState(false);
  const [note, setNote] = useState<string>();
  const [fault, setFault] = useState<string>();
  const during = async (run: () => Promise<string | undefined>) => {
    setBusy(true);
    setFault(undefined);
    setNote(undefined);
    try {
      setNote(await run());
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return { isBusy, note, fault, during };
}

interface ReplayFormProps {
  /** The number of failures to replay at once. NaN while the field is empty. */
  readonly limit: number;
  readonly setLimit: (limit: number) => void;
  readonly isOff: boolean;
  /** Whether a replay runs in the background. */
  readonly isRunning: boolean;
  readonly onReplay: () => void;
  readonly onReplayAll: () => void;
}

function ReplayForm({ limit, setLimit, isOff, isRunning, onReplay, onReplayAll }: ReplayFormProps) {
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onReplay();
      }}
    >
      <label>
        Failures
        <input
          type="number"
          required
          min={1}
          max={maxReplayed}
          value={limit}
          onInput={({ currentTarget: { valueAsNumber } }) => setLimit(valueAsNumber)}
        />
      </label>
      <button type="submit" disabled={isOff}>
        {`Replay ${Number.isNaN(limit) ? 'failures' : amountText(limit, 'failure')}`}
      </button>
      <button type="button" disabled={isOff || isRunning} onClick={onReplayAll}>
        Replay all in the background
      </button>
    </form>
  );
}

function noteOf({ size, stored, failed_count: failed, dropped_count: dropped, after }: ReplaySums): string {
  const rest = after === undefined ? '' : ' There are more.';
  return `${countText(size)} replayed: ${countText(stored)} stored, ${countText(failed)} failed, ${countText(dropped)} dropped.${rest}`;
}

interface ReplayTableProps {
  readonly jobs: readonly BackgroundReplay[];
  readonly onStop: (job: BackgroundReplay) => void;
}

function ReplayTable({ jobs, onStop }: ReplayTableProps) {
  return (
    <WideTable
      title="Replays in the background"
      columns={['Begun', 'State', 'Stored', 'Failed', 'Dropped', 'Why', 'Stop']}
    >
      {jobs.map((job) => (
        <tr key={job._id}>
          <th scope="row">
            <ShortTime time={job.created} />
          </th>
          <td>{job.state}</td>
          <td>{countText(job.stored)}</td>
          <td>{countText(job.failed_count)}</td>
          <td>{countText(job.dropped_count)}</td>
          <td>{job.error?.detail ?? job.error?.title ?? ''}</td>
          <td>
            {job.state === 'running' ? (
              <button type="button" onClick={() => onStop(job)}>
                Stop
              </button>
            ) : null}
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
