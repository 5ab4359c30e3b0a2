/** Types without parts: a name, a format (Swagger 1.2 section 4.3.1) and limits; how a text becomes a value of them. */

import { stringFormats } from '../../../shared/json/formats.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { castTypes, type InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf } from '../../schema/flat.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { typeName } from './describe-type.ts';
import { readValueLimits, reportMisplacedLimits } from './limits.ts';
import type { ReadContext } from './read-context.ts';

/** Formats that have a range, or that are checked. */
export const formatsOfKind: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
  string: stringFormats,
};

const defaultFormats: Readonly<Record<string, string>> = { integer: 'int64', number: 'double' };

/** @param declared the type, and maybe a format, that the name of a type means. The holder may declare another format. */
export function readPrimitive(declared: Schema, holder: SourceNode, context: ReadContext): Schema {
  const kind = typeName(declared);
  reportMisplacedLimits(holder, kind);
  const format = readFormat(holder, kind) ?? declared.format ?? defaultFormats[kind];
  return { ...declared, ...omitUndefined({ format }), ...readValueLimits(holder, kind, context) };
}

/** An unknown format of a text is documentation, as Swagger 1.2 section 4.3.1 allows. */
function readFormat(holder: SourceNode, kind: string): string | undefined {
  const node = holder.member('format');
  const text = node?.expect('string');
  const format = formatOf(holder);
  if (!node || format === undefined) return (kind === 'string' && text) || undefined;
  if (!ownMember(formatsOfKind, kind)?.includes(format)) return undefined;
  if (format !== text)
    node.report('W-TYPE', `the format ${quote(text)}`, `${quote(format)}, which is assumed`);
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

type Cast = InputParameter['cast'] | undefined;

/** Types with one cast, whatever their format. */
const casts: Readonly<Record<string, Cast>> = {
  boolean: 'boolean',
  model: 'json',
  object: 'json',
  string: 'text',
  any: 'text',
};

/**
 * @param schema flat.
 * @returns undefined for a type that has no text form. A union has several casts, in the order of `castTypes`.
 */
export function castOf(schema: Schema): Cast {
  const kind = typeName(schema);
  if (kind === 'union') {
    const all = alternativesOf(schema).map(castOf);
    const [first, ...others] = castTypes.filter((cast) => all.flat().includes(cast));
    if (all.includes(undefined)) return undefined;
    return first && others.length > 0 ? [first, ...others] : first;
  }
  const format =
    ownMember(formatsOfKind, kind)?.find((each) => each === schema.format) ?? defaultFormats[kind];
  return castTypes.find((cast) => cast === format) ?? casts[kind];
}
