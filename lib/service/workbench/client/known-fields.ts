/** Names of fields that a person may mean at a step. */

import { isObject } from 'headwater/json';
import type { Choice } from '../parts/combobox.tsx';
import { runState } from './runner.ts';
import { recordTrace } from './selection.ts';

const maxNames = 500;

/**
 * Those of the selected record as it comes to the step first; then those of all documents, which a later step may have made.
 *
 * @param index Of the step; undefined for steps after a failure.
 */
export function fieldsAt(index: number | undefined): readonly Choice[] {
  const before = recordBefore(index);
  const here = isObject(before) ? pathsOf(before) : ['message'];
  const known = new Set(here);
  const others = (runState.value.report?.fields ?? []).filter(({ path }) => !known.has(path));
  return [
    ...here.map((value) => ({ value, group: 'In the selected record, at this step' })),
    ...others.map(({ path, type }) => ({ value: path, detail: type, group: 'In the documents' })),
  ].slice(0, maxNames);
}

function recordBefore(index: number | undefined): unknown {
  const trace = recordTrace.value;
  if (!trace || index === undefined) return trace?.before;
  const passed = trace.steps.filter(({ index: own, after }) => own < index && after !== undefined);
  return passed.at(-1)?.after ?? trace.before;
}

function pathsOf(record: Readonly<Record<string, unknown>>, prefix = ''): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    return isObject(value) ? [path, ...pathsOf(value, `${path}.`)] : [path];
  });
}
