/** Which records of a stream are shown, and how: all of it is in the address, so that a link shows the same. */

import { hrefOf } from './route.ts';

export interface RecordSearch {
  readonly query: string;
  /** One of `spans`, or `all`. */
  readonly span: string;
  /** A time in which a person has zoomed in, in place of the span: RFC 3339. */
  readonly from?: string;
  readonly to?: string;
  /** What the chart counts by: `pushed`, or the path of a field with times. */
  readonly time: string;
  /** The field whose values color the chart. */
  readonly by: string;
  /** The page chooses some while there are none. */
  readonly columns: readonly ShownColumn[];
  /** Long values go on in further lines, in place of being cut. */
  readonly isWrapped: boolean;
}

/** A column of a table of records. */
export interface ShownColumn {
  readonly path: string;
  /** In CSS pixels; as wide as its values if it is absent. */
  readonly width?: number;
}

export const minWidth = 40;
export const maxWidth = 2_000;

const minuteMs = 60_000;

/** By what the address has: what a person reads, and the length in milliseconds. */
export const spans = {
  '15m': { title: 'Last 15 minutes', ms: 15 * minuteMs },
  '1h': { title: 'Last hour', ms: 60 * minuteMs },
  '6h': { title: 'Last 6 hours', ms: 360 * minuteMs },
  '24h': { title: 'Last 24 hours', ms: 1_440 * minuteMs },
  '7d': { title: 'Last 7 days', ms: 7 * 1_440 * minuteMs },
  '30d': { title: 'Last 30 days', ms: 30 * 1_440 * minuteMs },
} as const;

export const allTime = 'all';
export const pushed = 'pushed';

export function readSearch(parameters: URLSearchParams): RecordSearch {
  const [from, to] = [timeOf(parameters.get('from')), timeOf(parameters.get('to'))];
  const span = parameters.get('span') ?? '';
  return {
    query: parameters.get('query') ?? '',
    span: Object.hasOwn(spans, span) ? span : allTime,
    ...(from !== undefined && to !== undefined ? { from, to } : {}),
    time: parameters.get('time') ?? pushed,
    by: parameters.get('by') ?? '',
    columns: readColumns(parameters),
    isWrapped: parameters.get('wrap') === 'on',
  };
}

/** The widths are in the order of the columns; an empty one is that of the values. */
function readColumns(parameters: URLSearchParams): readonly ShownColumn[] {
  const widths = parameters.get('widths')?.split(',') ?? [];
  const paths = [...new Set(parameters.getAll('column'))];
  return paths.map((path, index) => {
    const width = Number(widths[index] ?? '');
    return width >= minWidth && width <= maxWidth ? { path, width: Math.round(width) } : { path };
  });
}

/** @returns undefined for anything that the service would refuse: a stranger may have made the link. */
function timeOf(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

export function hrefOfSearch(stream: string, search: RecordSearch): string {
  const { columns, isWrapped, ...single } = search;
  const given = Object.entries(single).filter(([name, value]) => value !== usual[name as keyof typeof usual]);
  const parameters = new URLSearchParams(
    given.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  );
  for (const { path } of columns) parameters.append('column', path);
  if (columns.some(({ width }) => width))
    parameters.set('widths', columns.map(({ width = '' }) => width).join(','));
  if (isWrapped) parameters.set('wrap', 'on');
  const view = hrefOf('streams', stream, 'records');
  return parameters.size === 0 ? view : `${view}?${parameters}`;
}

const usual = { span: allTime, time: pushed } as const;

/** The search with another range of times, in milliseconds since 1970: of the push, or as a condition of the query. */
export function zoomed(search: RecordSearch, from: number, to: number): RecordSearch {
  const [first, last] = [from, to].map((time) => new Date(time).toISOString());
  if (search.time === pushed) return { ...search, from: first ?? '', to: last ?? '' };
  const clause = `${escapeWord(search.time)}:[${first} TO ${last}]`;
  return { ...search, query: withClause(search.query, clause) };
}

/** The times of a request. @param now Milliseconds since 1970. */
export function timesOf(
  { span, from, to }: RecordSearch,
  now: number,
): { readonly pushed_from?: string; readonly pushed_to?: string } {
  if (from !== undefined && to !== undefined) return { pushed_from: from, pushed_to: to };
  if (!Object.hasOwn(spans, span)) return {};
  const { ms } = spans[span as keyof typeof spans];
  return { pushed_from: new Date(now - ms).toISOString() };
}

/**
 * A query with one condition more.
 *
 * @param isOut Leaves out what has the value.
 * @example withValue('a OR b', { path: 'status', value: 502 }) // '(a OR b) AND status:502'
 */
export function withValue(
  query: string,
  {
    path,
    value,
    isOut = false,
  }: { readonly path: string; readonly value: unknown; readonly isOut?: boolean },
): string {
  return withClause(query, `${isOut ? 'NOT ' : ''}${escapeWord(path)}:${writeValue(value)}`);
}

function withClause(query: string, clause: string): string {
  const before = query.trim();
  if (before === '') return clause;
  return `${/\bOR\b|\|\|/.test(before) ? `(${before})` : before} AND ${clause}`;
}

export function writeValue(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** What is special in a word of the query language stands for itself. */
export function escapeWord(word: string): string {
  return word.replaceAll(/[\s()[\]{}":*?~^&|\\]/g, '\\$&').replace(/^[-+!/<>]/, '\\$&');
}
