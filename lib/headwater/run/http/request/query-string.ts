/**
 * The query string as it was sent. The gateway's own `queryStringParameters`
 * joins repeated parameters with commas, so `a=1&a=2` and `a=1,2` look alike
 * there. Lenient decoders turn an invalid sequence into some other value.
 */

import type { InputParameter } from '../../../shared/plan/operation-plan.ts';

export interface QueryString {
  /** In the order in which they were sent. */
  readonly pairs: readonly QueryPair[];
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Parameters that are not percent-encoded UTF-8. The value, and the name if it is malformed, are as they were sent. */
  readonly malformed: readonly MalformedParameter[];
}

interface QueryPair {
  /** As it was sent. */
  readonly text: string;
  /** Undefined when name or value is malformed. */
  readonly name: string | undefined;
}

export interface MalformedParameter {
  readonly name: string;
  readonly value: string;
}

/** WHATWG URL section 5.1, except that invalid UTF-8 is reported, not replaced. */
export function parseQueryString(rawQueryString: string): QueryString {
  const pairs: QueryPair[] = [];
  const values = new Map<string, string[]>();
  const malformed: MalformedParameter[] = [];
  for (const text of rawQueryString.split('&')) {
    if (text === '') continue;
    const [rawName, rawValue] = splitPair(text);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (name === undefined || value === undefined) {
      pairs.push({ text, name: undefined });
      malformed.push({ name: name ?? rawName, value: rawValue });
      continue;
    }
    pairs.push({ text, name });
    const others = values.get(name);
    if (others) others.push(value);
    else values.set(name, [value]);
  }
  return { pairs, values, malformed };
}

function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** @returns the names that the operation does not declare: a misspelt one would change nothing, and nobody would notice. */
export function unknownNames({ values }: QueryString, declared: readonly InputParameter[]): string[] {
  return [...values.keys()].filter((name) => !declared.some((parameter) => parameter.name === name));
}
