/** The patterns of grok that few pipelines name. `loadGrokBank` loads them. */

import ecsBank from './grok-ecs.json' with { type: 'json' };
import legacyBank from './grok-legacy.json' with { type: 'json' };

/** By their names, of all groups. */
function patternsOf(groups: Readonly<Record<string, object>>): ReadonlyMap<string, string> {
  return new Map(Object.values(groups).flatMap((group) => Object.entries<string>({ ...group })));
}

/** With fields of the Elastic Common Schema. They replace usual patterns of the same name. */
export const ecs = patternsOf(ecsBank.patterns);
/** As they were before ECS. The usual patterns have other names. */
export const legacy = patternsOf(legacyBank.patterns);
