/** A parameter or form field whose text is a JSON object. */

import { inspectJson } from '../../json/inspect-json.ts';

/** Refuses what a body may not hold either: a member that could replace a prototype, or that the parser would change. */
export function readJsonObject(text: string): object | undefined {
  const { error, findings } = inspectJson(text);
  if (error || findings.length > 0) return undefined;
  try {
    const value: unknown = JSON.parse(text, refusePrototype);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  const isPrototype =
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'));
  if (isPrototype) throw new SyntaxError('a member that could replace a prototype');
  return value;
}
