/** Undefined for a path without a slash at its end. */
export function withoutSlash(path: string | undefined): string | undefined {
  return path?.endsWith('/') ? path.slice(0, -1) : undefined;
}
