/** One sentence for a build that could not write; undefined for any other error, which is a fault of the program. */
export function describeWriteFailure(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return undefined;
  return `The build cannot write ${path} (${code}); make the project's folder writable.`;
}
