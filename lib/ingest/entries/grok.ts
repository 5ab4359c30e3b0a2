/** Patterns of grok and dissect: the banks of named patterns, and how far a text matches. */

export { explainDissect, type PatternMatch } from '../text/explain-dissect.ts';
export { explainGrok } from '../text/explain-grok.ts';
export { compileGrok } from '../text/grok.ts';
export {
  bankNames,
  findBank,
  type GrokBank,
  loadGrokBank,
  loadWholeBank,
  patternIn,
} from '../text/grok-bank.ts';
