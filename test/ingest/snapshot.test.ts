/** What a step has done, against a plain comparison of the documents before and after it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equal } from '../../lib/headwater/shared/json/equal.ts';
import { copyRecord, type DataRecord, isRecord, writeMember } from '../../lib/ingest/base/record.ts';
import { type Differences, Snapshot } from '../../lib/ingest/engine/snapshot.ts';
import { amount } from '../support/amount.ts';
import { randomRecord } from './random-pipelines.ts';

const own = (record: DataRecord, name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
const none = (): Differences => ({ added: [], removed: [], changed: [] });

function compare(before: DataRecord, after: DataRecord, found = none(), prefix = ''): Differences {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, value] = [own(before, name), own(after, name)];
    const path = prefix + name;
    if (old === undefined && value !== undefined) found.added.push(path);
    else if (old !== undefined && value === undefined) found.removed.push(path);
    else if (isRecord(old) && isRecord(value)) compare(old, value, found, `${path}.`);
    else if (!equal(old, value)) found.changed.push(path);
  }
  return found;
}

/** Mixes the members of the two, some of which come, go, change their places or become undefined. */
function next(document: DataRecord, other: DataRecord, choices: readonly number[]): DataRecord {
  const made = copyRecord(choices[0] === 0 ? other : document);
  for (const [index, name] of Object.keys({ ...document, ...other }).entries()) {
    const choice = choices[index + 1];
    const [old, value] = [own(document, name), own(other, name)];
    if (choice === 1 || choice === 2) delete made[name];
    if (choice === 3 && isRecord(old) && isRecord(value))
      writeMember(made, name, next(old, value, choices.slice(2)));
    else if (choice === 2 || choice === 4) writeMember(made, name, value);
    else if (choice === 5) writeMember(made, name, undefined);
  }
  return made;
}

test('the differences of a document at each step', { tags: ['property'] }, () => {
  const step = fc.tuple(randomRecord, fc.array(fc.nat({ max: 6 }), { minLength: 8, maxLength: 8 }));
  const property = fc.property(
    randomRecord as fc.Arbitrary<DataRecord>,
    fc.array(step, { minLength: 1, maxLength: 4 }),
    (first, steps) => {
      let document = first;
      const snapshot = new Snapshot(copyRecord(document));
      for (const [other, choices] of steps) {
        const after = next(document, other as DataRecord, choices);
        const found = none();
        snapshot.update(after, found);
        expect(found).toEqual(compare(document, after));
        document = after;
      }
    },
  );
  fc.assert(property, { numRuns: amount({ few: 300, many: 3_000, most: 10_000 }) });
});
