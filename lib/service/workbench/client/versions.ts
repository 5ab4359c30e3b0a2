/** The version that the steps in hand are compared with, and versions that become the work in hand. */

import { ProblemError } from '#generated/client.ts';
import { leaveWork } from './draft.ts';
import { openSource } from './open-stored.ts';
import { hrefOf } from './route.ts';
import { outputTab } from './selection.ts';
import { type StoredSource, showSource, sourceState } from './source.ts';
import { Store } from './store.ts';

/** Another version of the open source than the one that was loaded. */
export const comparedVersion = new Store<StoredSource | undefined>(undefined);

export function compareWith(version: StoredSource): void {
  comparedVersion.set(version);
  outputTab.set('Changes');
}

/** Its steps and its format are the work in hand, which is not saved. Undo brings back what was there. */
export function takeVersion(version: StoredSource): void {
  showSource(version);
  comparedVersion.set(undefined);
  outputTab.set('Changes');
  const note = `Revision ${version.revision} is shown; save it to restore it.`;
  sourceState.update((state) => ({ ...state, note }));
}

/** Goes to the workbench with the source, its sample and one of its versions. What was there is left as a draft. */
export async function openVersion(
  version: StoredSource,
  use: (version: StoredSource) => void,
): Promise<void> {
  const { _id: id } = version;
  leaveWork();
  try {
    await openSource(id);
  } catch (error) {
    // Without a sample, the steps are open.
    if (!(error instanceof ProblemError) || sourceState.value.source?._id !== id) throw error;
  }
  use(version);
  location.hash = hrefOf('');
}
