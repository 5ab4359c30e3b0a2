/** Deletes a source, after it has said what that means. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import type { TaggedSource } from '../client/source.ts';
import { fetchStreams, type Stream } from '../client/stored.ts';
import { deleteSource, fetchVersions } from '../client/stored-source.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Dialog } from '../parts/dialog.tsx';
import { amountText } from './charts.tsx';
import { Fault, StateMark } from './list-parts.tsx';

const maxNamed = 10;

export function DeleteSource({ tagged }: { readonly tagged: TaggedSource }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsked(true)}>
        Delete
      </button>
      {isAsked ? <DeleteDialog tagged={tagged} close={() => setAsked(false)} /> : null}
    </>
  );
}

interface DeleteDialogProps {
  readonly tagged: TaggedSource;
  readonly close: () => void;
}

function DeleteDialog({ tagged, close }: DeleteDialogProps) {
  const { _id: id, name, revision } = tagged.source;
  const using = useLoaded(`uses ${id}`, () => streamsOf(id));
  const versions = useLoaded(`versions ${id} ${revision}`, () => fetchVersions(id));
  const [fault, setFault] = useState<string>();
  const remove = async () => {
    setFault(undefined);
    try {
      await deleteSource(tagged);
      close();
      location.hash = hrefOf('sources');
    } catch (error) {
      setFault((error as Error).message);
      using.reload();
    }
  };
  const earlier = (versions.value?.length ?? 1) - 1;
  return (
    <Dialog title={`Delete ${name ?? id}?`} close={close}>
      <p>
        Its steps, its sample and{' '}
        {earlier === 0 ? 'its versions' : `its ${amountText(earlier, 'earlier version')}`} are deleted with
        it. That cannot be undone.
      </p>
      {using.value?.length ? <Uses streams={using.value} /> : null}
      <Fault fault={fault ?? using.fault} retry={fault === undefined ? using.reload : undefined} />
      <div class="row">
        <button type="button" class="danger" disabled={!using.value} onClick={() => void remove()}>
          Delete the source
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** Those that keep the source. */
async function streamsOf(source: string): Promise<readonly Stream[]> {
  const pages = await Promise.all(
    (['open', 'paused'] as const).map((state) => fetchStreams({ source, state, size: maxNamed })),
  );
  return pages.flatMap(({ hits }) => hits);
}

function Uses({ streams }: { readonly streams: readonly Stream[] }) {
  return (
    <>
      <p class="issue">It is in use: close these streams first.</p>
      <ul class="stack">
        {streams.map(({ _id: id, name, state }) => (
          <li key={id} class="row">
            <a href={hrefOf('streams', id)}>{name ?? id}</a> <StateMark state={state} />
          </li>
        ))}
      </ul>
    </>
  );
}
