/** How a text may be read: formats and steps, each with the share of the records that they read. */

export { suggestionEngine } from '../suggestions/engine.ts';
export {
  type SuggestedSource,
  type Suggestion,
  type SuggestionInput,
  type Suggestions,
  suggest,
} from '../suggestions/suggest.ts';
