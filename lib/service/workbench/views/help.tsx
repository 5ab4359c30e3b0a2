/** The list of keys, and the tour. */

import { useRef } from 'preact/hooks';
import { currentRoute, hrefOf } from '../client/route.ts';
import {
  hasSingleKeys,
  keyNames,
  type ShortcutGroup,
  setSingleKeys,
  shortcutGroups,
  useShortcuts,
} from '../client/shortcuts.ts';
import { useStore } from '../client/store.ts';
import { startTour } from '../client/tour.ts';

/** The button is there in each view. */
const id = 'help';

const everywhere: ShortcutGroup = {
  title: 'Everywhere',
  shortcuts: [
    { keys: '?', title: 'Show this list', act: () => document.getElementById(id)?.click() },
    {
      keys: '/',
      title: 'Go to the search of the view',
      act: () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    },
  ],
};

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const groups = useStore(shortcutGroups);
  const isOn = useStore(hasSingleKeys);
  useShortcuts(everywhere);
  return (
    <>
      <button
        id={id}
        type="button"
        class="ghost"
        aria-label="Help: keys and tour"
        title="Help: keys and tour"
        onClick={() => dialog.current?.showModal()}
      >
        ?
      </button>
      <dialog ref={dialog} class="help" aria-labelledby="help-title">
        <form method="dialog">
          <h2 id="help-title">Keys</h2>
          {groups.map((group) => (
            <Keys key={group.title} group={group} />
          ))}
          <label class="inline">
            <input type="checkbox" checked={isOn} onChange={() => setSingleKeys(!isOn)} />
            Keys without Ctrl do something, too
          </label>
          <div class="row">
            <button type="submit" onClick={tour}>
              Take the tour
            </button>
            <span class="space" />
            <button type="submit" class="main">
              Done
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

function Keys({ group: { title, shortcuts } }: { readonly group: ShortcutGroup }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, title: what }) => (
          <div key={keys}>
            <dt>
              {keyNames(keys).map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** It is of the workbench. */
function tour(): void {
  if (currentRoute.value.view !== '') location.hash = hrefOf('');
  startTour();
}
