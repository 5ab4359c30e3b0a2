/** The time since some moment, in milliseconds. `performance` would load a module of Node.js first, for 1 ms. */
export function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
