/**
 * Texts -> values. Each type defines which texts it accepts, and why it refuses all others. Nothing is trimmed, guessed or
 * rounded.
 */

import { type CastType, type InputParameter, listForms } from '../../../shared/plan/operation-plan.ts';
import { type Issue, type IssueCode, issueOf } from './issue.ts';
import type { QueryString } from './query-string.ts';

/** Has no prototype: a parameter may be called `constructor`, and an absent one must be absent. */
export type Input = Record<string, unknown>;

/** How texts become values of one type. */
export interface Caster {
  /** Completes "must be …". */
  readonly accepted: string;
  /** The value, or undefined when the text is not one of this type. */
  readonly read: (text: string) => unknown;
  /** Why `read` has refused the text. */
  readonly refusal: (text: string) => IssueCode;
}

/** A text needs no caster. */
type Castable = Exclude<CastType, 'text'>;

type CastResult = { readonly value: unknown } | { readonly code: IssueCode; readonly message: string };

export interface CastTexts {
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

interface Composers {
  /** `castList`. */
  readonly list: (parameter: InputParameter, texts: readonly string[], casters: Casters) => CastTexts;
  /** `castUnion`. */
  readonly union: (types: readonly CastType[], text: string, casters: Casters) => CastResult;
  /** `castMembers`. @param declared All parameters of the query. */
  readonly members: (
    parameter: InputParameter,
    declared: readonly InputParameter[],
    query: QueryString,
    casters: Casters,
  ) => CastTexts;
}

export type Casters = Readonly<Partial<Record<Castable, Caster>>> & Partial<Composers>;

type TypesOf<Cast> = Cast extends readonly (infer Type)[] ? Type : Cast;

/** Exactly the casters that these parameters need: wiring that lacks one does not type-check. */
export type CastersFor<Parameter extends InputParameter> = Readonly<
  Record<Extract<TypesOf<Parameter['cast']>, Castable>, Caster>
> &
  (true extends Parameter['isList'] ? Pick<Composers, 'list'> : unknown) &
  ([Extract<Parameter, { readonly members: string }>] extends [never]
    ? unknown
    : Pick<Composers, 'members'>) &
  ([Extract<Parameter['cast'], readonly CastType[]>] extends [never] ? unknown : Pick<Composers, 'union'>);

/** The texts that were sent for one parameter -> its value, or what is wrong with them. */
export function castTexts(parameter: InputParameter, texts: readonly string[], casters: Casters): CastTexts {
  const [first, second] = texts;
  if (first === undefined) {
    return parameter.required && parameter.defaultValue === undefined
      ? { issues: [issueOf(parameter, 'required', 'is required')] }
      : { value: parameter.defaultValue, issues: [] };
  }
  if (parameter.isList) {
    if (!casters.list) throw new TypeError('no caster of a list');
    return casters.list(parameter, texts, casters);
  }
  if (second !== undefined) return { issues: [issueOf(parameter, 'repeated', 'must be given only once')] };
  const result = castText(parameter.cast, first, casters);
  return 'code' in result
    ? { issues: [issueOf(parameter, result.code, result.message)] }
    : { value: result.value, issues: [] };
}

/**
 * @param casters includes the casters of `type`.
 * @example castText('int32', '0x10', { int32: int32Caster }) // { code: 'not_decimal', message: 'must be an integer …' }
 */
export function castText(type: CastType | readonly CastType[], text: string, casters: Casters): CastResult {
  if (typeof type !== 'string') {
    if (!casters.union) throw new TypeError('no caster of a union');
    return casters.union(type, text, casters);
  }
  if (type === 'text') return { value: text };
  const caster = casters[type];
  if (!caster) throw new TypeError(`no caster of ${type}`);
  const value = caster.read(text);
  return value === undefined
    ? { code: caster.refusal(text), message: `must be ${caster.accepted}` }
    : { value };
}

/** The values of a list: repeated, and separated by commas; or sent in one form only, OpenAPI's `style` and `explode`. */
export function castList(parameter: InputParameter, texts: readonly string[], casters: Casters): CastTexts {
  const { listForm } = parameter;
  if (listForm && listForms[listForm] !== undefined && texts.length > 1) {
    const message = `must be given only once, with ${listForm} between its values`;
    return { issues: [issueOf(parameter, 'repeated', message)] };
  }
  const items = texts.flatMap((text) => splitList(parameter, text));
  const results = items.map((text) => castText(parameter.cast, text, casters));
  const issues = results.flatMap((result, index) =>
    'code' in result ? [{ ...issueOf(parameter, result.code, result.message), pointer: `/${index}` }] : [],
  );
  if (issues.length > 0) return { issues };
  const values = results.map((result) => ('value' in result ? result.value : undefined));
  return { value: parameter.isItemOrList && values.length === 1 ? values[0] : values, issues };
}

function splitList(parameter: InputParameter, text: string): string[] {
  const { place, listForm } = parameter;
  if (listForm) {
    const separator = listForms[listForm];
    return separator === undefined ? [text] : text.split(separator);
  }
  // JSON contains commas, so only repeated parameters make a list of it.
  if (castsToJson(parameter)) return [text];
  if (text === '') return [];
  // RFC 9110 section 5.6.1: in a header, white space may surround the values of a list.
  return place === 'header' ? text.split(',').map((part) => part.trim()) : text.split(',');
}

function castsToJson({ cast }: InputParameter): boolean {
  return typeof cast === 'string' ? cast === 'json' : cast.includes('json');
}

/** For a union: the first type that accepts the text. */
export function castUnion(types: readonly CastType[], text: string, casters: Casters): CastResult {
  const results = types.map((type) => castText(type, text, casters));
  const refusals = results.flatMap((result) => ('code' in result ? [result.message] : []));
  const accepted = refusals.map((message) => message.replace(/^must be /, '')).join(', or ');
  return results.find((result) => 'value' in result) ?? { code: 'no_match', message: `must be ${accepted}` };
}
