/** More levels than any model or descriptor needs. */
export const maxJsonDepth = 64;
