/** The major version of Node.js for which the build makes functions, and on which AWS runs them. */
export const nodeVersion = 24;
