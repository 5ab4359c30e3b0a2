/** The order of test files. */

import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/**
 * Files run by how long they take, so that none ends long after the others. vitest knows the times of earlier runs, but
 * a fresh clone has none. The short files over the gateways come last, when the services that they need have started.
 *
 * @param longest ends of paths, the longest first.
 */
export function longestFirst(longest: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId, project }: TestSpecification) => {
    const at = longest.findIndex((end) => moduleId.endsWith(end));
    if (at >= 0) return at;
    return longest.length + (project.name === 'gateways' ? 1 : 0);
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      return sorted.toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
