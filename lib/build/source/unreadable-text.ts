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
  if (name !== undefined) return { found: `the name ${name} without quotes`, accepted: `"${name}"` };
  return explainQuotes(rest, text.slice(0, offset));
}

/** A missing quote makes a name of `: ` and what follows, or ends a text in the middle of another. */
function explainQuotes(rest: string, before: string): Explanation | undefined {
  const [, unclosed] = /^"([^":,{}[\]\n]*)[^"\n]*(?:\n|$)/.exec(rest) ?? [];
  const [, swallowed] = /"([\w$-]+)\s*:\s*"$/.exec(before) ?? [];
  if (swallowed !== undefined) return withoutQuote('name', swallowed);
  if (unclosed !== undefined) return withoutQuote(/[{,]\s*$/.test(before) ? 'name' : 'text', unclosed);
  const [, unopened] = /^([A-Za-z_$][\w$-]*)"\s*:/.exec(rest) ?? [];
  if (unopened !== undefined)
    return { found: `the name ${unopened} without its opening quote`, accepted: `"${unopened}"` };
  if (/^"[^"\n]*"\s*:/.test(rest) && /["\w}\]]\s*$/.test(before))
    return { found: 'a member without a comma before it', accepted: 'a comma after the one before' };
  const [word] = /^[A-Za-z_$][\w$-]*/.exec(rest) ?? [];
  if (word === undefined || !before.trimEnd().endsWith(':')) return undefined;
  const literal = { true: 'true', false: 'false', none: 'null', nil: 'null' }[word.toLowerCase()];
  return { found: `${word} without quotes`, accepted: literal ?? `"${word}"` };
}

function withoutQuote(what: 'name' | 'text', words: string): Explanation {
  const found = `the ${what} ${words.slice(0, 40)} without its closing quote`;
  return { found, accepted: `"${words.slice(0, 40)}"` };
}

/** @param error of the parser, whose words are about its own steps. */
export function explainYamlError(
  text: string,
  { code, message, offset }: { readonly code: string; readonly message: string; readonly offset: number },
): Explanation | undefined {
  const [line = ''] = text.slice(offset).split('\n', 1);
  switch (code) {
    case 'TAB_AS_INDENT':
      return { found: 'a tab in the indentation', accepted: 'spaces: YAML has no tabs there' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return line.includes(': ')
        ? { found: '": " in a text without quotes', accepted: 'quotes around the text' }
        : {
            found: 'a text, and a member that is indented below it',
            accepted: 'the member as far left as its neighbours',
          };
    case 'MULTILINE_IMPLICIT_KEY':
      return { found: 'a line without ": "', accepted: 'name: value' };
    case 'BAD_SCALAR_START':
      return { found: `a text that begins with ${line.charAt(0)}`, accepted: 'quotes around the text' };
    case 'MISSING_CHAR':
      return message.includes('quote')
        ? { found: 'a text without its closing quote', accepted: 'a quote at its end' }
        : undefined;
    case 'BAD_INDENT':
      return message.startsWith('All mapping items')
        ? {
            found: 'a line whose indentation no line before it has',
            accepted: 'all members of an object at one column',
          }
        : explainComment(text.slice(0, offset));
    default:
      return undefined;
  }
}

/** `{ $ref: #/components/… }`: the comment hides the end of the object. */
function explainComment(before: string): Explanation | undefined {
  if (!/\{[^}\n]*\$ref:\s+#[^\n]*\s*$/.test(before)) return undefined;
  return { found: 'an object without its end: # begins a comment', accepted: "quotes: '#/components/…'" };
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
