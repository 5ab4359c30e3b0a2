/** What keys do: one list, for the keyboard and for the person who asks for it. */

import { useEffect } from 'preact/hooks';
import { readKept, writeKept } from '../parts/kept.ts';
import { Store } from './store.ts';

export interface Shortcut {
  /** A key as `KeyboardEvent.key` has it, alone or with Ctrl (on a Mac, Command): `n`, `Mod+s`. */
  readonly keys: string;
  readonly title: string;
  readonly act: () => void;
}

export interface ShortcutGroup {
  /** Where they work. */
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export const shortcutGroups = new Store<readonly ShortcutGroup[]>([]);

const keptKey = 'headwater:keys';
/** Whether keys alone do something (WCAG 2.2, 2.1.4: speech and stray keys must not). */
export const hasSingleKeys = new Store(readKept(keptKey) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.set(isOn);
  writeKept(keptKey, isOn ? undefined : '"off"');
}

/** They work while the view is shown. @param group Made once, outside of the view. */
export function useShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    shortcutGroups.update((groups) => [...groups, group]);
    return () => shortcutGroups.update((groups) => groups.filter((one) => one !== group));
  }, [group]);
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open], :popover-open')) return;
  const pressed = keysOf(event);
  const isMod = pressed.startsWith('Mod+');
  if (!isMod && (!hasSingleKeys.value || isText(event.composedPath()[0]))) return;
  const all = shortcutGroups.value.flatMap(({ shortcuts }) => shortcuts);
  const found = all.find(({ keys }) => keys === pressed);
  if (!found) return;
  event.preventDefault();
  found.act();
});

/** @returns nothing that a shortcut has, where Alt is held: it writes characters. */
function keysOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return '';
  return ctrlKey || metaKey ? `Mod+${key.toLowerCase()}` : key;
}

/** @param target The field itself, also one in the shadow root of an editor. */
function isText(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== 'checkbox'))
  );
}

/** @example keyNames('Mod+s') // ['Ctrl', 'S'] */
export function keyNames(keys: string): readonly string[] {
  const mod = navigator.userAgent.includes('Mac') ? '\u2318' : 'Ctrl';
  return keys.split('+').map((key) => (key === 'Mod' ? mod : key.toUpperCase()));
}
