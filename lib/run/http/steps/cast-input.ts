import type { InputParameter, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { CastersFor } from '../request/cast.ts';
import type { Issue } from '../request/issue.ts';
import { castParameters, rawParameters } from '../request/parameters.ts';
import { parseQueryString, type QueryString } from '../request/query-string.ts';
import type { Cast, Checked, Received, Step, WithQuery } from './step.ts';

/** The issues of a query, of which these parameters are declared. */
type CheckQuery = (query: QueryString, declared: readonly InputParameter[]) => readonly Issue[];

/**
 * Casts the texts of path, query and headers to the values that the handler gets. It keeps the issues for
 * `checkRequest`, which reports all issues of a request together.
 *
 * @param casters one for each type of the parameters, except texts.
 * @param checkQuery `unknownQueryIssues` or `emptyQueryIssues`; absent with the setting `ignoreUnknownQuery`.
 * @example .use(castInput(operation, { int32: int32Caster }, unknownQueryIssues)) // ?size=10 -> state.input is { size: 10 }
 */
export function castInput<Operation extends RuntimeOperation>(
  operation: Operation,
  casters: CastersFor<Operation['parameters'][number]>,
  checkQuery?: CheckQuery,
): Step<Received, Cast & WithQuery> {
  const declared = operation.parameters.filter(({ place }) => place === 'query');
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      const { input, issues } = castParameters(operation, { ...event, query }, casters);
      return { query, input, issues: [...issues, ...(checkQuery?.(query, declared) ?? [])] };
    },
  };
}

/**
 * In place of `castInput` and `checkRequest` in a function without validation: the texts of path, query and headers as
 * they were sent.
 *
 * @example .use(rawInput(operation)) // ?size=0x10 -> state.input is { size: '0x10' }
 */
export function rawInput(operation: RuntimeOperation): Step<Received, Checked & WithQuery> {
  return {
    before: ({ event }) => {
      const query = parseQueryString(event.rawQueryString);
      return { query, input: rawParameters(operation, { ...event, query }), issues: [] };
    },
  };
}

/**
 * In place of `castInput` and `checkRequest` in a function of the service itself, which declares no parameters and reads
 * no query.
 *
 * @example .use(emptyInput()) // state.input is {}
 */
export function emptyInput(): Step<Received, Checked & WithQuery> {
  const query = { pairs: [], values: new Map(), malformed: [] };
  return { before: () => ({ query, input: Object.create(null), issues: [] }) };
}
