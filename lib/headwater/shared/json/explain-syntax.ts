/**
 * What is wrong where a text is not JSON: the mistakes of people, and what other languages write. A message may be kept in
 * a log, so it quotes what looks like the name of a member, and no value.
 */

import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';

export interface SyntaxExplanation {
  /** @example 'a comma before }' */
  readonly what: string;
  /** Present for a common mistake. */
  readonly accepted?: string;
}

/** Characters on each side of the place that an explanation may depend on. */
const reach = 200;

/** @param code and `offset` as the parser reports them. */
export function explainSyntax(text: string, code: ParseErrorCode, offset: number): SyntaxExplanation {
  const rest = text.slice(offset, offset + reach);
  const before = text.slice(Math.max(0, offset - reach), offset);
  const kind = printParseErrorCode(code);
  if (rest.trim() === '' && before.trim() !== '') return { what: 'cut off' };
  return (
    explainMark(rest, before) ??
    explainName(rest, before, kind) ??
    explainValue(rest, before, kind) ?? { what: kind.replace(/(?<=.)(?=[A-Z])/g, ' ').toLowerCase() }
  );
}

const quoted = 'double quotes: "text"';

function explainMark(rest: string, before: string): SyntaxExplanation | undefined {
  const [bracket] = /^[\]}]/.exec(rest) ?? [];
  if (bracket !== undefined && before.trimEnd().endsWith(','))
    return { what: `a comma before ${bracket}`, accepted: 'no comma after the last one' };
  if (rest.startsWith("'")) return { what: 'a single quote', accepted: quoted };
  if (/^\/[/*]/.test(rest)) return { what: 'a comment', accepted: 'none: JSON has no comments' };
  if (rest.startsWith('<')) return { what: 'HTML or XML' };
  if (rest.startsWith('\ufeff')) return { what: 'a byte order mark', accepted: 'JSON without it' };
  return undefined;
}

/** A missing quote makes a name of `: ` and what follows, or ends a text in the middle of another. */
function explainName(rest: string, before: string, kind: string): SyntaxExplanation | undefined {
  const without = (name: string, quotes: string) => {
    const shown = name.slice(0, 40);
    return { what: `the name ${shown} without ${quotes}`, accepted: `"${shown}"` };
  };
  const [, bare] = /^([A-Za-z_$][\w$-]*)\s*:/.exec(rest) ?? [];
  if (bare !== undefined) return without(bare, 'quotes');
  const [, swallowed] = /"([\w$-]+)\s*:\s*"$/.exec(before) ?? [];
  if (swallowed !== undefined) return without(swallowed, 'its closing quote');
  const [, unclosed] = (kind === 'UnexpectedEndOfString' && /^"([\w$-]+)\s*:/.exec(rest)) || [];
  if (unclosed !== undefined) return without(unclosed, 'its closing quote');
  const [, unopened] = /^([A-Za-z_$][\w$-]*)"\s*:/.exec(rest) ?? [];
  if (unopened !== undefined) return without(unopened, 'its opening quote');
  if (!/^"[^"\n]*"\s*:/.test(rest) || !/["\w}\]]\s*$/.test(before)) return undefined;
  return { what: 'a member without a comma before it', accepted: 'a comma after the one before' };
}

/** In Python, JavaScript, Ruby and Go, in lower case. */
const foreignWords = new Map([
  ...['true', 'false', 'null'].map((word) => [word, word] as const),
  ...['none', 'nil', 'undefined', 'nan', 'infinity'].map((word) => [word, 'null'] as const),
]);

function explainValue(rest: string, before: string, kind: string): SyntaxExplanation | undefined {
  if (kind === 'UnexpectedEndOfString')
    return {
      what: 'a text without its closing quote',
      accepted: 'a quote at its end, and \\n for a line break',
    };
  const [word] = /^[A-Za-z_$][\w$-]*/.exec(rest) ?? [];
  const meant = foreignWords.get(word?.toLowerCase() ?? '');
  if (meant !== undefined && meant !== word) return { what: `${word} instead of ${meant}`, accepted: meant };
  if (kind === 'InvalidSymbol' && word !== undefined)
    return { what: 'a text without quotes', accepted: quoted };
  const isAfterZero = /^\d/.test(rest) && /(?<![\d.])0$/.test(before);
  const sign = isAfterZero ? '0' : /^[.+](?=\d)/.exec(rest)?.[0];
  if (sign !== undefined)
    return { what: `a number that begins with ${sign}`, accepted: 'a number such as 0.5 or 10' };
  if (kind !== 'EndOfFileExpected') return undefined;
  return { what: 'more text after the end', accepted: 'one value' };
}
