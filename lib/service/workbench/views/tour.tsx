/** The stop of the tour: a note beside a part of the page. Escape leaves. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { suggestionState } from '../client/suggestion.ts';
import { tourStop, tourStops } from '../client/tour.ts';
import { showBeside } from '../parts/floating.ts';

export function Tour() {
  const at = useStore(tourStop);
  // What they show moves the parts of the page.
  useStore(runState);
  useStore(suggestionState);
  const note = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const stop = at === undefined ? undefined : tourStops[at];
  useLayoutEffect(() => {
    const anchor = stop?.at
      .map((selector) => document.querySelector(selector))
      .find((found) => found !== null);
    if (!note.current || !anchor) return undefined;
    anchor.scrollIntoView({ block: 'center' });
    const marked = anchor.closest('.suggestions, .pane, .foot-bar') ?? anchor;
    marked.classList.add('tour-stop');
    showBeside(note.current, anchor);
    return () => marked.classList.remove('tour-stop');
  });
  useLayoutEffect(() => next.current?.focus(), [at]);
  if (at === undefined || !stop) return null;
  const isLast = at === tourStops.length - 1;
  const leave = () => tourStop.set(undefined);
  return (
    <div
      ref={note}
      popover="manual"
      role="dialog"
      class="tour"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <h2 id="tour-title">{stop.title}</h2>
      <p id="tour-text">{stop.text}</p>
      <div class="row">
        <span class="quiet">
          {at + 1} of {tourStops.length}
        </span>
        <span class="space" />
        {isLast ? null : (
          <button type="button" class="ghost" onClick={leave}>
            Leave
          </button>
        )}
        {at === 0 ? null : (
          <button type="button" onClick={() => tourStop.set(at - 1)}>
            Back
          </button>
        )}
        <button ref={next} type="button" class="main" onClick={isLast ? leave : () => tourStop.set(at + 1)}>
          {isLast ? 'Done' : 'Next'}
        </button>
      </div>
    </div>
  );
}
