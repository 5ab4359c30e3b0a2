/** The workbench: records on the left, steps in the middle, documents on the right. */

import { useEffect } from 'preact/hooks';
import { benchShortcuts } from '../client/bench-shortcuts.ts';
import { startDrafting } from '../client/draft.ts';
import { receivedLink, receiveLink, showLink } from '../client/link.ts';
import { startPinning } from '../client/pins.ts';
import { currentRoute, hrefOf } from '../client/route.ts';
import { startRunning } from '../client/runner.ts';
import { startTracing } from '../client/selection.ts';
import { useShortcuts } from '../client/shortcuts.ts';
import { sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { startSuggesting } from '../client/suggestion.ts';
import { startUndoKeys } from '../client/undo-keys.ts';
import { SplitPanels } from '../parts/split-panels.tsx';
import { LeftDrafts } from './draft-notes.tsx';
import { Foot } from './foot.tsx';
import { InputColumn } from './input-column.tsx';
import { OutputColumn } from './output-column.tsx';
import { StepsColumn } from './steps-column.tsx';
import { Tour } from './tour.tsx';

/** Percent: the output is a table. */
const shares = [27, 29, 44];

export function BenchView() {
  const link = useStore(currentRoute).query.get('state');
  useEffect(() => {
    // Before a link: what it would replace is there again.
    const starts = [startDrafting, startTracing, startRunning, startPinning, startSuggesting, startUndoKeys];
    const ends = starts.map((start) => start());
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useShortcuts(benchShortcuts);
  useEffect(() => void receiveLink(link), [link]);
  return (
    <div class="bench">
      <div>
        <ReceivedLink />
        <LeftDrafts />
      </div>
      <SplitPanels
        name="bench"
        shares={shares}
        panels={[
          { title: 'Input', content: <InputColumn /> },
          { title: 'Steps', content: <StepsColumn /> },
          { title: 'Output', content: <OutputColumn /> },
        ]}
      />
      <Foot />
      <Tour />
    </div>
  );
}

/** Asks before a link replaces what is here. */
function ReceivedLink() {
  const link = useStore(receivedLink);
  const { source } = useStore(sourceState);
  if (link === undefined) return null;
  if (link === 'unreadable')
    return (
      <p class="received issue" role="alert">
        This link cannot be read: it may have been cut.
      </p>
    );
  return (
    <section class="received" role="alertdialog" aria-labelledby="received-title">
      <h2 id="received-title">Open this link?</h2>
      <p>
        Its records and steps replace those here
        {source ? `, and the source ${source.name ?? source._id} is closed without being saved` : ''}.
      </p>
      <div class="row">
        <button type="button" class="main" onClick={() => showLink(link)}>
          Open the link
        </button>
        <button
          type="button"
          onClick={() => {
            location.hash = hrefOf('');
          }}
        >
          Stay here
        </button>
      </div>
    </section>
  );
}
