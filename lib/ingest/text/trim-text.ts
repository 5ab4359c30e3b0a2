/** Removes characters at both ends of a text, from the ends: a `+$` is tried anew at each character of a text. */

/** @param isRemoved Of the code of a character. */
export function trimText(text: string, isRemoved: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isRemoved(text.charCodeAt(start))) start++;
  while (end > start && isRemoved(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The white space of Java: spaces and control characters, but no spaces of other scripts. */
export function trimJavaSpace(text: string): string {
  return trimText(text, (code) => code <= 32);
}
