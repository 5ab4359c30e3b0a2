/** Every error of a middy package carries the package's name and what it found in its `cause`. */
export interface MiddyCause {
  readonly package: string;
  readonly data?: unknown;
}

/** The `cause` when this package of middy has thrown `error`, otherwise undefined. */
export function causeOf(error: unknown, packageName: string): MiddyCause | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return isMiddyCause(cause) && cause.package === packageName ? cause : undefined;
}

function isMiddyCause(cause: unknown): cause is MiddyCause {
  return (
    typeof cause === 'object' && cause !== null && 'package' in cause && typeof cause.package === 'string'
  );
}
