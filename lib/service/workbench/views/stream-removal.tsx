/** Asks before a stream is deleted, and says what is lost with it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { deleteStream, fetchStreamOverview, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { amountText } from './charts.tsx';
import { Fault } from './list-parts.tsx';

interface RemovalProps {
  readonly stream: Stream;
  readonly etag: string | undefined;
  /** The stream may be another one by now. */
  readonly onFailed: () => void;
}

export function StreamRemoval({ stream, etag, onFailed }: RemovalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="removal-title">
      <h3 id="removal-title">Delete</h3>
      <p class="quiet">The stream goes with its records and failures. Its source stays.</p>
      <div class="row">
        <button
          type="button"
          class="danger"
          onClick={() => {
            setOpen(true);
            dialog.current?.showModal();
          }}
        >
          Delete the stream
        </button>
      </div>
      <dialog ref={dialog} aria-labelledby="removal-question" onClose={() => setOpen(false)}>
        {isOpen ? (
          <Question stream={stream} etag={etag} onFailed={onFailed} cancel={() => dialog.current?.close()} />
        ) : null}
      </dialog>
    </section>
  );
}

function Question({ stream, etag, onFailed, cancel }: RemovalProps & { readonly cancel: () => void }) {
  const { _id: id, name = id, state, sink } = stream;
  const held = useLoaded(`held ${id}`, () => fetchStreamOverview(id));
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isCounted = held.value !== undefined || held.fault !== undefined;
  useEffect(() => form.current?.querySelector<HTMLElement>('input, .cancel')?.focus(), [isCounted]);
  const { records, failures } = held.value ?? {};
  // What is not known may be much.
  const isAsked = held.value === undefined || (records ?? 0) + (failures ?? 0) > 0;
  const remove = async () => {
    try {
      await deleteStream(stream, etag);
      location.hash = hrefOf('streams');
    } catch (error) {
      setFault((error as Error).message);
      onFailed();
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isCounted && (!isAsked || typed === name)) void remove();
      }}
    >
      <h2 id="removal-question">Delete {name}?</h2>
      <Fault fault={held.fault} retry={held.reload} />
      {isCounted ? null : <p class="quiet">Counting what it has</p>}
      <ul class="losses">
        <li>
          {records === undefined || failures === undefined
            ? 'All its records and failures are lost.'
            : `${amountText(records, 'record')} and ${amountText(failures, 'failure')} are lost, as far as they have not expired.`}
        </li>
        {sink ? <li>The index {sink.index} keeps the documents that it has.</li> : null}
        {state === 'closed' ? null : <li>It is {state}: it takes no records any more, from now on.</li>}
        <li>Nobody can take this back.</li>
      </ul>
      {isAsked && isCounted ? (
        <label>
          <span>
            Type <code>{name}</code> to delete it
          </span>
          <input
            value={typed}
            autocomplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      ) : null}
      <Fault fault={fault} />
      <div class="row">
        <button type="submit" class="danger" disabled={!isCounted || (isAsked && typed !== name)}>
          Delete it for good
        </button>
        <button type="button" class="cancel" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
