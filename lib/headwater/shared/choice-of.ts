/** @example choiceOf(['a', 'b']) // 'one of a, b'; choiceOf(['a']) // 'a' */
export function choiceOf(choices: readonly string[]): string {
  return choices.length === 1 ? String(choices[0]) : `one of ${choices.join(', ')}`;
}
