import { invalidQuery } from '../../headwater/shared/query/scanner.ts';

/** Quoted texts, regular expressions and escaped characters, which may contain anything. */
const quoted = /"(?:[^"\\]|\\.)*"|(?<=:)\/(?:[^/\\]|\\.)*\/|\\./gs;

/** What only scripts have. A field and a colon before `==`, as in `hash:q83v==`, are a query. */
const scripts = [
  /(?<![^\s()!-])ctx\s*(?:\?\.|\.|\[)(?![^\s()]*:)/,
  /(?<![^\s()!-])[^\s():!=-]*[!=]=/,
  /(?<![^\s()!-])=(?!\S)/,
  /(?<=:)[!=]=/,
  /\.(?:contains(?:Key)?|equals|startsWith|endsWith|isEmpty|matches)\(/,
];

/** Where a text looks like a script of Elasticsearch: an offset in characters, or undefined. */
export function findScript(text: string): number | undefined {
  const plain = text.replace(quoted, (match) => '_'.repeat(match.length));
  const found = scripts.map((script) => plain.search(script)).filter((at) => at !== -1);
  return found.length > 0 ? [...text.slice(0, Math.min(...found))].length : undefined;
}

/**
 * Refuses a script in place of a query: its words would be searched, and never found.
 *
 * @param offset Of the text, in the whole that the client has written.
 * @throws InvalidQuery
 */
export function refuseScript(text: string, offset = 0): void {
  const at = findScript(text);
  if (at === undefined) return;
  const help =
    "write level:=error for ctx.level == 'error', -level:=error for !=, status:>=500 for ctx.status >= 500, " +
    'level:* for ctx.level != null, and quotes around a text with such characters';
  throw invalidQuery(offset + at, 'Expected a query in place of a script', help);
}
