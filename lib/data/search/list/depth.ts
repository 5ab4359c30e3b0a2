/** The limit of `from` and `size` together, and of exact totals if the request asks for them. */
export const maxDepth = 10_000;

/** The default limit of exact totals, which keeps them at a few read units for a list of any length. */
export const maxTotal = 1_000;
