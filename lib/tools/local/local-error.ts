/** The reason why the service cannot run locally: one sentence that says what to do. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}
