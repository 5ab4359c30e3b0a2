/** A change that adds one defect to a valid service, and the one expected diagnostic. */

import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { PatternVerdicts } from '../../../../lib/headwater/compile/read/common/pattern-verdicts.ts';
import type { Diagnostic, DiagnosticCode } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { soundService } from './sound-service.ts';

/** File and JSON pointer, e.g. `order#/apis/0/path`. */
export type Place = `${string}#${string}`;

/** Place -> new value; undefined removes it, and a last part `-` appends to an array. */
export type Change = Readonly<Record<Place, unknown>>;

export type Defect = readonly [name: string, change: Change, code: DiagnosticCode, at: Place];

/** Most defects do not change the patterns of the service. */
const verdicts = new PatternVerdicts();

/** The diagnostics of the sound service with this change. The descriptors are parsed from text, so diagnostics have lines. */
export function diagnosticsOf(change: Change): readonly Diagnostic[] {
  const service: Record<string, unknown> = JSON.parse(JSON.stringify(soundService));
  for (const [place, value] of Object.entries(change)) put(service, place, value);
  const files = new Map(
    Object.entries(service).map(([name, value]) => {
      const { file } = parseDescriptor(`descriptors/${name}.json`, JSON.stringify(value, null, 2));
      if (!file) throw new Error(`${name} cannot be written as JSON.`);
      return [name, file] as const;
    }),
  );
  const listing = files.get('api-docs');
  files.delete('api-docs');
  const descriptors = { ...(listing ? { listing } : {}), resources: files, diagnostics: [] };
  return planService(descriptors, { verdicts }).diagnostics;
}

export function placeOf({ file, pointer }: Diagnostic): Place {
  return `${file.replace(/^descriptors\/|\.json$/g, '')}#${pointer}`;
}

function put(service: Record<string, unknown>, place: string, value: unknown): void {
  const [file = '', pointer = ''] = place.split(/#(.*)/s);
  const keys = [file, ...pointer.split('/').slice(1)].map((key) =>
    key.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
  const last = keys.pop() ?? '';
  let parent: unknown = service;
  for (const key of keys) parent = memberOf(parent, key, place);
  if (Array.isArray(parent)) {
    if (value === undefined) parent.splice(Number(last), 1);
    else parent[last === '-' ? parent.length : Number(last)] = value;
    return;
  }
  const holder = parent as Record<string, unknown>;
  if (value === undefined && !Object.hasOwn(holder, last))
    throw new Error(`The service has no value at ${place}.`);
  if (value === undefined) delete holder[last];
  // Assignment would not create a member named __proto__.
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
}

function memberOf(parent: unknown, key: string, place: string): unknown {
  const value = (parent as Record<string, unknown>)[key];
  if (typeof value !== 'object' || value === null)
    throw new Error(`The service has no object that contains ${place}.`);
  return value;
}
