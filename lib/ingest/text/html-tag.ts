/** Where a start tag ends: the grammar of Lucene has several readings of quotes, of which the longest counts. */

/** What is being read, in one or several readings at once. */
const content = 1;
const doubleQuoted = 2;
const singleQuoted = 4;
/** A server-side include, `<!--#…-->`, and a quoted text in it. */
const include = 8;
const includeDouble = 16;
const includeSingle = 32;

/** The end of a text after which a quote begins a value. It is read backwards, which takes linear time. */
const attributeStart = /$(?<=[:_\p{ID_Start}][-.:_\p{ID_Continue}]*?\p{White_Space}*=\p{White_Space}*)/u;

/** What follows the name of a tag: its end, or what separates its content. */
const afterName = /\/?>|[=\p{White_Space}]/uy;

/**
 * @param start After the name of the tag.
 * @param deadEnds The readings that lead to no end, by positions: they are noted, and no later call follows them again.
 * @returns the position after the `>`.
 */
export function findTagEnd(text: string, start: number, deadEnds: Set<number>): number | undefined {
  afterName.lastIndex = start;
  const [first] = afterName.exec(text) ?? [];
  if (first === undefined) return undefined;
  const end = start + first.length;
  return first.endsWith('>') ? end : findContentEnd(text, end, deadEnds);
}

function findContentEnd(text: string, start: number, deadEnds: Set<number>): number | undefined {
  const parts = /-->|["'<>]/g;
  let before = start;
  parts.lastIndex = before;
  let state = content;
  let end: number | undefined;
  let visited: number[] = [];
  for (let match = parts.exec(text); match; match = parts.exec(text)) {
    const [part] = match;
    const { index } = match;
    if (part === '<') {
      const reading = index * 64 + state;
      if (deadEnds.has(reading)) break;
      visited.push(reading);
    }
    if (part.endsWith('>') && (state & content) !== 0) {
      end = parts.lastIndex;
      visited = [];
    }
    state = after(part, state, {
      isEscaped: text[index - 1] === '\\',
      isInclude: part === '<' && text.startsWith('<!--#', index),
      isValue: () => attributeStart.test(text.slice(before, index)),
    });
    if (state === 0) break;
    before = parts.lastIndex;
  }
  for (const reading of visited) deadEnds.add(reading);
  return end;
}

interface Surroundings {
  readonly isEscaped: boolean;
  readonly isInclude: boolean;
  readonly isValue: () => boolean;
}

function after(part: string, state: number, { isEscaped, isInclude, isValue }: Surroundings): number {
  switch (part) {
    case '"':
      return afterQuote(state, { own: doubleQuoted, inInclude: includeDouble }, { isEscaped, isValue });
    case "'":
      return afterQuote(state, { own: singleQuoted, inInclude: includeSingle }, { isEscaped, isValue });
    case '<':
      return (state & ~content) | ((state & content) !== 0 && isInclude ? include : 0);
    case '>':
      return state & ~content;
    default:
      return (state & ~content) | ((state & include) === 0 ? 0 : content);
  }
}

function afterQuote(
  state: number,
  { own, inInclude }: { readonly own: number; readonly inInclude: number },
  { isEscaped, isValue }: Pick<Surroundings, 'isEscaped' | 'isValue'>,
): number {
  let next = state & ~(own | inInclude | include);
  if ((state & content) !== 0 && isValue()) next |= own;
  if ((state & own) !== 0) next |= isEscaped ? content | own : content;
  if ((state & include) !== 0) next |= inInclude;
  if ((state & inInclude) !== 0) next |= isEscaped ? include | inInclude : include;
  return next;
}
