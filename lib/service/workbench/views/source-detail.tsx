/** One source: its steps, what its streams have stored, and how a stream is opened. */

import { useState } from 'preact/hooks';
import { openSource } from '../client/open-stored.ts';
import { hrefOf } from '../client/route.ts';
import { fetchSource, type StoredSource } from '../client/source.ts';
import { beginStream, countBySource, type SourceStats } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { countText, ShareBar, shareText } from './charts.tsx';
import { Facts, Fault, ShortTime } from './list-parts.tsx';
import { Scoped } from './scoped.tsx';
import { SourceAbout } from './source-about.tsx';
import { SourceVersions } from './source-versions.tsx';
import { StepNames } from './step-names.tsx';
import { StreamTable } from './stream-table.tsx';

export function SourceDetail({ id }: { readonly id: string }) {
  const source = useLoaded(id, () => fetchSource(id));
  const stats = useLoaded(id, () => countBySource(id));
  return (
    <section class="page" aria-labelledby="source-title">
      <p>
        <a href={hrefOf('sources')}>All sources</a>
      </p>
      {source.value ? (
        <SourceAbout tagged={source.value} reload={source.reload} />
      ) : (
        <h2 id="source-title">Source</h2>
      )}
      <Fault fault={source.fault} retry={source.reload} />
      {source.value ? <SourceFacts source={source.value.source} /> : null}
      <Fault
        fault={stats.fault === undefined ? undefined : `Without counts: ${stats.fault}`}
        retry={stats.reload}
      />
      {stats.value ? <StoredCounts stats={stats.value.get(id)} /> : null}
      <h3>Streams</h3>
      <StreamTable source={id} query="" />
      <Scoped scope="stream:write">
        <OpenStream source={id} />
      </Scoped>
      {source.value ? <SourceVersions source={source.value.source} /> : null}
    </section>
  );
}

function SourceFacts({ source }: { readonly source: StoredSource }) {
  const [note, setNote] = useState<string>();
  const { _id: id, format, revision, updated, tags, preprocessors, on_failure: onFailure } = source;
  return (
    <>
      <Facts
        facts={{
          Id: id,
          Format: format,
          Tags: tags.join(', ') || 'none',
          Revision: `${revision}`,
          Changed: <ShortTime time={updated} />,
          'On failure': onFailure?.length ? `${onFailure.length} steps` : 'no step',
        }}
      />
      <h3>Steps</h3>
      <StepNames steps={preprocessors} />
      <div class="row">
        <button
          type="button"
          onClick={() => void openSource(id).catch((error: Error) => setNote(error.message))}
        >
          Open with its sample in the workbench
        </button>
      </div>
      {note === undefined ? null : (
        <p role="status">
          {note} <a href={hrefOf('')}>Open the steps without a sample</a>
        </p>
      )}
    </>
  );
}

function StoredCounts({ stats }: { readonly stats: SourceStats | undefined }) {
  if (!stats) return <p class="quiet">The source has no streams.</p>;
  const { records, failures, skipped, dropped, bytes } = stats;
  const whole = records + failures;
  return (
    <Facts
      facts={{
        Records: countText(records),
        Failures: (
          <>
            {countText(failures)} <ShareBar title="Failures" part={failures} whole={whole} />{' '}
            {whole === 0 ? '' : shareText(failures / whole)}
          </>
        ),
        'Left out': countText(skipped),
        Dropped: countText(dropped),
        Pushed: `${countText(bytes)} bytes`,
      }}
    />
  );
}

const onErrors = ['quarantine', 'reject', 'skip'] as const;

function OpenStream({ source }: { readonly source: string }) {
  const [fault, setFault] = useState<string>();
  const open = async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const onError = onErrors.find((one) => one === form.get('on_error'));
    try {
      const { _id: id } = await beginStream({
        source,
        ...(name === '' ? {} : { name }),
        ...(onError ? { on_error: onError } : {}),
        retention_days: Number(form.get('retention_days')),
      });
      location.hash = hrefOf('streams', id);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <form
      class="row open-stream"
      aria-label="Open a stream"
      onSubmit={(event) => {
        event.preventDefault();
        void open(new FormData(event.currentTarget));
      }}
    >
      <label>
        Name
        <input name="name" maxLength={128} />
      </label>
      <label>
        Records that fail
        <select name="on_error">
          <option value="quarantine">are kept aside</option>
          <option value="reject">refuse their batch</option>
          <option value="skip">are left out</option>
        </select>
      </label>
      <label>
        Days
        <input name="retention_days" type="number" min={1} max={365} defaultValue="7" required />
      </label>
      <button type="submit">Open a stream</button>
      <Fault fault={fault} />
    </form>
  );
}
