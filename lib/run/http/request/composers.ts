/** Casts of several values, and to several types, by the casters of single ones. */

import { type CastType, type InputParameter, listForms } from '../../../shared/plan/operation-plan.ts';
import { castText } from './cast.ts';
import type { Casters, CastResult, CastTexts } from './caster.ts';
import { issueOf } from './issue.ts';

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
  return issues.length > 0 ? { issues } : { value: results.map(castValue), issues };
}

function castValue(result: CastResult): unknown {
  return 'value' in result ? result.value : undefined;
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
