/** Work that a closed tab has left, to take up or to delete. */

import { type Draft, dropDraft, leftDrafts, takeDraft } from '../client/draft.ts';
import { useStore } from '../client/store.ts';
import { amountText } from './charts.tsx';

export function LeftDrafts() {
  const drafts = useStore(leftDrafts);
  if (drafts.length === 0) return null;
  return (
    <section class="received" aria-label="Work that was left">
      <ul class="stack">
        {drafts.map((draft) => (
          <li key={draft.key} class="row">
            <span>
              <strong>Work that was left:</strong> {describe(draft)}
            </span>
            <button type="button" onClick={() => takeDraft(draft)}>
              Take it up
            </button>
            <button type="button" class="ghost" onClick={() => dropDraft(draft)}>
              Delete it
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @example 'spring, 3 steps, 120 lines, of 2026-11-28 09:00' */
function describe({ time, work: { text, cards }, open }: Draft): string {
  const parts = [
    ...(open ? [open.source.name ?? open.source._id] : []),
    amountText(cards.preprocessors.length, 'step'),
    amountText(text === '' ? 0 : text.split('\n').length, 'line'),
  ];
  return `${parts.join(', ')}, of ${new Date(time).toLocaleString('en')}`;
}
