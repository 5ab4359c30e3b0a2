/** Another name for a capture of grok or dissect, in the patterns of the step. */

import type { StepConfiguration } from '../engine/protocol.ts';

/** Names that captures have without signs of their own; others need a step. */
const plainName = /^[\p{L}_@][\p{L}\p{N}_@.-]*$/u;

/** @returns undefined if the step has no capture of this name, or cannot have one of the other. */
export function renameCapture(
  configuration: StepConfiguration,
  path: string,
  target: string,
): StepConfiguration | undefined {
  if (!plainName.test(path) || !plainName.test(target)) return undefined;
  const name = path.replaceAll('.', '\\.');
  const { type, patterns, pattern } = configuration;
  if (type === 'grok' && Array.isArray(patterns)) {
    const capture = new RegExp(`(%\\{\\w+:|\\(\\?<)${name}(?=[:}>])`, 'g');
    const changed = patterns.map((one) =>
      String(one).replace(capture, (_, before: string) => before + target),
    );
    return same(changed, patterns) ? undefined : { ...configuration, patterns: changed };
  }
  if (type !== 'dissect' || typeof pattern !== 'string') return undefined;
  const key = new RegExp(`(%\\{\\+?)${name}(?=(?:/\\d+)?(?:->)?\\})`, 'g');
  const changed = pattern.replace(key, (_, before: string) => before + target);
  return changed === pattern ? undefined : { ...configuration, pattern: changed };
}

function same(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.every((one, index) => one === others[index]);
}
