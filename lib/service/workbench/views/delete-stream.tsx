/** Deletes a stream, after it has said what is lost with it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { deleteStream, fetchStreamOverview, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Dialog } from '../parts/dialog.tsx';
import { amountText } from './charts.tsx';
import { Fault } from './list-parts.tsx';

interface DeleteStreamProps {
  readonly stream: Stream;
  readonly etag: string | undefined;
  /** Called when it is still there: it may be another one by now. */
  readonly onFailed: () => void;
}

export function DeleteStream(props: DeleteStreamProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section aria-labelledby="removal-title">
      <h3 id="removal-title">Delete</h3>
      <p class="quiet">The stream goes with its records and failures. Its source stays.</p>
      <div class="row">
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          Delete the stream
        </button>
      </div>
      {isAsked ? <DeleteQuestion {...props} close={() => setAsked(false)} /> : null}
    </section>
  );
}

function DeleteQuestion({
  stream,
  etag,
  onFailed,
  close,
}: DeleteStreamProps & { readonly close: () => void }) {
  const { _id: id, name = id } = stream;
  const held = useLoaded(`held ${id}`, () => fetchStreamOverview(id));
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isCounted = held.value !== undefined || held.fault !== undefined;
  useEffect(() => form.current?.querySelector<HTMLElement>('input, .cancel')?.focus(), [isCounted]);
  const { records, failures } = held.value ?? {};
  // What is not known may be much.
  const isNamed = records === undefined || failures === undefined || records + failures > 0;
  const isReady = isCounted && (!isNamed || typed === name);
  const remove = async () => {
    try {
      await deleteStream(stream, etag);
      close();
      location.hash = hrefOf('streams');
    } catch (error) {
      setFault((error as Error).message);
      onFailed();
    }
  };
  return (
    <Dialog title={`Delete ${name}?`} close={close}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void remove();
        }}
      >
        {isCounted ? null : <p class="quiet">Counting what it has</p>}
        <Fault fault={held.fault} retry={held.reload} />
        <Losses stream={stream} records={records} failures={failures} />
        {isCounted && isNamed ? (
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
          <button type="submit" class="danger" disabled={!isReady}>
            Delete it for good
          </button>
          <button type="button" class="cancel" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface LossesProps {
  readonly stream: Stream;
  readonly records: number | undefined;
  readonly failures: number | undefined;
}

function Losses({ stream: { sink, state }, records, failures }: LossesProps) {
  const lost =
    records === undefined || failures === undefined
      ? 'All its records and failures are lost.'
      : `${amountText(records, 'record')} and ${amountText(failures, 'failure')} are lost, as far as they have not expired.`;
  return (
    <ul class="losses">
      <li>{lost}</li>
      {sink ? <li>The index {sink.index} keeps the documents that it has.</li> : null}
      {state === 'closed' ? null : <li>It is {state}: it takes no records any more, from now on.</li>}
      <li>Nobody can take this back.</li>
    </ul>
  );
}
