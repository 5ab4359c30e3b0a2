/** The parts of a pattern of grok, of a regular expression, or of dissect, for their colors. Offsets are within one line. */

export interface SyntaxPart {
  readonly kind: 'reference' | 'group' | 'escape' | 'class' | 'open' | 'close' | 'operator' | 'comment';
  readonly from: number;
  readonly to: number;
  /** Of a reference: what is between the braces. Of a group: its name. */
  readonly inner?: string;
  /** A reference without its brace. */
  readonly isOpen?: boolean;
}

const parts = new RegExp(
  [
    /(?<reference>%\{(?<inner>[^}\n]*)(?<end>\}?))/,
    /(?<escape>\\[^\n])/,
    /(?<comment>\(\?#[^)\n]*\)?)/,
    /(?<class>\[\^?\]?(?:\\[^\n]|\[:\^?\w+:\]|[^\]\\\n])*\]?)/,
    /(?<group>\(\?(?:<(?<name>[^>=!\n][^>\n]*)>|'(?<quoted>[^'\n]+)'))/,
    /(?<open>\((?:\?(?:[imsx-]*:|<?[=!]|>))?)/,
    /(?<close>\))/,
    /(?<operator>(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?|[|^$.])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const kinds = ['reference', 'escape', 'comment', 'class', 'group', 'open', 'close', 'operator'] as const;

/** @param hasReferences Of grok: `%{NAME}`. */
export function syntaxParts(pattern: string, hasReferences: boolean): readonly SyntaxPart[] {
  const found: SyntaxPart[] = [];
  for (const { 0: text, index: from, groups = {} } of pattern.matchAll(parts)) {
    const kind = kinds.find((one) => groups[one] !== undefined);
    if (!kind || (kind === 'reference' && !hasReferences)) continue;
    const inner = groups['inner'] ?? groups['name'] ?? groups['quoted'];
    found.push({
      kind,
      from,
      to: from + text.length,
      ...(inner === undefined ? {} : { inner }),
      ...(kind === 'reference' && groups['end'] === '' ? { isOpen: true } : {}),
    });
  }
  return found;
}

/** @example splitName('NUMBER:bytes:int') // { name: 'NUMBER', field: 'bytes', type: 'int' } */
export function splitName(inner: string) {
  const [reference = ''] = inner.split('=', 1);
  const [name = '', field, type] = reference.split(':');
  return { name, field, type, isDefined: inner.length > reference.length };
}

/** @example splitKey('+name/2->') // { modifier: '+', field: 'name', rest: '/2->' } */
export function splitKey(inner: string) {
  const [, modifier = '', field = '', rest = ''] =
    /^([+*&?]?)(.*?)((?:\/\d+)?(?:\?)?(?:->)?)$/.exec(inner) ?? [];
  return { modifier, field, rest };
}

/** The line of a text that has an offset. */
export function lineAt(text: string, at: number) {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { start, line: text.slice(start, end === -1 ? undefined : end) };
}

export function placedLines(text: string): readonly { readonly start: number; readonly line: string }[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const own = { start, line };
    start += line.length + 1;
    return own;
  });
}
