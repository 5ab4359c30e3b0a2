/** Explains a text that is not JSON, by the reasons for which real files cannot be read. */

import type { YAMLError } from 'yaml';
import type { SyntaxExplanation } from '../../shared/json/explain-syntax.ts';

type Explanation = readonly [found: string, accepted: string];

/** @example explainStart('<!DOCTYPE html>…') // ['HTML or XML, which begins with <', …] */
export function explainStart(text: string): Explanation | undefined {
  const start = text.trimStart();
  if (start === '') return ['an empty file', 'a JSON object: {"apis": [...]}'];
  if (!start.startsWith('<')) return undefined;
  return ['HTML or XML, which begins with <', 'JSON or YAML; perhaps a page that reports an error was saved'];
}

export function explainSyntaxError(text: string, { what, accepted }: SyntaxExplanation): Explanation {
  return explainStart(text) ?? explainYaml(text) ?? [what, accepted ?? 'JSON (RFC 8259)'];
}

function explainYaml(text: string): Explanation | undefined {
  if (!/^\s*(?:---\s|#|[A-Za-z_][\w-]*:(?:\s|$))/.test(text)) return undefined;
  return ['YAML in a file whose name ends in .json', 'JSON, or a name that ends in .yaml'];
}

/** @param error of the parser, whose words are about its own steps. */
export function explainYamlError(text: string, error: YAMLError): Explanation | undefined {
  const { code, message } = error;
  const [offset] = error.pos;
  const [line = ''] = text.slice(offset).split('\n', 1);
  switch (code) {
    case 'TAB_AS_INDENT':
      return ['a tab in the indentation', 'spaces: YAML has no tabs there'];
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (line.includes(': ')) return ['": " in a text without quotes', 'quotes around the text'];
      return ['a text, and a member that is indented below it', 'the member as far left as its neighbours'];
    case 'MULTILINE_IMPLICIT_KEY':
      return ['a line without ": "', 'name: value'];
    case 'BAD_SCALAR_START':
      return [`a text that begins with ${line.charAt(0)}`, 'quotes around the text'];
    case 'TAG_RESOLVE_FAILED':
      return [
        `the tag ${line.split(/\s/, 1)[0]}`,
        'a value of JSON without a tag; nothing is read from other files',
      ];
    case 'MISSING_CHAR':
      return message.includes('quote')
        ? ['a text without its closing quote', 'a quote at its end']
        : undefined;
    case 'BAD_INDENT':
      if (!message.startsWith('All mapping items')) return explainComment(text.slice(0, offset));
      return ['a line whose indentation no line before it has', 'all members of an object at one column'];
    default:
      return undefined;
  }
}

/** `{ $ref: #/components/… }`: the comment hides the end of the object. */
function explainComment(before: string): Explanation | undefined {
  if (!/\{[^}\n]*\$ref:\s+#[^\n]*\s*$/.test(before)) return undefined;
  return ['an object without its end: # begins a comment', "quotes: '#/components/…'"];
}

/** UTF-16 begins with its byte order mark, or with characters of ASCII: every other byte is 0. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isUnmarked =
    bytes.length >= 4 && (first === 0 ? third === 0 && second !== 0 : second === 0 && fourth === 0);
  return isMarked || isUnmarked;
}
