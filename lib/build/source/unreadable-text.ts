/** Explains a text that is not JSON, by the reasons for which real files cannot be read. */

import type { SyntaxExplanation } from '../../shared/json/explain-syntax.ts';
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

export function explainSyntaxError(text: string, { what, accepted }: SyntaxExplanation): Explanation {
  return explainStart(text) ?? explainYaml(text) ?? { found: what, accepted: accepted ?? 'JSON (RFC 8259)' };
}

function explainYaml(text: string): Explanation | undefined {
  if (!/^\s*(?:---\s|#|[A-Za-z_][\w-]*:(?:\s|$))/.test(text)) return undefined;
  return { found: 'YAML in a file whose name ends in .json', accepted: 'JSON, or a name that ends in .yaml' };
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
    case 'TAG_RESOLVE_FAILED':
      return {
        found: `the tag ${line.split(/\s/, 1)[0]}`,
        accepted: 'a value of JSON without a tag; nothing is read from other files',
      };
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

/** UTF-16 begins with its byte order mark, or with characters of ASCII: every other byte is 0. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isUnmarked =
    bytes.length >= 4 && (first === 0 ? third === 0 && second !== 0 : second === 0 && fourth === 0);
  return isMarked || isUnmarked;
}
