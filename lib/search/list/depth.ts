/** How deep `from` and `size` reach into a list, and up to where its total is exact. */
export const maxDepth = 10_000;
