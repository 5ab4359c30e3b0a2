/** What becomes of the work: a source, a stream with the records, or a text to take elsewhere. */

import { useState } from 'preact/hooks';
import { openPushStream, pushState, pushText } from '../client/push.ts';
import { hrefOf } from '../client/route.ts';
import { closeSource, loadSource, saveSource, sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { fetchSources, type Source } from '../client/stored.ts';
import type { Attempt } from './attempt.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { CopyPanel } from './copy-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { Scoped } from './scoped.tsx';

export function Foot() {
  const { source, note } = useStore(sourceState);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const isNew = source === undefined;
  const shownName = name === '' ? (source?.name ?? '') : name;
  const attempt = async (act: () => Promise<void>) => {
    setFault('');
    try {
      await act();
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <section class="foot column" aria-label="Save and use">
      <div class="row">
        <OpenSource attempt={attempt} />
        <label>
          Name of the source
          <input value={shownName} onInput={({ currentTarget: { value } }) => setName(value)} />
        </label>
        <Scoped scope="source:write">
          <button type="button" class="main" onClick={() => void attempt(() => saveSource(shownName))}>
            {isNew ? 'Save as a new source' : 'Save'}
          </button>
        </Scoped>
        {isNew ? null : (
          <button type="button" onClick={closeSource}>
            Close the source
          </button>
        )}
        <Scoped scope="stream:write">
          <StreamControls attempt={attempt} />
        </Scoped>
      </div>
      <p role="status">{fault === '' ? note : ''}</p>
      {fault === '' ? null : (
        <p class="issue" role="alert">
          {fault}
        </p>
      )}
      <Replays />
      <ConflictPanel name={shownName} attempt={attempt} />
      <CopyPanel name={shownName} />
    </section>
  );
}

function OpenSource({ attempt }: Attempt) {
  const [sources, setSources] = useState<readonly Source[]>();
  const list = async () => {
    const { hits } = await fetchSources({ size: 100 });
    setSources(hits);
  };
  if (!sources)
    return (
      <button type="button" onClick={() => void attempt(list)}>
        Open a source
      </button>
    );
  return (
    <label>
      Source
      <select
        value=""
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') void attempt(() => loadSource(value));
        }}
      >
        <option value="">{sources.length === 0 ? 'There are none' : 'Choose'}</option>
        {sources.map(({ _id: id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
      </select>
    </label>
  );
}

function StreamControls({ attempt }: Attempt) {
  const { source } = useStore(sourceState);
  const state = useStore(pushState);
  const { stream, isRunning, pieces, done, stored, failed, dropped, fault } = state;
  if (!source) return <span class="quiet">A saved source can open a stream.</span>;
  if (stream === undefined)
    return (
      <button type="button" onClick={() => void attempt(openPushStream)}>
        Open a stream
      </button>
    );
  return (
    <>
      <button type="button" disabled={isRunning} onClick={() => void attempt(pushText)}>
        {fault === undefined ? 'Push all records' : 'Push once more'}
      </button>
      {pieces === 0 ? null : (
        <label>
          {stored} stored, {failed} failed, {dropped} dropped
          <progress value={done} max={pieces} />
        </label>
      )}
      {fault === undefined ? null : (
        <span class="issue" role="alert">
          {fault} Records that are stored already will not be stored twice.
        </span>
      )}
    </>
  );
}

/** Failures of the stream that is pushed to go through the steps once more. */
function Replays() {
  const { stream, isRunning, failed } = useStore(pushState);
  if (stream === undefined || isRunning) return null;
  return (
    <>
      <ReplayPanel key={`${stream} ${failed}`} id={stream} state="open" onReplayed={() => undefined} />
      <p class="quiet">
        A replay runs the steps that are saved. <a href={hrefOf('streams', stream)}>The stream</a> shows its
        failures.
      </p>
    </>
  );
}
