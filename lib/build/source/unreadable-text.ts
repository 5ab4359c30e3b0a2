/** Explains a text that is not JSON, by the reasons for which real files cannot be read. */

import type { TextPosition } from '../../shared/json/inspect-json.ts';
import type { Diagnostic } from './diagnostic.ts';

type Explanation = Pick<Diagnostic, 'found' | 'accepted'>;

/** @example explainStart('<!DOCTYPE html>…') // { found: 'HTML or XML, which begins with <', … } */
export function explainStart(text: string): Explanation | undefined {
  const start = text.trimStart();
  if (start === '') return { found: 'an empty file', accepted: 'a JSON object: {"apis": [...]}' };
  if (!start.startsWith('<')) return undefined;
  const found = 'HTML or XML, which begins with <';
  return { found, accepted: 'JSON or YAML; perhaps a page that reports an error was saved' };
}

/** @param at where a parser of JSON stopped, and `what` it says. */
export function explainSyntaxError(text: string, at: TextPosition, what: string): Explanation {
  const offset = offsetOf(text, at);
  return explainStart(text) ?? explainYaml(text) ?? explainToken(text, offset) ?? { found: what, accepted };
}

const accepted = 'JSON (RFC 8259)';

function explainYaml(text: string): Explanation | undefined {
  if (!/^\s*(?:---\s|#|[A-Za-z_][\w-]*:(?:\s|$))/.test(text)) return undefined;
  return { found: 'YAML in a file whose name ends in .json', accepted: 'JSON, or a name that ends in .yaml' };
}

function explainToken(text: string, offset: number): Explanation | undefined {
  const rest = text.slice(offset, offset + 200);
  const [bracket] = /^[\]}]/.exec(rest) ?? [];
  if (bracket !== undefined && text.slice(0, offset).trimEnd().endsWith(','))
    return { found: `a comma before ${bracket}`, accepted: 'no comma after the last one' };
  if (rest.startsWith("'")) return { found: 'a single quote', accepted: 'double quotes: "text"' };
  if (/^\/[/*]/.test(rest)) return { found: 'a comment, which JSON does not have', accepted };
  const [, name] = /^([A-Za-z_$][\w$-]*)\s*:/.exec(rest) ?? [];
  return name === undefined ? undefined : { found: `the name ${name} without quotes`, accepted: `"${name}"` };
}

function offsetOf(text: string, { line, column }: TextPosition): number {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** UTF-16 begins with its byte order mark, or with characters of ASCII: every other byte is 0. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isUnmarked =
    bytes.length >= 4 && (first === 0 ? third === 0 && second !== 0 : second === 0 && fourth === 0);
  return isMarked || isUnmarked;
}
