/** Somebody else has changed the source: both versions, to choose from. */

import { writeJson } from 'headwater/json';
import { saveOver, sourceBody, sourceState, takeTheirs } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import type { Attempt } from './attempt.ts';

export function ConflictPanel({ name, attempt }: Attempt & { readonly name: string }) {
  const { conflict } = useStore(sourceState);
  if (!conflict) return null;
  const { theirs } = conflict;
  return (
    <section class="conflict" aria-labelledby="conflict-title">
      <h3 id="conflict-title">Somebody else has changed this source</h3>
      <div class="versions">
        <div>
          <h4>Yours</h4>
          <pre>{writeJson(sourceBody(name), 2)}</pre>
          <button type="button" onClick={() => void attempt(() => saveOver(name))}>
            Save yours over it
          </button>
        </div>
        <div>
          <h4>Stored</h4>
          <pre>{writeJson(theirs, 2)}</pre>
          <button type="button" onClick={takeTheirs}>
            Take the stored one
          </button>
        </div>
      </div>
    </section>
  );
}
