/** Somebody else has changed the source: the output compares both versions on the records, and a person chooses. */

import { useEffect } from 'preact/hooks';
import { continueMine, keepMine, membersAtStake, takeTheirs } from '../client/conflict.ts';
import { type StoredSource, sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { compareWith } from '../client/versions.ts';
import type { Attempt } from './attempt.ts';
import { amountText } from './charts.tsx';
import { ShortTime } from './list-parts.tsx';

export function ConflictPanel({ name, attempt }: Attempt & { readonly name: string }) {
  const { conflict } = useStore(sourceState);
  const theirs = conflict?.theirs;
  useEffect(() => {
    if (theirs) compareWith(theirs);
  }, [theirs]);
  if (!theirs) return null;
  return (
    <section class="conflict" role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title">Somebody else has changed this source</h3>
      <p>
        Yours is not saved. Revision {theirs.revision} of <ShortTime time={theirs.updated} /> has{' '}
        {amountText(theirs.preprocessors.length, 'step')}: Changes shows what yours does to its documents.
      </p>
      <Members theirs={theirs} name={name} />
      <div class="row">
        <button type="button" onClick={() => void attempt(() => keepMine(name))}>
          Keep mine: replace revision {theirs.revision}
        </button>
        <button type="button" onClick={takeTheirs}>
          Take theirs
        </button>
        <button type="button" class="ghost" onClick={continueMine}>
          Continue without saving
        </button>
      </div>
      <p class="quiet">What you replace stays among the versions of the source.</p>
    </section>
  );
}

function Members({ theirs, name }: { readonly theirs: StoredSource; readonly name: string }) {
  const members = membersAtStake(theirs, name);
  if (members.length === 0) return null;
  return (
    <ul>
      {members.map((one) => (
        <li key={one.name}>
          {one.name}: theirs <q>{one.theirs}</q>, yours <q>{one.mine}</q>
        </li>
      ))}
    </ul>
  );
}
