/** The search engine of a stage, and the indexes that follow documents. */

import '../shared/rights/no-gets.ts';
import '../shared/rights/no-updates.ts';

export { type IndexShape, namesOfIndex } from '../data/search/engine-index/index-shape.ts';
export { indexedDocuments } from '../data/search/engine-index/indexed-documents.ts';
export { stageWriter } from '../data/search/engine-index/stage-writer.ts';
export { indexChanged, indexNoted } from '../data/search/engine-index/unindexed-documents.ts';
export type { IndexedType } from '../data/search/engine-index/write-documents.ts';
export { askEngine } from '../data/search-engine/ask-engine.ts';
export { sendBulk } from '../data/search-engine/bulk.ts';
export { type Engine, stageEngine } from '../data/search-engine/engine.ts';
export { checkAnswer, type EngineAnswer, EngineRefusal } from '../data/search-engine/engine-answer.ts';
export { postJson } from '../data/search-engine/post-json.ts';
