/** The patterns of grok that few pipelines name. `loadGrokBank` loads them. */

import ecsBank from './grok-ecs.json' with { type: 'json' };
import legacyBank from './grok-legacy.json' with { type: 'json' };

/** By their names, of all groups. */
function patternsOf(groups: Readonly<Record<string, object>>): ReadonlyMap<string, string> {
  return new Map(Object.values(groups).flatMap((group) => Object.entries<string>({ ...group })));
}

/** The patterns with fields of the Elastic Common Schema, in place of those of these names, or beside them. */
export const ecs = patternsOf(ecsBank.patterns);
/** The patterns as they were before ECS, beside the usual ones. */
export const legacy = patternsOf(legacyBank.patterns);
