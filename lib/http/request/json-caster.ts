import { inspectJson } from '../../json/inspect-json.ts';
import { absence, type Caster } from './caster.ts';

/** Of objects and models in parameters and fields of a form. */
export const jsonCaster: Caster = {
  accepted: 'a JSON object (RFC 8259), nested no deeper than 64 levels, without repeated names',
  read: readObject,
  refusal: (text) => absence(text) ?? 'not_json',
};

/** As strict as with a body: no member that could replace a prototype, or that the parser would change. */
function readObject(text: string): object | undefined {
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
