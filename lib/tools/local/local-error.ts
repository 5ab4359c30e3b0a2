/** The reason why the service cannot run here: one sentence that says what to do. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}
