import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type InputParameter, keyOf, type RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { type Casters, type CastersFor, castTexts, type Input } from '../request/cast.ts';
import { encodingIssues, type Issue } from '../request/issue.ts';
import { parseQueryString, type QueryString } from '../request/query-string.ts';
import type { Cast, CheckedInput, ReceivedEvent, Step, WithQuery } from './step.ts';

type RawMembers = (
  parameter: InputParameter,
  declared: readonly InputParameter[],
  query: QueryString,
) => Input | undefined;

/** Finds the names in a query that are none of these parameters. */
type CheckQuery = (query: QueryString, declared: readonly InputParameter[]) => readonly string[];

/**
 * Casts the texts of path, query and headers to the values that the handler gets. It keeps the issues for
 * `checkRequest`, which reports all issues of a request together.
 *
 * @param casters one for each type of the parameters, except texts.
 * @param checkQuery `unknownNames`; absent with the setting `ignoreUnknownQuery`.
 * @example .use(castInput(operation, { int32: int32Caster }, unknownNames)) // ?size=10 -> state.input is { size: 10 }
 */
export function castInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
  checkQuery?: CheckQuery,
): Step<ReceivedEvent, Cast & WithQuery> {
  const declared = inQuery(operation.parameters);
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      const { input, issues } = castParameters(operation, { ...event, query }, casters);
      return { query, input, issues, unknown: checkQuery?.(query, declared) ?? [] };
    },
  };
}

/**
 * In place of `castInput` in a function without parameters: there is nothing to cast.
 *
 * @example .use(queryOnly(unknownNames)) // ?size=10 -> state.unknown is ['size']
 */
export function queryOnly(checkQuery?: CheckQuery): Step<ReceivedEvent, Cast & WithQuery> {
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      const issues = encodingIssues('query', query.malformed);
      return { query, input: Object.create(null), issues, unknown: checkQuery?.(query, []) ?? [] };
    },
  };
}

/**
 * In place of `castInput` and `checkRequest` in a function without validation: the texts of path, query and headers as
 * they were sent.
 *
 * @param readMembers `rawMembers`, for objects of any members.
 * @example .use(rawInput(operation)) // ?size=0x10 -> state.input is { size: '0x10' }
 */
export function rawInput(
  operation: RuntimeOperation,
  readMembers?: RawMembers,
): Step<ReceivedEvent, CheckedInput & WithQuery> {
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      return { query, input: rawParameters(operation, { ...event, query }, readMembers), issues: [] };
    },
  };
}

/**
 * In place of `castInput` and `checkRequest` in a function of the service itself, which declares no parameters and reads
 * no query.
 *
 * @example .use(emptyInput()) // state.input is {}
 */
export function emptyInput(): Step<ReceivedEvent, CheckedInput & WithQuery> {
  const query = { pairs: [], values: new Map(), malformed: [] };
  return { before: () => ({ query, input: Object.create(null), issues: [] }) };
}

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
    const result =
      parameter.members && casters.members
        ? casters.members(parameter, inQuery(parameters), query, casters)
        : castTexts(parameter, texts, casters);
    issues.push(...result.issues);
    if (result.value !== undefined) input[keyOf(parameter)] = result.value;
  }
  return { input, issues };
}

function inQuery(parameters: readonly InputParameter[]): readonly InputParameter[] {
  return parameters.filter(({ place }) => place === 'query');
}

/** Without validation: the texts as they were sent, an array for a repeated parameter. */
export function rawParameters(
  { parameters }: RuntimeOperation,
  source: ParameterSource,
  readMembers?: RawMembers,
): Input {
  const input: Input = Object.create(null);
  for (const parameter of parameters) {
    const members = parameter.members && readMembers?.(parameter, inQuery(parameters), source.query);
    if (members) input[keyOf(parameter)] = members;
    if (parameter.members) continue;
    const texts = [...textsOf(parameter, source), ...undecodedTexts(parameter, source)];
    if (texts.length > 0) input[keyOf(parameter)] = texts.length === 1 ? texts[0] : texts;
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
