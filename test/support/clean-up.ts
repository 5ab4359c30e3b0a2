/** Steps that run after the tests of a file, for what helpers started in the meantime. */

const steps: (() => unknown)[] = [];

/** Unlike `afterAll`, it may be called at any time, also within a test. */
export function cleanUp(step: () => unknown): void {
  steps.push(step);
}

export async function runCleanUps(): Promise<void> {
  await Promise.all(steps.splice(0).map((step) => step()));
}
