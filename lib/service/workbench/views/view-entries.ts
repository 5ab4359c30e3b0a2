/** The views of the page, by the first segment of the fragment. Each is loaded when it is shown. */

import type { ComponentType } from 'preact';

export interface ViewEntry {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

export const viewEntries: readonly ViewEntry[] = [
  {
    name: '',
    title: 'Workbench',
    load: async () => ({ View: (await import('./bench-view.tsx')).BenchView }),
  },
  {
    name: 'sources',
    title: 'Sources',
    load: async () => ({ View: (await import('./sources-view.tsx')).SourcesView }),
  },
  {
    name: 'streams',
    title: 'Streams',
    load: async () => ({ View: (await import('./streams-view.tsx')).StreamsView }),
  },
];
