/**
 * For classes of all scripts, such as `\p{L}`: V8 checks a literal when it loads the module, which takes 0.3 ms for each
 * of them, while few texts need them.
 */
export function lazyRegex(source: string, flags: string): () => RegExp {
  let regex: RegExp | undefined;
  return () => {
    regex ??= new RegExp(source, flags);
    return regex;
  };
}
