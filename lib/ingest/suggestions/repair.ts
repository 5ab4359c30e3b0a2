/** What a step lacks for values that it cannot read: a pattern for texts, formats for dates. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { compileGrok } from '../text/grok.ts';
import { messagePatterns } from '../text/message-patterns.ts';
import { anyOfMarks } from '../text/message-words.ts';
import { grokOfLayout } from './layout/grok-of-layout.ts';
import { layoutColumns } from './layout/layout.ts';
import { maxRead, readLayout } from './layout/read-layout.ts';
import { formatsOf, timeForms, timeLengthAt } from './layout/times.ts';

interface Repair<Found> {
  readonly found: Found;
  /** How many of the values it reads. */
  readonly matched: number;
}

/** As many texts as are looked at. */
const maxTexts = 200;

/**
 * A pattern of grok for all texts, or else for the most frequent of their kinds.
 *
 * @example repairPattern(['a=1', 'a=2'])?.found // '^a=%{INT:a:long}\\s*$'
 */
export function repairPattern(texts: readonly string[]): Repair<string> | undefined {
  const [largest] = messagePatterns(texts);
  if (!largest) return undefined;
  const alike = largest.members.map((index) => texts[index] ?? '');
  for (const [found, least] of [
    [layoutPattern(texts), texts.length],
    [layoutPattern(alike), alike.length],
    [messagePattern(largest.pattern), alike.length],
  ] as const) {
    const matched = found === undefined ? 0 : countMatches(found, texts);
    // Half of what it was made from must fit, so that the pattern is of these texts.
    if (found !== undefined && matched >= least / 2) return { found, matched };
  }
  return undefined;
}

/** Words alone are no layout. */
const looseShapes = ['word', 'text', 'message'];

function layoutPattern(all: readonly string[]): string | undefined {
  const texts = all.slice(0, maxTexts);
  const isMultiline = texts.some((text) => text.includes('\n'));
  const layout = readLayout(texts.map((text) => text.split('\n', 1)[0]?.slice(0, maxRead) ?? ''));
  if (layoutColumns(layout.nodes).every(({ shape }) => looseShapes.includes(shape))) return undefined;
  const steps = grokOfLayout(layout, { field: 'message', total: texts.length, isMultiline });
  const patterns = steps?.preprocessors.find(({ type }) => type === 'grok')?.['patterns'];
  return Array.isArray(patterns) ? String(patterns[0]) : undefined;
}

const expressions: Readonly<Record<string, string>> = {
  uuid: '%{UUID:uuid}',
  ip: '%{IP:ip}',
  mac: '%{MAC:mac}',
  number: '%{NUMBER:number}',
};

/** The marks of a message become captures. A pattern without one would read nothing. */
function messagePattern(pattern: string): string | undefined {
  const parts = pattern.split(anyOfMarks);
  if (parts.length === 1) return undefined;
  const counts = new Map<string, number>();
  const source = parts
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|#]/g, '\\$&').replaceAll(' ', '\\s+');
      const kind = part.slice(1, -1);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const name = `${kind === 'any' ? 'text' : kind}${count === 1 ? '' : `_${count}`}`;
      return ownMember(expressions, kind)?.replace(`:${kind}`, `:${name}`) ?? `(?<${name}>.+?)`;
    })
    .join('');
  return `^${source}\\s*$`;
}

function countMatches(pattern: string, texts: readonly string[]): number {
  const grok = compileGrok([pattern], {});
  return texts.filter((text) => grok.match(text)).length;
}

/**
 * The formats of dates, of the form that most of them have.
 *
 * @example repairFormats(['03.01.2026 10:00:00', '17.01.2026 11:30:00'])?.found // ['dd.MM.yyyy HH:mm:ss']
 */
export function repairFormats(texts: readonly string[]): Repair<readonly string[]> | undefined {
  const some = texts.slice(0, maxTexts);
  const fits = (form: (typeof timeForms)[number]) => (text: string) =>
    text !== '' && timeLengthAt(form, text, 0) === text.length;
  const counts = timeForms.map((form) => ({ form, count: some.filter(fits(form)).length }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  if (best.count === 0 || best.form.kind === 'clock') return undefined;
  const fitting = texts.filter(fits(best.form));
  return { found: formatsOf(best.form, fitting).formats, matched: fitting.length };
}
