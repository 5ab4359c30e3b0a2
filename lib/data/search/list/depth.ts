/** How deep `from` and `size` reach into a list, and up to where its total is exact if the request asks for that. */
export const maxDepth = 10_000;

/** Up to where a total is exact by default: so it costs few read units at any size. */
export const maxTotal = 1_000;
