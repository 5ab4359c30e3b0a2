import { CommandError } from '../commands/command-line.ts';

/** The reason why the service cannot run here: one sentence that says what to do. */
export class LocalError extends CommandError {
  override readonly name = 'LocalError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 1, options);
  }
}
