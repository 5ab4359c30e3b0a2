/** What the changes do to the documents that the stored version of the source makes of the same records. */

import { useEffect } from 'preact/hooks';
import { bench } from '../client/bench.ts';
import { selectedRecord } from '../client/selection.ts';
import { sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import {
  type ChangedRecord,
  compareRuns,
  runStored,
  storedState,
  type VersionChanges,
} from '../client/stored-version.ts';
import type { RunReport } from '../engine/protocol.ts';
import { DifferenceList } from './differences.tsx';
import { IndexWarnings } from './index-warnings.tsx';

const maxShown = 10;

export function ChangesTab({ report }: { readonly report: RunReport }) {
  const { source } = useStore(sourceState);
  const { text, limit } = useStore(bench);
  const { report: stored, of, isRunning, fault } = useStore(storedState);
  useEffect(() => {
    if (source) runStored(source);
  }, [source, text, limit]);
  if (!source)
    return (
      <p class="quiet">Open or save a source: what its stored version makes of these records is compared.</p>
    );
  if (fault !== undefined) return <p role="alert">{fault}</p>;
  if (isRunning || !stored || of?.source !== source || of.text !== text)
    return <p class="quiet">Comparing</p>;
  if (report.issues.length > 0) return <p class="issue">The steps are not valid yet.</p>;
  if (stored.issues.length > 0 || stored.problem !== undefined)
    return (
      <p class="issue">The stored version cannot run here: {stored.issues[0]?.message ?? stored.problem}</p>
    );
  return (
    <>
      <IndexWarnings source={source} />
      <Changes changes={compareRuns(stored, report)} hasMoved={stored.records !== report.records} />
    </>
  );
}

interface ChangesProps {
  readonly changes: VersionChanges;
  /** The text has another number of records now. */
  readonly hasMoved: boolean;
}

function Changes({ changes: { same, broken, mended, changed, fields }, hasMoved }: ChangesProps) {
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
      <ChangedRecords title="Records without a document now" records={broken} />
      <ChangedRecords title="Documents that differ" records={changed} />
      <ChangedRecords title="Records with a document now" records={mended} />
    </div>
  );
}

function ChangedRecords({
  title,
  records,
}: {
  readonly title: string;
  readonly records: readonly ChangedRecord[];
}) {
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
            <DifferenceList differences={differences} names={['stored', 'now']} />
          </li>
        ))}
      </ul>
    </section>
  );
}
