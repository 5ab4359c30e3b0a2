/** What becomes of the work: a source, a stream with the records, or a text to take elsewhere. */

import { useEffect, useState } from 'preact/hooks';
import { bench, isEmpty } from '../client/bench.ts';
import { draftFault, startAnew } from '../client/draft.ts';
import { openPushStream, pushState, pushText } from '../client/push.ts';
import { hrefOf } from '../client/route.ts';
import { isUnsaved, loadSource, saveSource, sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { fetchSources, type Source } from '../client/stored.ts';
import { offsetText, timeText, timeZone } from '../client/time-zone.ts';
import { Combobox } from '../parts/combobox.tsx';
import type { Attempt } from './attempt.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { CopiedText, CopyMenu } from './copy-panel.tsx';
import { OpenSourceMenu } from './open-source-menu.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { Scoped } from './scoped.tsx';

export function Foot() {
  const { source } = useStore(sourceState);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  // What was typed is the name of the source now, or of none.
  useEffect(() => setName(''), [source]);
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
    <section class="foot" aria-label="Save and use">
      <div class="foot-more">
        <Replays />
        <ConflictPanel name={shownName} attempt={attempt} />
        <CopiedText />
      </div>
      <div class="foot-bar">
        <nav class="jump" aria-label="Panels">
          {['Input', 'Steps', 'Output'].map((title) => (
            <button key={title} type="button" class="ghost" onClick={() => goTo(title.toLowerCase())}>
              {title}
            </button>
          ))}
        </nav>
        {fault === '' ? (
          <SaveStatus />
        ) : (
          <p class="issue" role="alert">
            {fault}
          </p>
        )}
        <span class="space" />
        <OpenSource attempt={attempt} />
        <OpenSourceMenu />
        <CopyMenu name={shownName} />
        <Scoped scope="stream:write">
          <StreamControls attempt={attempt} />
        </Scoped>
        <label>
          <span class="visually-hidden">Name of the source</span>
          <input
            placeholder="Name of the source"
            value={shownName}
            onInput={({ currentTarget: { value } }) => setName(value)}
          />
        </label>
        <Scoped scope="source:write">
          <button type="button" class="main" onClick={() => void attempt(() => saveSource(shownName))}>
            {isNew ? 'Save as a new source' : 'Save'}
          </button>
        </Scoped>
      </div>
    </section>
  );
}

/** Whether the work is stored, or at least kept by the browser. */
function SaveStatus() {
  const { source, note = '' } = useStore(sourceState);
  const work = useStore(bench);
  const lost = useStore(draftFault);
  const unsaved = source ? `Unsaved changes of ${source.name ?? source._id}.` : 'Not saved.';
  const text = isUnsaved() ? `${unsaved} ${lost ?? 'This browser keeps a draft.'}` : note;
  return (
    <>
      <p role="status" class={lost === undefined ? 'quiet' : 'issue'}>
        {text}
      </p>
      {isEmpty(work) && !source ? null : (
        <button type="button" class="ghost" onClick={startAnew}>
          Start anew
        </button>
      )}
    </>
  );
}

/** On a narrow screen, the panels are below each other. */
function goTo(id: string): void {
  document.getElementById(id)?.scrollIntoView();
}

/** Listed when a person comes to it. */
function OpenSource({ attempt }: Attempt) {
  const [sources, setSources] = useState<readonly Source[]>();
  const zone = useStore(timeZone);
  const list = async () => {
    const { hits } = await fetchSources({ size: 100 });
    setSources(hits);
  };
  return (
    <Combobox
      label="Open a source"
      placeholder={sources?.length === 0 ? 'No source is saved yet' : 'Open a source'}
      choices={(sources ?? []).map(({ _id: id, name, updated }) => ({
        value: id,
        title: name ?? id,
        detail: `changed ${timeText(updated, zone, 'minutes')} ${offsetText(updated, zone)}`,
      }))}
      onChoose={(id) => void attempt(() => loadSource(id))}
      field={{ onFocusIn: () => void attempt(list) }}
    />
  );
}

function StreamControls({ attempt }: Attempt) {
  const { source } = useStore(sourceState);
  const state = useStore(pushState);
  const { stream, isRunning, pieces, done, stored, failed, dropped, fault } = state;
  if (!source) return null;
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
