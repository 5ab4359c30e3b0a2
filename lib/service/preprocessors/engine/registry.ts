/** The tables of all types of preprocessors. A new type is one file in `types/`, and a line here and in compilers.ts. */

import type { PreprocessorType } from '../base/definition.ts';
import { append } from '../types/append.ts';
import { convert } from '../types/convert.ts';
import { csv } from '../types/csv.ts';
import { date } from '../types/date.ts';
import { dissect } from '../types/dissect.ts';
import { dotExpander } from '../types/dot-expander.ts';
import { drop } from '../types/drop.ts';
import { fail } from '../types/fail.ts';
import { fingerprint } from '../types/fingerprint.ts';
import { grok } from '../types/grok.ts';
import { gsub } from '../types/gsub.ts';
import { join } from '../types/join.ts';
import { json } from '../types/json.ts';
import { kv } from '../types/kv.ts';
import { lowercase } from '../types/lowercase.ts';
import { remove } from '../types/remove.ts';
import { rename } from '../types/rename.ts';
import { set } from '../types/set.ts';
import { split } from '../types/split.ts';
import { trim } from '../types/trim.ts';
import { uppercase } from '../types/uppercase.ts';
import { uriParts } from '../types/uri-parts.ts';
import { userAgent } from '../types/user-agent.ts';

/** In the order of the catalogue. */
export const preprocessorTypes: readonly PreprocessorType[] = [
  csv,
  json,
  kv,
  dissect,
  grok,
  date,
  convert,
  rename,
  remove,
  set,
  append,
  lowercase,
  uppercase,
  trim,
  split,
  join,
  gsub,
  dotExpander,
  fingerprint,
  uriParts,
  userAgent,
  drop,
  fail,
];

const byName = new Map(preprocessorTypes.map((type) => [type.type, type]));

export function findType(name: string): PreprocessorType | undefined {
  return byName.get(name);
}
