/** What `npx headwater init --skip-unsupported` leaves out. */

import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { placedIn } from './placed-diagnostics.ts';
import type { SkippedOperations } from './scaffold/skip-unsupported.ts';

/** By cause, the one with the most operations first: its reason once, and what it leaves out. */
export function describeSkipped(folder: string, { operations, others }: SkippedOperations): string[] {
  const all = [...operations, ...others];
  const causes = [...Map.groupBy(all, ({ reason: { code, found } }) => `${code} ${found}`).values()];
  return causes
    .toSorted((one, other) => other.length - one.length)
    .map((parts) => {
      const reasons = placedIn(
        folder,
        parts.map(({ reason }) => reason),
      );
      const lines = reasons.map(
        ({ file, line }, index) => `  left out  ${parts[index]?.name} (${file}:${line})`,
      );
      return `${[...reasons.slice(0, 1).map(describeDiagnostic), ...lines].join('\n')}\n`;
    });
}
