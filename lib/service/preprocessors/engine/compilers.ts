/** The transformations of all types. */

import type { TypeCompiler } from '../base/definition.ts';
import { appendCompiler } from '../types/append.ts';
import { convertCompiler } from '../types/convert.ts';
import { csvCompiler } from '../types/csv.ts';
import { dateCompiler } from '../types/date.ts';
import { dissectCompiler } from '../types/dissect.ts';
import { dotExpanderCompiler } from '../types/dot-expander.ts';
import { dropCompiler } from '../types/drop.ts';
import { failCompiler } from '../types/fail.ts';
import { fingerprintCompiler } from '../types/fingerprint.ts';
import { grokCompiler } from '../types/grok.ts';
import { gsubCompiler } from '../types/gsub.ts';
import { joinCompiler } from '../types/join.ts';
import { jsonCompiler } from '../types/json.ts';
import { kvCompiler } from '../types/kv.ts';
import { lowercaseCompiler } from '../types/lowercase.ts';
import { removeCompiler } from '../types/remove.ts';
import { renameCompiler } from '../types/rename.ts';
import { setCompiler } from '../types/set.ts';
import { splitCompiler } from '../types/split.ts';
import { trimCompiler } from '../types/trim.ts';
import { uppercaseCompiler } from '../types/uppercase.ts';
import { uriPartsCompiler } from '../types/uri-parts.ts';
import { userAgentCompiler } from '../types/user-agent.ts';

const compilers: readonly TypeCompiler[] = [
  appendCompiler,
  convertCompiler,
  csvCompiler,
  dateCompiler,
  dissectCompiler,
  dotExpanderCompiler,
  dropCompiler,
  failCompiler,
  fingerprintCompiler,
  grokCompiler,
  gsubCompiler,
  joinCompiler,
  jsonCompiler,
  kvCompiler,
  lowercaseCompiler,
  removeCompiler,
  renameCompiler,
  setCompiler,
  splitCompiler,
  trimCompiler,
  uppercaseCompiler,
  uriPartsCompiler,
  userAgentCompiler,
];

const byType = new Map(compilers.map((compiler) => [compiler.type, compiler]));

/** @param type One of the registry. */
export function compilerNamed(type: string): TypeCompiler {
  const compiler = byType.get(type);
  if (!compiler) throw new Error(`The type ${type} has no transformation.`);
  return compiler;
}
