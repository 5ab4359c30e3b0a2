/** Entity tags (RFC 9110 section 8.8.3), and conditions of requests on them (section 13). */

/** `*`, or the tags of a list. */
export type TagCondition = '*' | readonly EntityTag[];

interface EntityTag {
  readonly isWeak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`; commas may be part of a tag. */
const tagPattern = /^[ \t]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/;

/** In place of the tag of something that exists and has none, such as a list: it matches `*` alone. */
export const untagged = '';

/** Undefined when the text is not a list of entity tags. Empty elements are ignored (section 5.6.1). */
export function parseTagCondition(text: string): TagCondition | undefined {
  if (text.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    if (/^[ \t]*,/.test(rest)) {
      rest = rest.slice(rest.indexOf(',') + 1);
      continue;
    }
    const [matched = '', weak, opaque] = tagPattern.exec(rest) ?? [];
    if (opaque === undefined) return undefined;
    tags.push({ isWeak: weak !== undefined, opaque });
    rest = rest.slice(matched.length);
  }
  return tags.length > 0 ? tags : undefined;
}

/** Section 8.8.3.2, strong comparison: for changes. */
export function matchesStrongly(condition: TagCondition, current: string | undefined): boolean {
  if (current === undefined) return false;
  if (condition === '*') return true;
  return condition.some(({ isWeak, opaque }) => !isWeak && opaque === current);
}

/** Section 8.8.3.2, weak comparison: for cached versions. */
export function matchesWeakly(condition: TagCondition, current: string | undefined): boolean {
  if (current === undefined) return false;
  const opaque = current.replace(/^W\//, '');
  return condition === '*' || condition.some((tag) => tag.opaque === opaque);
}
