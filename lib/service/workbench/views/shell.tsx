/** What is around every view: the name, the navigation, the place of messages, and who asks for a credential. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { currentRoute, hrefOf } from '../client/route.ts';
import { useStore } from '../client/store.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { type ViewEntry, viewEntries } from './view-entries.ts';

export function Shell() {
  const { view } = useStore(currentRoute);
  const entry = viewEntries.find(({ name }) => name === view) ?? viewEntries[0];
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
      </header>
      <main id="main" tabIndex={-1}>
        {entry ? <LoadedView key={entry.name} entry={entry} /> : null}
      </main>
      <CredentialDialog />
    </>
  );
}

function LoadedView({ entry }: { readonly entry: ViewEntry }) {
  const [loaded, setLoaded] = useState<{ readonly View: ComponentType } | string>();
  useEffect(() => {
    entry.load().then(setLoaded, () => setLoaded('This part of the page cannot be loaded.'));
  }, [entry]);
  if (typeof loaded === 'string') return <p role="alert">{loaded}</p>;
  return loaded ? <loaded.View /> : <p class="quiet">Loading</p>;
}
