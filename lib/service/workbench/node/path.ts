export function join(...parts: readonly string[]): string {
  return parts.join('/');
}
