/** Pairs of logfmt: `level=info msg="all is well" cached`. */

export interface LogfmtPair {
  readonly key: string;
  /** True for a key without a value. */
  readonly value: string | true;
}

const pairPattern = /([^\s="]+)(?:=(?:"((?:[^"\\]|\\.)*)"|(\S*)))?|\S/gsy;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Characters that belong to no pair are skipped, as the readers of Go do. */
export function* logfmtPairs(text: string): Generator<LogfmtPair> {
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) <= 32) {
      at++;
      continue;
    }
    pairPattern.lastIndex = at;
    const [all = ' ', key, quoted, plain] = pairPattern.exec(text) ?? [];
    at += all.length;
    if (key === undefined) continue;
    yield { key, value: quoted === undefined ? (plain ?? true) : withoutEscapes(quoted) };
  }
}

/** What a text between quotes says, as Go and JSON write it. */
export function withoutEscapes(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  return quoted.replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code: string | undefined, character = '') =>
    code === undefined ? (escapes[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
