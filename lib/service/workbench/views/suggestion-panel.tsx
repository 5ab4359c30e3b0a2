/** What the engine suggests for the text, to take or to leave. */

import type { Suggestion } from '@headwater/ingest/suggestions';
import { bench } from '../client/bench.ts';
import { useStore } from '../client/store.ts';
import { askForSuggestions, leaveSuggestion, suggestionState, takeSuggestion } from '../client/suggestion.ts';
import { amountText } from './charts.tsx';

export function SuggestButton() {
  const { text } = useStore(bench);
  return (
    <button
      type="button"
      class="ghost"
      disabled={text.trim() === ''}
      onClick={() => void askForSuggestions()}
    >
      Suggest
    </button>
  );
}

export function SuggestionPanel() {
  const { text, cards } = useStore(bench);
  const { suggestions, isAsked = false, isLeft = false, fault, text: about } = useStore(suggestionState);
  if (text.trim() === '') return null;
  if (fault !== undefined) return <p class="issue">No suggestion: {fault}</p>;
  const isWanted = isAsked || (cards.preprocessors.length === 0 && !isLeft);
  if (!isWanted || !suggestions || about !== text) return null;
  const { best, alternatives } = suggestions;
  return (
    <section class="suggestions" aria-label="Suggestions">
      {[best, ...alternatives].map((one, index) => (
        <SuggestionCard key={index} suggestion={one} isBest={index === 0} />
      ))}
      <button type="button" onClick={leaveSuggestion}>
        Leave them
      </button>
    </section>
  );
}

interface SuggestionCardProps {
  readonly suggestion: Suggestion;
  readonly isBest: boolean;
}

function SuggestionCard({ suggestion, isBest }: SuggestionCardProps) {
  const { source, parsed, fields, reasons, guesses } = suggestion;
  const types = source.preprocessors.map(({ type }) => String(type));
  return (
    <article class="suggestion">
      <h3>
        {isBest ? 'Suggested' : 'Or'}: {source.format}
        {types.length > 0 ? `, ${types.join(', ')}` : ', no steps'}
      </h3>
      <p>
        {Math.floor(parsed * 100)} % of the records become documents with {amountText(fields.length, 'field')}
        {fields.length > 0 ? ': ' : ''}
        <code>
          {fields
            .slice(0, 12)
            .map(({ path }) => path)
            .join(' ')}
        </code>
      </p>
      <details>
        <summary>Why</summary>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {guesses.length > 0 ? <li>Names that only the values suggest: {guesses.join(', ')}</li> : null}
        </ul>
      </details>
      <button type="button" class={isBest ? 'main' : ''} onClick={() => takeSuggestion(suggestion)}>
        Take {isBest ? 'it' : 'this one'}
      </button>
    </article>
  );
}
