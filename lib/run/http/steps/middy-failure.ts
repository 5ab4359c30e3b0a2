/** Every error of a middy package carries the package's name and what it found in its `cause`. */
interface MiddyCause {
  readonly package: string;
  readonly data?: unknown;
}

/** The `cause` when this package of middy has thrown `error`, otherwise undefined. */
export function causeOf(error: unknown, packageName: string): MiddyCause | undefined {
  const cause: MiddyCause = Object(error instanceof Error && error.cause);
  return cause.package === packageName ? cause : undefined;
}
