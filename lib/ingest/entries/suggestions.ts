/** How a text may be read: formats and steps, each with the share of the records that they read; what its messages have in common. */

export { suggestionEngine } from '../suggestions/engine.ts';
export { repairFormats, repairPattern } from '../suggestions/repair.ts';
export {
  type SuggestedSource,
  type Suggestion,
  type SuggestionInput,
  type Suggestions,
  suggest,
} from '../suggestions/suggest.ts';
export { type MessagePattern, messagePatterns } from '../text/message-patterns.ts';
