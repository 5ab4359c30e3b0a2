/** The declared parameters of a request: found, counted and cast. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { InputParameter, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { type Casters, type CastTexts, castText } from './cast.ts';
import { encodingIssues, type Issue, issueOf } from './issue.ts';
import type { QueryString } from './query-string.ts';

/** Has no prototype: a parameter may be called `constructor`, and an absent one must be absent. */
export type Input = Record<string, unknown>;

/** Where parameters come from. */
export interface ParameterSource extends Pick<APIGatewayProxyEventV2, 'pathParameters' | 'headers'> {
  readonly query: QueryString;
}

interface CastParameters {
  /** Values that could be cast, and defaults. */
  readonly input: Input;
  readonly issues: readonly Issue[];
}

export function castParameters(
  { parameters }: RuntimeOperation,
  source: ParameterSource,
  casters: Casters,
): CastParameters {
  const { query } = source;
  const input: Input = Object.create(null);
  const issues = encodingIssues('query', query.malformed);
  for (const parameter of parameters) {
    // It is reported already; it is not absent.
    if (parameter.place === 'query' && query.malformed.some(({ name }) => name === parameter.name)) continue;
    const texts = textsOf(parameter, source);
    if (isDamaged(parameter, texts)) {
      issues.push(...encodingIssues('path', [parameter]));
      continue;
    }
    const result = castTexts(parameter, texts, casters);
    issues.push(...result.issues);
    if (result.value !== undefined) input[parameter.name] = result.value;
  }
  return { input, issues };
}

/** Without validation: the texts as they were sent, an array for a repeated parameter. */
export function rawParameters({ parameters }: RuntimeOperation, source: ParameterSource): Input {
  const input: Input = Object.create(null);
  for (const parameter of parameters) {
    const texts = [...textsOf(parameter, source), ...undecodedTexts(parameter, source)];
    if (texts.length > 0) input[parameter.name] = texts.length === 1 ? texts[0] : texts;
  }
  return input;
}

function textsOf(parameter: InputParameter, source: ParameterSource): readonly string[] {
  const { name, place, gatewayName } = parameter;
  if (place === 'query') return source.query.values.get(name) ?? [];
  const texts = place === 'path' ? (source.pathParameters ?? {}) : source.headers;
  // RFC 9110 section 5.1: field names are case-insensitive; the gateway sends them in lower case.
  const key = place === 'path' ? (gatewayName ?? name) : name.toLowerCase();
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === undefined ? [] : [text];
}

/** The gateway decodes path variables, and replaces bytes that are not UTF-8 with U+FFFD. */
function isDamaged({ place }: InputParameter, texts: readonly string[]): boolean {
  return place === 'path' && texts.some((text) => text.includes('\ufffd'));
}

function undecodedTexts({ name, place }: InputParameter, { query }: ParameterSource): string[] {
  if (place !== 'query') return [];
  return query.malformed.filter((parameter) => parameter.name === name).map(({ value }) => value);
}

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
