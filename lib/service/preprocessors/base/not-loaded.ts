/**
 * Thrown by a step that needs code which is not loaded yet. A run under a time limit may be interrupted anywhere, and
 * what is loaded by half stays so: the code is loaded between two runs, and then the record runs again.
 */
export class NotLoaded extends Error {
  readonly load: () => void;

  constructor(load: () => void) {
    super('The step needs code that is not loaded.');
    this.load = load;
  }
}
