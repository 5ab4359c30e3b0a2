/** The keys of the workbench. They press its controls, so what is off stays off. */

import type { OutcomeView } from '../engine/protocol.ts';
import { redo, undo } from './bench.ts';
import { runState, shownRun } from './runner.ts';
import { nextFailure, selectedRecord } from './selection.ts';
import type { ShortcutGroup } from './shortcuts.ts';

const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();

/** @param next The position of another record. */
function select(next: (outcomes: readonly OutcomeView[], selected: number) => number | undefined): void {
  const { report } = shownRun(runState.value);
  const position = next(report?.outcomes ?? [], selectedRecord.value);
  if (position !== undefined) selectedRecord.set(position);
}

export const benchShortcuts: ShortcutGroup = {
  title: 'Workbench',
  shortcuts: [
    { keys: 'Mod+s', title: 'Save', act: press('.foot-bar button.main') },
    { keys: 'Mod+z', title: 'Undo', act: undo },
    { keys: 'Mod+y', title: 'Redo', act: redo },
    { keys: 'i', title: 'Go to the input', act: focus('#input textarea') },
    { keys: 'a', title: 'Add a step', act: press('#steps .pane-head > button:last-child') },
    { keys: 'o', title: 'Go to the output', act: focus('#output-panel') },
    {
      keys: 'n',
      title: 'Next record',
      act: () =>
        select((outcomes, selected) => outcomes.find(({ position }) => position > selected)?.position),
    },
    {
      keys: 'p',
      title: 'Record before',
      act: () =>
        select((outcomes, selected) => outcomes.findLast(({ position }) => position < selected)?.position),
    },
    { keys: 'f', title: 'Next failure', act: () => select(nextFailure) },
  ],
};
