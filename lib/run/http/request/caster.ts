/** How texts become values of one type. */

import type { CastType, InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { Issue, IssueCode } from './issue.ts';

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

/** What became of one text. */
export type CastResult = { readonly value: unknown } | { readonly code: IssueCode; readonly message: string };

/** What became of the texts that were sent for one parameter. */
export interface CastTexts {
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

interface Composers {
  /** `castList`. */
  readonly list: (parameter: InputParameter, texts: readonly string[], casters: Casters) => CastTexts;
  /** `castUnion`. */
  readonly union: (types: readonly CastType[], text: string, casters: Casters) => CastResult;
}

export type Casters = Readonly<Partial<Record<Castable, Caster>>> & Partial<Composers>;

type TypesOf<Cast> = Cast extends readonly (infer Type)[] ? Type : Cast;

/** Exactly the casters that these parameters need: wiring that lacks one does not type-check. */
export type CastersFor<Parameter extends InputParameter> = Readonly<
  Record<Extract<TypesOf<Parameter['cast']>, Castable>, Caster>
> &
  (true extends Parameter['isList'] ? Pick<Composers, 'list'> : unknown) &
  ([Extract<Parameter['cast'], readonly CastType[]>] extends [never] ? unknown : Pick<Composers, 'union'>);

/** Tells apart no text, white space only, and white space around a value: all are easy to overlook in a URL. */
export function absence(text: string): IssueCode | undefined {
  if (text === '') return 'empty';
  if (text.trim() === '') return 'blank';
  return text.trim() === text ? undefined : 'surrounding_space';
}
