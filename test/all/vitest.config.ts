import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { namesTag, suiteConfig } from '../support/suite-config.ts';

/** The file that runs all of `npm test` begins first, so that it does not end long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/newcomer.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** What `npm test` leaves out, and many cases of what it runs few of: files that name no tag have neither, but for the tables of test/gateways. */
export default defineConfig({
  test: {
    ...suiteConfig({
      amounts: 'many',
      includes: (path) => namesTag(path) || path.startsWith('test/gateways/'),
      hasTypeTests: false,
    }),
    sequence: { sequencer: LongestFirst },
  },
});
