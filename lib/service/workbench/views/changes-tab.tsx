/** What the changes do to the documents that the stored version of the source makes of the same records. */

import { useEffect } from 'preact/hooks';
import { bench } from '../client/bench.ts';
import { selectedRecord } from '../client/selection.ts';
import { type StoredSource, sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import {
  type ChangedRecord,
  compareRuns,
  runStored,
  storedState,
  type VersionChanges,
} from '../client/stored-version.ts';
import { comparedVersion, takeVersion } from '../client/versions.ts';
import type { RunReport } from '../engine/protocol.ts';
import { DifferenceList } from './differences.tsx';
import { IndexWarnings } from './index-warnings.tsx';
import { ShortTime } from './list-parts.tsx';

const maxShown = 10;

/** How many records are others than by the stored version, and whether some have no document any more. */
export function useChangedCount(report: RunReport | undefined): {
  readonly count: number;
  readonly isFailing: boolean;
} {
  const { source } = useStore(sourceState);
  const version = useStore(comparedVersion);
  const { text, limit } = useStore(bench);
  const { report: stored, of, isRunning } = useStore(storedState);
  const other = version && version._id === source?._id ? version : source;
  useEffect(() => {
    if (other) runStored(other);
  }, [other, text, limit]);
  const isReady = report && stored && !isRunning && of?.source === other && of?.text === text;
  if (!isReady || !other || report.issues.length > 0 || stored.issues.length > 0)
    return { count: 0, isFailing: false };
  const { broken, mended, changed } = compareRuns(stored, report);
  return { count: broken.length + mended.length + changed.length, isFailing: broken.length > 0 };
}

export function ChangesTab({ report }: { readonly report: RunReport }) {
  const { source, conflict } = useStore(sourceState);
  const version = useStore(comparedVersion);
  const { text } = useStore(bench);
  const { report: stored, of, isRunning, fault } = useStore(storedState);
  const other = version && version._id === source?._id ? version : source;
  if (!source || !other)
    return (
      <p class="quiet">Open or save a source: what its stored version makes of these records is compared.</p>
    );
  const isReady = !isRunning && stored && of?.source === other && of.text === text;
  const changes = () => {
    if (fault !== undefined) return <p role="alert">{fault}</p>;
    if (!isReady) return <p class="quiet">Comparing</p>;
    if (report.issues.length > 0) return <p class="issue">The steps are not valid yet.</p>;
    if (stored.issues.length > 0 || stored.problem !== undefined)
      return <p class="issue">That version cannot run here: {stored.issues[0]?.message ?? stored.problem}</p>;
    return (
      <Changes
        changes={compareRuns(stored, report)}
        hasMoved={stored.records !== report.records}
        names={
          conflict ? ['theirs', 'yours'] : [other === source ? 'stored' : `revision ${other.revision}`, 'now']
        }
      />
    );
  };
  return (
    <>
      {other === source ? <IndexWarnings source={source} /> : null}
      {other === source || conflict ? null : <ComparedVersion version={other} />}
      {changes()}
    </>
  );
}

/** Which version it is, and what may become of it. */
function ComparedVersion({ version }: { readonly version: StoredSource }) {
  return (
    <div class="row compared">
      <p>
        Compared with revision {version.revision} of <ShortTime time={version.updated} />
      </p>
      <button type="button" onClick={() => takeVersion(version)}>
        Restore it
      </button>
      <button type="button" class="ghost" onClick={() => comparedVersion.set(undefined)}>
        Compare with the stored version
      </button>
    </div>
  );
}

interface ChangesProps {
  readonly changes: VersionChanges;
  /** The text has another number of records now. */
  readonly hasMoved: boolean;
  /** What the two versions are called. */
  readonly names: Names;
}

type Names = readonly [before: string, now: string];

function Changes({ changes: { same, broken, mended, changed, fields }, hasMoved, names }: ChangesProps) {
  return (
    <div class="stack">
      {hasMoved ? (
        <p class="issue">The text is read as other records now: they are compared by their places.</p>
      ) : null}
      <p role="status">
        <span class={broken.length > 0 ? 'bad' : ''}>No document any more: {broken.length}</span>,{' '}
        <span class={mended.length > 0 ? 'good' : ''}>a document now: {mended.length}</span>, another:{' '}
        {changed.length}, the same: {same}.
      </p>
      {fields.length > 0 ? (
        <div>
          <h3>Fields</h3>
          <ul class="changed-fields">
            {fields.map(({ path, before, now }) => (
              <li key={path}>
                <code>{path}</code>{' '}
                <span class={now === undefined || before !== undefined ? 'bad' : 'good'}>
                  {now === undefined
                    ? `is gone (it was ${before})`
                    : before === undefined
                      ? `is new: ${now}`
                      : `was ${before}, is ${now}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <ChangedRecords title="Records without a document now" records={broken} names={names} />
      <ChangedRecords title="Documents that differ" records={changed} names={names} />
      <ChangedRecords title="Records with a document now" records={mended} names={names} />
    </div>
  );
}

interface ChangedRecordsProps {
  readonly title: string;
  readonly records: readonly ChangedRecord[];
  readonly names: Names;
}

function ChangedRecords({ title, records, names }: ChangedRecordsProps) {
  if (records.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title}: {records.length}
      </h3>
      <ul class="groups">
        {records.slice(0, maxShown).map(({ position, differences }) => (
          <li key={position}>
            <div class="row">
              <button type="button" onClick={() => selectedRecord.set(position)}>
                Record {position + 1}
              </button>
            </div>
            <DifferenceList differences={differences} names={names} />
          </li>
        ))}
      </ul>
    </section>
  );
}
