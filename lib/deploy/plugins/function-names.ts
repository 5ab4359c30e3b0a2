/**
 * Checks the names of functions for the actual stage. The build checks them for the default stage only, and osls not at
 * all.
 */

const maxNameLength = 64;

/** @returns which name AWS does not take. */
export function checkFunctionNames(functions: readonly { readonly name?: string }[]): string | undefined {
  const tooLong = functions.map(({ name = '' }) => name).find((name) => name.length > maxNameLength);
  if (tooLong === undefined) return undefined;
  return `The function name "${tooLong}" has ${tooLong.length} characters, of which AWS takes ${maxNameLength}: a shorter name of the stage fits.`;
}
