import { maxJsonDepth } from './max-json-depth.ts';

/**
 * Whether a text means what `JSON.parse` has made of it, for certain: no name is given twice, no number was rounded, no
 * text has half a surrogate pair, nothing is deeper than `maxJsonDepth`, and no member could replace a prototype where
 * code copies it. It takes less time than the parser. `inspectJson` says what is wrong with another text, if anything is.
 *
 * @param value what `JSON.parse` has made of `text`.
 * @example isPlainJson(JSON.parse('{"a":1,"a":2}'), '{"a":1,"a":2}') // false
 */
export function isPlainJson(value: unknown, text: string): boolean {
  return membersIn(value, maxJsonDepth) === colonsIn(text);
}

/** The number of members at all levels; NaN if something is not plain. */
function membersIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return isPlainScalar(value) ? 0 : Number.NaN;
  if (levels === 0) return Number.NaN;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += membersIn(item, levels - 1);
    return members;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const name in object) {
    if (!name.isWellFormed() || replacesPrototype(name, object[name])) return Number.NaN;
    members += 1 + membersIn(object[name], levels - 1);
  }
  return members;
}

/** An integer beyond 2^53 may have been rounded, and so may what is infinite now. */
function isPlainScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return true;
  return Number.isFinite(value) && !Number.isInteger(value);
}

function replacesPrototype(name: string, value: unknown): boolean {
  if (name === '__proto__') return true;
  return (
    name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  );
}

const quote = 0x22;
const colon = 0x3a;

/** The colons between names and values: one for each member, also for those whose name comes again. */
function colonsIn(json: string): number {
  let colons = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === colon) colons++;
    else if (code === quote) at = endOfString(json, at);
  }
  return colons;
}

/** The place of the closing quote. The text is JSON, so there is one. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

/** After an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
