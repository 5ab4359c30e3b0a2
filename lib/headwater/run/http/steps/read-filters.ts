import { keyOf, type RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { Filter } from '../../../shared/query/syntax-tree.ts';
import type { CheckedInput, Step, WithFilters } from './step.ts';

/**
 * After the input is checked: the conditions of the parameters with `x-filter` that the request has. Several values of one
 * parameter are alternatives.
 *
 * @example .use(readFilters(operation)) // ?state=open -> state.filters is [{ field: 'state', op: '=', values: ['open'] }]
 */
export function readFilters({ parameters }: RuntimeOperation): Step<CheckedInput, WithFilters> {
  return {
    before: ({ event: { input } }) => ({
      filters: parameters.flatMap((parameter): readonly Filter[] => {
        // The build allows texts and numbers alone.
        const value = input[keyOf(parameter)] as Filter['values'] | Filter['values'][number] | undefined;
        if (!parameter.filter || value === undefined) return [];
        const values = [value].flat();
        return values.length > 0 ? [{ ...parameter.filter, values }] : [];
      }),
    }),
  };
}
