/** The strong entity tag of a revision (RFC 9110 section 8.8.1). */
export function entityTagOf({ revision }: { readonly revision: number }): string {
  return `"${revision}"`;
}
