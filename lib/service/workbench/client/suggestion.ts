/** What the engine suggests for the text: a format and steps, to take or to leave. */

import type { Suggestion, Suggestions } from '@headwater/ingest/suggestions';
import { bench, cardsOf, change, emptyBench } from './bench.ts';
import { Superseded } from './engine-client.ts';
import { engine } from './runner.ts';
import { Store } from './store.ts';

interface SuggestionState {
  readonly suggestions?: Suggestions;
  /** The text of which they are. */
  readonly text?: string;
  /** A person has asked: they are shown beside the steps that there are. */
  readonly isAsked?: boolean;
  readonly isLeft?: boolean;
  readonly fault?: string;
}

export const suggestionState = new Store<SuggestionState>({});

/** In characters: a suggestion needs no more. */
const maxText = 200_000;
const pauseMs = 250;

/** Asks for suggestions until there are steps. @returns a function that ends it. */
export function startSuggesting(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const consider = () => {
    const { text, cards } = bench.value;
    clearTimeout(timer);
    if (text.trim() === '') suggestionState.set({});
    else if (cards.preprocessors.length === 0 && suggestionState.value.text !== text)
      timer = setTimeout(() => void suggestNow(), pauseMs);
  };
  consider();
  return bench.subscribe(consider);
}

export async function askForSuggestions(): Promise<void> {
  await suggestNow();
  suggestionState.update(({ isLeft: _, ...state }) => ({ ...state, isAsked: true }));
}

async function suggestNow(): Promise<void> {
  const { text, input, limit } = bench.value;
  const beginning = text.length > maxText ? text.slice(0, text.lastIndexOf('\n', maxText)) : text;
  try {
    const { suggestions } = await engine.ask('suggest', { input: { ...input, text: beginning, limit } });
    suggestionState.set({ text, ...(suggestions ? { suggestions } : {}) });
    const { input: now, cards } = bench.value;
    // The format is what was found until a person says something else.
    if (suggestions && now === emptyBench.input && cards.preprocessors.length === 0)
      bench.update((before) => ({ ...before, input: formatOfSuggestion(suggestions.best) }));
  } catch (error) {
    if (!(error instanceof Superseded)) suggestionState.set({ text, fault: (error as Error).message });
  }
}

export function takeSuggestion({ source }: Suggestion): void {
  const preprocessors = source.preprocessors.map((configuration) => ({ ...configuration }));
  const cards = cardsOf({ preprocessors });
  change((before) => ({ ...before, input: formatOfSuggestion({ source }), cards }));
  leaveSuggestion();
}

export function leaveSuggestion(): void {
  suggestionState.update(({ isAsked: _, ...state }) => ({ ...state, isLeft: true }));
}

function formatOfSuggestion({ source: { format, csv, multiline } }: Pick<Suggestion, 'source'>) {
  return { format, ...(csv ? { csv } : {}), ...(multiline ? { multiline } : {}) };
}
