/** Types without parts: a name, a format (Swagger 1.2 section 4.3.1) and limits. */

import { stringFormats } from '../../../shared/json/formats.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { integerFormats, numberFormats, type TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readAllowedBooleans, readNumberLimits, readStringLimits, reportMisplacedLimits } from './limits.ts';
import type { ReadContext } from './read-context.ts';

/** Formats that are checked. */
export const formatsOfKind: Readonly<Record<string, readonly string[]>> = {
  integer: integerFormats,
  number: numberFormats,
  string: stringFormats,
};

export function readPrimitive(
  declared: { readonly kind: string; readonly format?: string },
  holder: SourceNode,
  context: ReadContext,
): TypePlan {
  const { report } = context;
  const { kind } = declared;
  reportMisplacedLimits(holder, kind, report);
  const format = readFormat(holder, declared, report);
  // The tables of names and formats together name exactly the kinds and formats of TypePlan.
  const named = { kind, ...omitUndefined({ format }) } as TypePlan;
  switch (named.kind) {
    case 'integer':
    case 'number':
      return { ...named, ...readNumberLimits(holder, report) };
    case 'string':
      return { ...named, ...readStringLimits(holder, context) };
    case 'boolean':
      return { ...named, ...readAllowedBooleans(holder, report) };
    default:
      return named;
  }
}

/** An unknown format is documentation, as Swagger 1.2 section 4.3.1 allows. */
function readFormat(
  holder: SourceNode,
  declared: { readonly kind: string; readonly format?: string },
  report: Report,
): string | undefined {
  const node = holder.member('format');
  const text = node?.expect('string', report);
  const known = Object.hasOwn(formatsOfKind, declared.kind) ? formatsOfKind[declared.kind] : undefined;
  const format = formatOf(holder);
  if (!node || format === undefined || !known?.includes(format)) return declared.format;
  if (format !== text)
    report(node.diagnose('W-TYPE', `the format ${quote(text)}`, `${quote(format)}, which is assumed`));
  return format;
}

/** Letters and digits -> the format that is checked. The first three are the names of types in other languages. */
const formatsByLetters = new Map([
  ['int', 'int32'],
  ['short', 'int32'],
  ['long', 'int64'],
  ...Object.values(formatsOfKind).flatMap((known) =>
    known.map((format) => [format.replace('-', ''), format] as const),
  ),
]);

/**
 * The format that is checked, in any letter case and punctuation. Undefined for others.
 *
 * @example formatOf(date) // 'date-time', of `dateTime`, `date_time` and `DATE-TIME`
 */
export function formatOf(holder: SourceNode): string | undefined {
  const text = String(holder.member('format')?.value);
  return formatsByLetters.get(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
