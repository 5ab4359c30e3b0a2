/** Clean-up steps that run after the tests of a file: helpers register them when they start something. */

const steps: (() => unknown)[] = [];

/** Unlike `afterAll`, this may be called at any time, also within a test. */
export function cleanUp(step: () => unknown): void {
  steps.push(step);
}

export async function runCleanUps(): Promise<void> {
  await Promise.all(steps.splice(0).map((step) => step()));
}
