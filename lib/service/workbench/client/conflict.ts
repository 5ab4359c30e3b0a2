/** Somebody else has changed the open source before a save: what becomes of both. */

import { bench } from './bench.ts';
import { type StoredSource, saveSource, showSource, sourceBody, sourceState } from './source.ts';
import { comparedVersion } from './versions.ts';

/** Saves what is here over what is stored, whose description and tags stay. */
export async function keepMine(name: string): Promise<void> {
  const { conflict, keepsSample } = sourceState.value;
  if (!conflict) return;
  const kept = nameOfMine(conflict.theirs, name);
  comparedVersion.set(undefined);
  sourceState.set({ source: conflict.theirs, etag: conflict.etag, ...(keepsSample ? { keepsSample } : {}) });
  await saveSource(kept);
}

export function takeTheirs(): void {
  const { conflict, keepsSample } = sourceState.value;
  if (!conflict) return;
  comparedVersion.set(undefined);
  showSource(conflict.theirs);
  sourceState.set({
    source: conflict.theirs,
    etag: conflict.etag,
    stored: bench.value,
    ...(keepsSample ? { keepsSample } : {}),
    note: 'The stored version is shown. Undo brings your steps back.',
  });
}

/** Nothing is saved yet: the next save asks again. */
export function continueMine(): void {
  comparedVersion.set(undefined);
  sourceState.update(({ conflict: _, ...state }) => state);
}

/** A name that nobody has changed here is theirs. */
function nameOfMine(theirs: StoredSource, name: string): string {
  const { name: before = '' } = sourceState.value.source ?? {};
  return name === before ? (theirs.name ?? '') : name;
}

export interface ChangedMember {
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}

/** The members besides the steps that a save would replace. */
export function membersAtStake(theirs: StoredSource, name: string): readonly ChangedMember[] {
  const mine = sourceBody(nameOfMine(theirs, name));
  const members = [
    { name: 'Name', theirs: theirs.name ?? '', mine: mine.name ?? '' },
    { name: 'Format', theirs: theirs.format, mine: mine.format ?? 'json' },
  ];
  return members.filter((one) => one.theirs !== one.mine);
}
