/** Describes a build that could not write, in one sentence. Undefined for any other error, which is a bug. */
export function describeWriteFailure(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return undefined;
  return `The build cannot write ${path} (${code}); make the project's folder writable.`;
}
