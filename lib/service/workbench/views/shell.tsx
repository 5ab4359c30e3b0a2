/** What is around every view: the name, the navigation, the place of messages, and who asks for a credential. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { rights } from '../client/rights.ts';
import { currentRoute, hrefOf } from '../client/route.ts';
import { useStore } from '../client/store.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { Help } from './help.tsx';
import { Fault } from './list-parts.tsx';
import { type ViewEntry, viewEntries } from './view-entries.ts';
import { ZoneMenu } from './zone-menu.tsx';

export function Shell() {
  const { view } = useStore(currentRoute);
  // Lists that were shown to one person are not shown to the next; the workbench has what a person made here.
  const { kind, subject } = useStore(rights);
  const entry = viewEntries.find(({ name }) => name === view) ?? viewEntries[0];
  useEffect(() => {
    document.title = entry?.name ? `${entry.title} \u00b7 Headwater` : 'Headwater: workbench';
  }, [entry]);
  return (
    <>
      <button class="skip" type="button" onClick={() => document.getElementById('main')?.focus()}>
        To the content
      </button>
      <header class="top">
        <h1>Headwater</h1>
        <nav aria-label="Views">
          {viewEntries.map(({ name, title }) => (
            <a key={name} href={hrefOf(name)} aria-current={name === entry?.name ? 'page' : undefined}>
              {title}
            </a>
          ))}
          <a href="docs">Reference</a>
        </nav>
        <span class="space" />
        <Help />
        <ZoneMenu />
        <CredentialDialog />
      </header>
      <main id="main" tabIndex={-1}>
        {entry ? (
          <LoadedView key={entry.name === '' ? '' : `${entry.name} ${kind} ${subject}`} entry={entry} />
        ) : null}
      </main>
    </>
  );
}

const unreachable = 'unreachable';

function LoadedView({ entry }: { readonly entry: ViewEntry }) {
  const [loaded, setLoaded] = useState<{ readonly View: ComponentType } | typeof unreachable>();
  useEffect(() => {
    entry.load().then(setLoaded, () => setLoaded(unreachable));
  }, [entry]);
  if (loaded === unreachable)
    return (
      <Fault
        fault={`This part of the page cannot be loaded: the service at ${location.host} cannot be reached.`}
        retry={() => location.reload()}
      />
    );
  return loaded ? <loaded.View /> : <p class="quiet">Loading</p>;
}
