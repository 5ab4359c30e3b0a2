/** What patterns capture in the selected record, and the colors that name it, in the line and in the pattern. */

import type { TracedStep } from '../../engine/protocol.ts';

export type Explained = NonNullable<TracedStep['explained']>;

const colors = 6;

/** The number of a color by the name of a capture. A name has one color. */
export function captureColors({ captures }: Pick<Explained, 'captures'>): ReadonlyMap<string, number> {
  const names = [...new Set(captures.map(({ name }) => name))];
  return new Map(names.map((name, index) => [name, index % colors]));
}

/** What a name has captured; undefined where nothing is known of it. */
export function capturedText(explained: Explained | undefined, name: string): string | undefined {
  const found = explained?.captures.filter((one) => one.name === name) ?? [];
  return found.length === 0 ? undefined : found.map(({ text }) => text).join(' \u00b7 ');
}
