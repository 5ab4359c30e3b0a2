/** The length of a text as JSON Schema counts it: a surrogate pair is one character. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++)
    if (isWithin(text.charCodeAt(at), 0xdc_00) && isWithin(text.charCodeAt(at - 1), 0xd8_00)) count--;
  return count;
}

/** Whether a code unit is one of the 1,024 from `first`. */
function isWithin(code: number, first: number): boolean {
  return code >= first && code < first + 0x4_00;
}
