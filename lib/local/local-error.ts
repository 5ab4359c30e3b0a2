/** Why the service cannot run here: one sentence that says what to do, for the person at the terminal. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}
