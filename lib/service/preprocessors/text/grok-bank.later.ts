/** The patterns of grok that few pipelines name. `loadGrokBank` loads them. */

import { ecsPatterns } from './grok-ecs.ts';
import { legacyPatterns } from './grok-legacy.ts';

function readPatterns(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

/** In place of the patterns of these names, or beside them. */
export const ecs = readPatterns(ecsPatterns);
/** Beside the usual ones. */
export const legacy = readPatterns(legacyPatterns);
