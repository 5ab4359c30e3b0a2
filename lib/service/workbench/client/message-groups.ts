/** What the messages of the records have in common, found when somebody looks. */

import { useEffect } from 'preact/hooks';
import type { PatternGroup } from '../engine/protocol.ts';
import { type Bench, bench, readingOf } from './bench.ts';
import { Superseded } from './engine-client.ts';
import { engine } from './runner.ts';
import { Store, useStore } from './store.ts';

interface GroupsState {
  readonly groups?: readonly PatternGroup[];
  /** Whose records they are. */
  readonly of?: Bench;
  readonly fault?: string;
}

const groupsState = new Store<GroupsState>({});

/** Those of the text in hand; of the last one, while the engine is looking. */
export function useMessageGroups(): GroupsState {
  const now = useStore(bench);
  const { text, input, limit, isRecords } = now;
  const state = useStore(groupsState);
  useEffect(() => {
    const { of } = groupsState.value;
    const isSame =
      of?.text === text && of.input === input && of.limit === limit && of.isRecords === isRecords;
    if (isSame) return;
    engine.ask('groups', { input: readingOf(now) }).then(
      ({ groups }) => groupsState.set({ groups, of: now }),
      (error: Error) => {
        if (!(error instanceof Superseded)) groupsState.set({ of: now, fault: error.message });
      },
    );
  }, [text, input, limit, isRecords]);
  return state;
}
